import * as v from 'valibot';
import type { RequestEvent } from '#contract/requests.ts';

/**
 * What the insurer's systems are told, by `type`. Each is one JSON text with the members `type`, `timestamp` (when it happened,
 * ISO 8601 in UTC) and `data`, signed as in `signature.ts`. Fields carry the names and texts of the app's own wire.
 */

const text = v.string();
const fields = v.record(v.string(), v.string());

/** The customer by this server's id, and the document the insurer knows people by. */
const customer = v.strictObject({
  id: text,
  documento: v.strictObject({ pais: text, tipo: text, numero: text }),
});

/** A file to be fetched: GET of `direccion`, signed like an event, with the path of `direccion` in place of the body. */
const file = v.strictObject({
  id: text,
  /** The name of the form's field it came in. */
  campo: text,
  nombre: text,
  tipo: v.picklist(['image/jpeg', 'image/png', 'image/webp', 'application/pdf', 'image/heic', 'image/gif', 'text/xml']),
  bytes: v.number(),
  /** Hexadecimal. */
  sha256: v.pipe(text, v.regex(/^[0-9a-f]{64}$/)),
  direccion: v.pipe(text, v.url()),
});
export type FileToFetch = v.InferOutput<typeof file>;

export const eventBodies = {
  /** A new request. `numero` is what the customer quotes, `solicitud` all they filled in. */
  'reembolso.creado': v.strictObject({
    cliente: customer,
    id: text,
    numero: text,
    poliza: text,
    solicitud: fields,
    archivos: v.array(file),
  }),
  /** A further document of a request. */
  'reembolso.documento': v.strictObject({ cliente: customer, reembolso: text, numero: text, archivos: v.array(file) }),
  'consulta.creada': v.strictObject({
    cliente: customer,
    id: text,
    numero: text,
    poliza: text,
    tipo: text,
    descripcion: text,
    /** Calendar date at the customer's. */
    fecha: text,
  }),
  /** A new account, whose claim may wait for a proof (D60); `archivos` are the photos of the document. */
  'cliente.registrado': v.strictObject({
    cliente: customer,
    nombre: text,
    correo: text,
    residenciaFiscal: text,
    datos: fields,
    reclamo: v.picklist(['yes', 'code', 'branch', 'no']),
    archivos: v.array(file),
  }),
  /** Personal information that changed: the new values, '' for what was emptied. */
  'cliente.cambiado': v.strictObject({ cliente: customer, datos: fields }),
  /** An address that was proved by a code, or a claim that was settled. */
  'cliente.comprobado': v.strictObject({
    cliente: customer,
    correo: text,
    reclamo: v.picklist(['yes', 'code', 'branch', 'no']),
  }),
} as const satisfies Record<RequestEvent, v.GenericSchema> & Record<string, v.GenericSchema>;

export type EventType = keyof typeof eventBodies;
export type EventData<T extends EventType> = v.InferOutput<(typeof eventBodies)[T]>;

/** The text that is signed and sent. The order of its members is part of it: each try must have the same. */
export const eventText = (type: string, at: Date, data: Record<string, unknown>): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data });
