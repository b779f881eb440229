import { randomInt } from 'node:crypto';

declare module 'hono' {
  interface ContextVariableMap {
    requestId: string;
  }
}

/** Carries the id of a request, in both directions. */
export const REQUEST_ID_HEADER = 'X-Request-Id';

/** What a proxy may call a request, so that a log line cannot be forged by it. */
const PLAIN = /^[\w.-]{8,64}$/;
/** Crockford's Base32: no sign is taken for another one when it is read aloud. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * What a request is called in the log and in the text of an error, as 'K7QF-3M2X'; the proxy's own id where it is believed.
 *
 * @param given the header as it came
 */
export function requestId(given: string | undefined, believed: boolean): string {
  if (believed && given !== undefined && PLAIN.test(given)) return given;
  const half = () => Array.from({ length: 4 }, () => SIGNS[randomInt(SIGNS.length)]).join('');
  return `${half()}-${half()}`;
}
