import * as v from 'valibot';
import { problemCodes } from '../result.ts';
import { type Endpoint, post, withTokens } from './endpoint.ts';

/** More than any screen asks for at once; longer lists are asked for in parts. */
export const MAX_READS = 40;
/** Sets of one request. A customer with a hundred policies has about as many. */
export const MAX_SETS = 16;

/**
 * One read: the name and the input of its own row, the ETag held, and the versions of the groups held (groups.ts). Null: none
 * are held. Left out: they would only be needed if something changed; then the answer is 'despues', and they are sent.
 */
const askedRead = v.object({
  nombre: v.string(),
  entrada: v.record(v.string(), v.unknown()),
  etiqueta: v.nullable(v.string()),
  grupos: v.nullish(v.string()),
  /** Only the rows of the last two years there are rows of, where the list has dates (D69). Others answer all. */
  reciente: v.optional(v.boolean()),
});

/**
 * Many reads of one row, each of which the device holds whole. `huella`: the print of their ETags in this order (etags.ts). So a
 * device with hundreds of lists asks one small question of them all (docs/decisions/reading-together.md).
 */
const askedSet = v.object({
  nombre: v.string(),
  entradas: v.pipe(v.array(v.record(v.string(), v.unknown())), v.minLength(1), v.maxLength(MAX_READS)),
  huella: v.string(),
  /** Each is held as its recent years only. */
  reciente: v.optional(v.boolean()),
});

/** 304: each of these reads would be answered so. 'despues': the device asks for them one by one, whatever the reason. */
const answeredSet = v.fallback(v.picklist([304, 'despues']), 'despues');
export type AnsweredSet = v.InferOutput<typeof answeredSet>;

const etag = { etiqueta: v.nullish(v.string()) };

/**
 * What its own call would answer: whole (200), what changed (226), nothing new (304) or a problem, each of this read alone.
 * 'despues': the answer is long enough, ask again. With 'method-not-allowed' the read is asked for by itself.
 */
const answeredRead = v.variant('estado', [
  v.object({
    estado: v.literal(200),
    ...etag,
    grupos: v.nullish(v.string()),
    /** The year that a recent answer begins with; left out when no row is missing. */
    desde: v.nullish(v.pipe(v.string(), v.regex(/^\d{4}$/))),
    cuerpo: v.unknown(),
  }),
  v.object({ estado: v.literal(226), ...etag, cuerpo: v.unknown() }),
  v.object({ estado: v.literal(304) }),
  v.object({ estado: v.literal('despues') }),
  v.object({
    estado: v.literal('problema'),
    codigo: v.fallback(v.picklist(problemCodes), 'unreadable'),
    texto: v.fallback(v.optional(v.pipe(v.string(), v.maxLength(2000))), undefined),
    /** Seconds to wait before another try. */
    espera: v.fallback(v.optional(v.number()), undefined),
  }),
]);
export type AnsweredRead = v.InferOutput<typeof answeredRead>;

/**
 * Many reads in one request. It is ours and optional: without it a device makes each read by itself. Without any read it asks
 * only whether the session still stands (D83). A locked device asks that too, with the send-only token, and may ask nothing else.
 */
export const readingEndpoints = {
  readTogether: {
    ...post,
    ...withTokens,
    readsOnly: true,
    sendToken: true,
    path: '/lecturas',
    packs: true,
    input: v.object({
      lecturas: v.pipe(v.array(askedRead), v.maxLength(MAX_READS)),
      conjuntos: v.optional(v.pipe(v.array(askedSet), v.maxLength(MAX_SETS))),
    }),
    /**
     * In the order of the reads. One that cannot be read is a problem of that read alone. A backend that knows no sets leaves
     * `conjuntos` out, and is asked for each list.
     */
    answer: v.object({
      respuestas: v.array(v.fallback(answeredRead, { estado: 'problema', codigo: 'unreadable' })),
      conjuntos: v.fallback(v.optional(v.array(answeredSet)), undefined),
    }),
  },
} as const satisfies Record<string, Endpoint>;
