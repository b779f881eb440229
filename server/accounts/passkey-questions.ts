import { randomBytes, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS } from '#contract/age.ts';
import { after, type Clock } from '../clock.ts';
import type { Transaction } from '../database/open.ts';
import { usedQuestions } from '../database/schema.ts';
import type { KeyedHash } from '../secrets.ts';

/** How long an authenticator has for its answer. */
export const QUESTION_LIFE_MS = 5 * MINUTE_MS;

const RANDOM_BYTES = 16;
const TIME_BYTES = 8;

/**
 * A challenge with its expiry, signed by the server, so that unanswered challenges need no row. `about` is its purpose: a
 * sign-in, or an addition by one customer.
 *
 * @param clock the common one, here and below: another process may judge the answer
 * @returns base64url
 */
export function askPasskey(clock: Clock, hash: KeyedHash, about: string): string {
  const payload = Buffer.alloc(RANDOM_BYTES + TIME_BYTES);
  randomBytes(RANDOM_BYTES).copy(payload);
  payload.writeBigUInt64BE(BigInt(after(clock, QUESTION_LIFE_MS).getTime()), RANDOM_BYTES);
  return Buffer.concat([payload, signature(hash, about, payload)]).toString('base64url');
}

/** Whether the challenge is ours, for this purpose, and not expired. */
export function isOurQuestion(clock: Clock, hash: KeyedHash, about: string, challenge: string): boolean {
  const { bytes, payload, expires } = partsOf(challenge);
  const expected = signature(hash, about, payload);
  const given = bytes.subarray(payload.length);
  return given.length === expected.length && timingSafeEqual(given, expected) && expires.getTime() > clock().getTime();
}

/** Uses up a challenge of ours, in the transaction of what its answer allows. @returns false when it was used before (S19) */
export async function takeQuestion(tx: Transaction, challenge: string): Promise<boolean> {
  const { bytes, expires } = partsOf(challenge);
  const taken = await tx
    .insert(usedQuestions)
    .values({ challenge: bytes.toString('base64url'), expires })
    .onConflictDoNothing()
    .returning({ challenge: usedQuestions.challenge });
  return taken.length === 1;
}

function partsOf(challenge: string) {
  const bytes = Buffer.from(challenge, 'base64url');
  const payload = bytes.subarray(0, RANDOM_BYTES + TIME_BYTES);
  const isWhole = payload.length === RANDOM_BYTES + TIME_BYTES;
  return { bytes, payload, expires: new Date(isWhole ? Number(payload.readBigUInt64BE(RANDOM_BYTES)) : 0) };
}

const signature = (hash: KeyedHash, about: string, payload: Buffer): Buffer =>
  Buffer.from(hash('question', `${about}\n${payload.toString('base64url')}`), 'base64url');
