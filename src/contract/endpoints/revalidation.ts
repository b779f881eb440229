import * as v from 'valibot';
import { type Endpoint, post, withTokens } from './endpoint.ts';

/** More than any screen asks about at once; longer lists are asked about in parts. */
export const MAX_READS = 40;

/** One conditional read, as it would travel by itself: the address below its base, the body as text, and the ETag held. */
export const conditionalRead = v.pipe(
  v.object({
    base: v.picklist(['api', 'host']),
    metodo: v.picklist(['GET', 'POST']),
    direccion: v.pipe(v.string(), v.regex(/^\/[^\s#]*$/), v.maxLength(500)),
    cuerpo: v.nullable(v.pipe(v.string(), v.maxLength(2000))),
    /** It becomes a header: RFC 9110, 8.8.3. */
    etiqueta: v.pipe(v.string(), v.regex(/^(?:\*|(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")$/), v.maxLength(100)),
  }),
  v.check(({ metodo, cuerpo }) => metodo === 'POST' || cuerpo === null),
);
export type ConditionalRead = v.InferOutput<typeof conditionalRead>;

/**
 * Which of many lists are still current, asked in one request. It is ours and optional: without it a device asks about each
 * list by itself. Without any read it asks only whether the session still stands (D83), which a locked device asks too. Each
 * read asks for its own tokens.
 */
export const revalidationEndpoints = {
  revalidate: {
    ...post,
    ...withTokens,
    path: '/lecturas/revalidar',
    input: v.object({ lecturas: v.pipe(v.array(conditionalRead), v.maxLength(MAX_READS)) }),
    /** Positions of the reads that would be answered with 304. */
    answer: v.object({ vigentes: v.array(v.pipe(v.number(), v.integer(), v.minValue(0))) }),
    readsOnly: true,
    sendToken: true,
  },
} as const satisfies Record<string, Endpoint>;
