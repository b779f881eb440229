import * as v from 'valibot';
import { id, listOf } from './values.ts';

/** What a customer may be told of by push (D21, D63), each to be chosen by itself. */
export const pushSubjects = ['solicitudes', 'facturas', 'documentos', 'seguridad'] as const;
export type PushSubject = (typeof pushSubjects)[number];

/**
 * What a push carries, sealed for the device (RFC 8291): its subject and the ids of what changed. Never a diagnosis, an amount
 * or a name: the texts come from the device (D63).
 */
export const pushMessage = v.object({
  tema: v.picklist(pushSubjects),
  /** The policy it is about. */
  poliza: v.optional(id),
  /** Id of the refund that changed. */
  reembolso: v.optional(id),
  /** Id of the ticket that was answered. */
  consulta: v.optional(id),
});
export type PushMessage = v.InferOutput<typeof pushMessage>;

/** Far beyond any push service's addresses; those of today have 200 to 600 letters. */
const MOST_ENDPOINT = 2000;
const endpoint = v.pipe(v.string(), v.regex(/^https?:\/\/[^\s/]+\/\S*$/), v.maxLength(MOST_ENDPOINT));
/** Bytes in base64url. */
const bytes = (length: number) => v.pipe(v.string(), v.regex(/^[\w-]+$/), v.length(Math.ceil((length * 4) / 3)));

/**
 * Where a device's push service takes messages for it, and what they are sealed with (Push API, PushSubscription). `idUsuario` is
 * left out by a locked device, which does not know it; the token says whose the device is.
 */
export const pushSubscription = v.object({
  idUsuario: v.optional(id),
  endpoint,
  /** Public point on P-256, uncompressed. */
  p256dh: bytes(65),
  /** Authentication secret. */
  auth: bytes(16),
});

export const pushEnd = v.object({ idUsuario: v.optional(id), endpoint });

export const pushChoice = v.object({ idUsuario: id, tema: v.picklist(pushSubjects), activo: v.boolean() });

export const pushSettings = v.object({
  /** The server's public key (VAPID, RFC 8292), in base64url: a subscription takes messages from its owner alone. */
  clave: v.pipe(v.string(), v.nonEmpty()),
  /** The subjects the insurer tells of. */
  temas: listOf(v.object({ tema: v.picklist(pushSubjects), activo: v.boolean() })),
});
