import { randomBytes, timingSafeEqual } from 'node:crypto';
import { after, type Clock, MINUTE_MS } from '../clock.ts';
import type { Database } from '../database/open.ts';
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
 * @returns base64url
 */
export function askPasskey(clock: Clock, hash: KeyedHash, about: string): string {
  const payload = Buffer.alloc(RANDOM_BYTES + TIME_BYTES);
  randomBytes(RANDOM_BYTES).copy(payload);
  payload.writeBigUInt64BE(BigInt(after(clock, QUESTION_LIFE_MS).getTime()), RANDOM_BYTES);
  return Buffer.concat([payload, signature(hash, about, payload)]).toString('base64url');
}

/** Whether the challenge is ours, for this purpose, not expired and unused. It counts as used from then on (S19). */
export async function takeQuestion(
  { db, clock, hash }: { db: Database; clock: Clock; hash: KeyedHash },
  about: string,
  challenge: string,
): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url');
  const payload = bytes.subarray(0, RANDOM_BYTES + TIME_BYTES);
  const expected = signature(hash, about, payload);
  const given = bytes.subarray(payload.length);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  const expires = Number(payload.readBigUInt64BE(RANDOM_BYTES));
  if (expires <= clock().getTime()) return false;
  const taken = await db
    .insert(usedQuestions)
    .values({ challenge: bytes.toString('base64url'), expires: new Date(expires) })
    .onConflictDoNothing()
    .returning({ challenge: usedQuestions.challenge });
  return taken.length === 1;
}

const signature = (hash: KeyedHash, about: string, payload: Buffer): Buffer =>
  Buffer.from(hash('question', `${about}\n${payload.toString('base64url')}`), 'base64url');
