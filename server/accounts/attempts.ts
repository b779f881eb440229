import { eq } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import { MINUTE_MS } from '../clock.ts';
import type { Database } from '../database/open.ts';
import { attempts } from '../database/schema.ts';
import type { KeyedHash } from '../secrets.ts';

/** How many tries are free, and how the wait grows after them: `delay` doubles with each further one, up to `longest`. */
export interface AttemptRule {
  free: number;
  delay: number;
  longest: number;
  /** A count this old, in milliseconds since the last try, is forgotten. */
  memory: number;
}

/** The rules by what is tried; an account's are strict, an address may stand for a whole office. */
export interface AttemptRules {
  signInPerAccount: AttemptRule;
  signInPerAddress: AttemptRule;
  /** Passwords tried on one device that signed in before, or in one session. */
  signInPerDevice: AttemptRule;
  /** Asking whether an email or a number is registered (S6). */
  lookupPerAddress: AttemptRule;
  /** Opening a relay for photos: each may keep two megabytes for ten minutes. */
  relayPerAddress: AttemptRule;
  recoveryPerAccount: AttemptRule;
  recoveryPerAddress: AttemptRule;
  registerPerAddress: AttemptRule;
  /** What a customer sends: one for each command and one more for each megabyte it carries. */
  writesPerCustomer: AttemptRule;
  /** Codes sent by mail (D59, D60). */
  codePerAccount: AttemptRule;
  /** Mails about a new sign-in. */
  noticePerCustomer: AttemptRule;
}

export const attemptRules: AttemptRules = {
  signInPerAccount: { free: 5, delay: 1_000, longest: 15 * MINUTE_MS, memory: 60 * MINUTE_MS },
  signInPerAddress: { free: 50, delay: 1_000, longest: 15 * MINUTE_MS, memory: 60 * MINUTE_MS },
  signInPerDevice: { free: 5, delay: 1_000, longest: 15 * MINUTE_MS, memory: 60 * MINUTE_MS },
  lookupPerAddress: { free: 300, delay: 1_000, longest: 15 * MINUTE_MS, memory: 10 * MINUTE_MS },
  relayPerAddress: { free: 40, delay: 5_000, longest: 15 * MINUTE_MS, memory: 10 * MINUTE_MS },
  recoveryPerAccount: { free: 5, delay: MINUTE_MS, longest: 60 * MINUTE_MS, memory: 60 * MINUTE_MS },
  recoveryPerAddress: { free: 50, delay: 5_000, longest: 60 * MINUTE_MS, memory: 60 * MINUTE_MS },
  codePerAccount: { free: 5, delay: MINUTE_MS, longest: 60 * MINUTE_MS, memory: 60 * MINUTE_MS },
  noticePerCustomer: { free: 10, delay: 10 * MINUTE_MS, longest: 60 * MINUTE_MS, memory: 60 * MINUTE_MS },
  registerPerAddress: { free: 100, delay: 5_000, longest: 60 * MINUTE_MS, memory: 60 * MINUTE_MS },
  writesPerCustomer: { free: 500, delay: 5_000, longest: 15 * MINUTE_MS, memory: 60 * MINUTE_MS },
};

export interface Attempts {
  /**
   * Counts a try before it is made, so that tries made at once count too; `weight` says as how many. Answers the seconds to
   * wait, 0 when it may go on.
   */
  take(rule: keyof AttemptRules, subject: string, weight?: number): Promise<number>;
  /** The try was right: it is not counted against an address, and an account or device starts afresh. */
  giveBack(rule: keyof AttemptRules, subject: string): Promise<void>;
}

/** Counts kept in the database, so that several processes agree and a restart forgives nothing. */
export function openAttempts(db: Database, clock: Clock, hash: KeyedHash, rules: AttemptRules): Attempts {
  const bucketOf = (rule: string, subject: string) => `${rule}:${hash('attempt', subject)}`;

  return {
    take: (rule, subject, weight = 1) =>
      db.transaction(async (tx) => {
        const bucket = bucketOf(rule, subject);
        const now = clock();
        await tx.insert(attempts).values({ bucket, count: 0, last: now }).onConflictDoNothing();
        const [row] = await tx.select().from(attempts).where(eq(attempts.bucket, bucket)).for('update');
        const wait = (row?.blockedUntil?.getTime() ?? 0) - now.getTime();
        // A wait longer than any we set comes from a clock that was set back since.
        if (!row || (wait > 0 && wait <= rules[rule].longest)) return Math.max(1, Math.ceil(wait / 1000));
        const forgotten = now.getTime() - row.last.getTime() > rules[rule].memory;
        const count = weight + (forgotten ? 0 : row.count);
        const blockedUntil = nextBlock(rules[rule], count, now);
        await tx.update(attempts).set({ count, last: now, blockedUntil }).where(eq(attempts.bucket, bucket));
        return 0;
      }),

    giveBack: (rule, subject) =>
      db.transaction(async (tx) => {
        const bucket = bucketOf(rule, subject);
        const [row] = await tx.select().from(attempts).where(eq(attempts.bucket, bucket)).for('update');
        const count = rule.endsWith('PerAddress') ? (row?.count ?? 0) - 1 : 0;
        if (count <= 0) await tx.delete(attempts).where(eq(attempts.bucket, bucket));
        else await tx.update(attempts).set({ count, blockedUntil: null }).where(eq(attempts.bucket, bucket));
      }),
  };
}

function nextBlock(rule: AttemptRule, count: number, now: Date): Date | null {
  if (count < rule.free) return null;
  const delay = Math.min(rule.longest, rule.delay * 2 ** Math.min(count - rule.free, 30));
  return new Date(now.getTime() + delay);
}
