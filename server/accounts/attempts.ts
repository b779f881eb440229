import { and, eq, lte, sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import { MINUTE_MS } from '../clock.ts';
import type { Database, Transaction } from '../database/open.ts';
import { attempts } from '../database/schema.ts';
import type { KeyedHash } from '../secrets.ts';

/** How many tries are free, and how long the wait is afterwards: `delay` doubles with each try, up to `longest`. */
export interface AttemptRule {
  free: number;
  delay: number;
  longest: number;
  /** How long after the last try a count is forgotten, in milliseconds. */
  memory: number;
}

/** The rule of each kind of try. Rules by account are strict; an address may belong to a whole office. */
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
   * Counts a try before it is made, so that simultaneous tries count too; `weight` is how many it counts as. Returns the
   * seconds to wait, 0 for none.
   */
  take(rule: keyof AttemptRules, subject: string, weight?: number): Promise<number>;
  /** Undoes the count after a correct try: an address gets the try back, an account or device starts at zero. */
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
        const first = { bucket, count: weight, last: now, blockedUntil: nextBlock(rules[rule], weight, now) };
        const row = (await lockRow(tx, bucket)) ?? (await insertOr(tx, first));
        if (!row) return 0;
        const wait = (row.blockedUntil?.getTime() ?? 0) - now.getTime();
        // A wait longer than the rule's maximum means that the clock was set back.
        if (wait > 0 && wait <= rules[rule].longest) return Math.max(1, Math.ceil(wait / 1000));
        const forgotten = now.getTime() - row.last.getTime() > rules[rule].memory;
        const count = weight + (forgotten ? 0 : row.count);
        const blockedUntil = nextBlock(rules[rule], count, now);
        await tx.update(attempts).set({ count, last: now, blockedUntil }).where(eq(attempts.bucket, bucket));
        return 0;
      }),

    giveBack: async (rule, subject) => {
      const ofBucket = eq(attempts.bucket, bucketOf(rule, subject));
      const one = rule.endsWith('PerAddress') ? and(ofBucket, lte(attempts.count, 1)) : ofBucket;
      const [gone] = await db.delete(attempts).where(one).returning({ bucket: attempts.bucket });
      if (gone || one === ofBucket) return;
      await db
        .update(attempts)
        .set({ count: sql`${attempts.count} - 1`, blockedUntil: null })
        .where(ofBucket);
    },
  };
}

async function lockRow(tx: Transaction, bucket: string) {
  const [row] = await tx.select().from(attempts).where(eq(attempts.bucket, bucket)).for('update');
  return row;
}

/** Inserts the first try; undefined when it did. Returns the row that another process has inserted meanwhile, locked. */
async function insertOr(tx: Transaction, first: typeof attempts.$inferInsert) {
  const [inserted] = await tx.insert(attempts).values(first).onConflictDoNothing().returning();
  return inserted ? undefined : lockRow(tx, first.bucket);
}

function nextBlock(rule: AttemptRule, count: number, now: Date): Date | null {
  if (count < rule.free) return null;
  const delay = Math.min(rule.longest, rule.delay * 2 ** Math.min(count - rule.free, 30));
  return new Date(now.getTime() + delay);
}
