import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { lookupPublic } from './address.ts';

/** One message as it travels (RFC 8030, section 5). */
export interface Posting {
  endpoint: string;
  headers: Record<string, string | number>;
  body: Buffer | null;
}

/** What the push service said. `retryAfter` in seconds; null when it named none. */
export interface Posted {
  status: number;
  retryAfter: number | null;
}

/** A push service that does not answer within this time is tried again later. */
const TIMEOUT_MS = 10_000;

/**
 * Hands one message to its push service, or to the insurer's receiver, whose origin is then given as `trial`. No redirect is followed, and of the answer nothing but its head is read.
 *
 * @throws ClosedAddress when the name leads into a network of ours; what Node throws when there is no answer
 */
export function post({ endpoint, headers, body }: Posting, trial: string | null): Promise<Posted> {
  const url = new URL(endpoint);
  const onTrial = url.origin === trial;
  const request = url.protocol === 'http:' && onTrial ? requestPlain : requestTls;
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        headers,
        // A connection that is kept was opened for an address that was looked up before.
        agent: false,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(!onTrial && { lookup: lookupPublic }),
      },
      (answer) => {
        resolve({ status: answer.statusCode ?? 0, retryAfter: secondsIn(answer.headers['retry-after']) });
        answer.destroy();
      },
    );
    sent.on('error', reject);
    sent.end(body ?? undefined);
  });
}

/** RFC 9110, 10.2.3: seconds, or a date, which is as good as none here. */
const secondsIn = (text: string | undefined): number | null => (/^\d{1,6}$/.test(text ?? '') ? Number(text) : null);
