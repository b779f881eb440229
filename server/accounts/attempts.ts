import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import { CLOCK_STEP_MS, DAY_MS, MINUTE_MS } from '#contract/age.ts';
import { RELAY_LIFE_MS } from '#contract/relay.ts';
import { MEGABYTE } from '#rules/files.ts';
import type { CommonClock } from '../database/earlier-clock.ts';
import type { Database, Transaction } from '../database/open.ts';
import { attempts } from '../database/schema.ts';
import type { Network } from '../http/address.ts';
import type { KeyedHash } from '../secrets.ts';

/** How many tries are free, and how long the wait is afterwards: `delay` doubles with each try, up to `longest`. */
export interface AttemptRule {
  free: number;
  delay: number;
  longest: number;
  /** How long after the last try a count is forgotten, in milliseconds. Of a count that drains, this long brings back all that are free. */
  memory: number;
}

/** The rule of each kind of try. Rules by account are strict; an address may belong to a whole office. */
export interface AttemptRules {
  signInPerAccount: AttemptRule;
  signInPerAddress: AttemptRule;
  /** Passwords tried on one device that signed in before, or in one session. */
  signInPerDevice: AttemptRule;
  /** The same of all devices that signed in before, of one customer together: whoever had the password may have made many. */
  signInPerKnown: AttemptRule;
  /** Asking whether an email or a number is registered (S6). */
  lookupPerAddress: AttemptRule;
  /** Sign-ins of a customer that succeed, each way in: each leaves rows, and a derivation keeps others waiting. */
  entriesPerCustomer: AttemptRule;
  /** Relays for photos: opening one counts one; so does handing photos to it, and one more for each megabyte. */
  relayPerAddress: AttemptRule;
  /** Handing one relay's photos out. Their reader may lose some answers, and nobody has a server send megabytes without end. */
  relayReads: AttemptRule;
  recoveryPerAccount: AttemptRule;
  recoveryPerAddress: AttemptRule;
  /** Registrations: each counts one, and one more for each megabyte of photos that it leaves. */
  registerPerAddress: AttemptRule;
  /** What a customer sends: one for each command and one more for each megabyte it carries. `countedFor` says what counts apart. */
  writesPerCustomer: AttemptRule;
  /** Requests, their papers and withdrawals of what never came. They stay for good: within some time no further ones grow what there is. */
  requestsPerCustomer: AttemptRule;
  /** Codes sent by mail (D59, D60), by who asks for them. */
  codePerAccount: AttemptRule;
  /** The same by the address they go to, whoever asks: each is five guesses at it (S33). Only who reads its mail ends the count. */
  codePerTarget: AttemptRule;
  /** Codes sent to the insurer's own address of a person, by document, whoever asks for them: the last asking ends it. */
  claimCodePerPerson: AttemptRule;
  /** Mails about a new sign-in. */
  noticePerCustomer: AttemptRule;
  /** Exchanges of a sign-in's renewal tokens (D76): each leaves tokens and a line of the trail. */
  renewalPerDevice: AttemptRule;
  /** Lines of the trail about blocked tries, by customer and by network: nobody can delete one for two years. */
  blockedLines: AttemptRule;
  /** Lines of the trail about sign-ins, locks and sign-outs, of each kind by customer, for the same reason. */
  sessionLines: AttemptRule;
  /** Lines of the trail about what a customer read, for the same reason. */
  readLines: AttemptRule;
  /** Beyond those: lines about the same, by customer, event and object. */
  sameReadLines: AttemptRule;
}

/** How long the count of a lifetime is kept, which is a keyed hash of somebody's document or address. */
export const LONG_MS = 2 * 365 * DAY_MS;

export const attemptRules: AttemptRules = {
  signInPerAccount: { free: 5, delay: 1_000, longest: 15 * MINUTE_MS, memory: 60 * MINUTE_MS },
  signInPerAddress: { free: 50, delay: 1_000, longest: 15 * MINUTE_MS, memory: 60 * MINUTE_MS },
  signInPerDevice: { free: 5, delay: 1_000, longest: 15 * MINUTE_MS, memory: 60 * MINUTE_MS },
  signInPerKnown: { free: 20, delay: 1_000, longest: 15 * MINUTE_MS, memory: 60 * MINUTE_MS },
  entriesPerCustomer: { free: 60, delay: 1_000, longest: 15 * MINUTE_MS, memory: 60 * MINUTE_MS },
  lookupPerAddress: { free: 300, delay: 1_000, longest: 15 * MINUTE_MS, memory: 10 * MINUTE_MS },
  relayPerAddress: { free: 40, delay: 5_000, longest: 15 * MINUTE_MS, memory: 10 * MINUTE_MS },
  relayReads: { free: 20, delay: RELAY_LIFE_MS, longest: RELAY_LIFE_MS, memory: RELAY_LIFE_MS },
  recoveryPerAccount: { free: 5, delay: MINUTE_MS, longest: 60 * MINUTE_MS, memory: 60 * MINUTE_MS },
  recoveryPerAddress: { free: 50, delay: 5_000, longest: 60 * MINUTE_MS, memory: 60 * MINUTE_MS },
  codePerAccount: { free: 5, delay: MINUTE_MS, longest: 60 * MINUTE_MS, memory: 60 * MINUTE_MS },
  codePerTarget: { free: 10, delay: 60 * MINUTE_MS, longest: DAY_MS, memory: LONG_MS },
  claimCodePerPerson: { free: 11, delay: LONG_MS, longest: LONG_MS, memory: LONG_MS },
  noticePerCustomer: { free: 10, delay: 10 * MINUTE_MS, longest: 60 * MINUTE_MS, memory: 60 * MINUTE_MS },
  registerPerAddress: { free: 100, delay: 5_000, longest: 60 * MINUTE_MS, memory: 60 * MINUTE_MS },
  writesPerCustomer: { free: 500, delay: 5_000, longest: 15 * MINUTE_MS, memory: 60 * MINUTE_MS },
  requestsPerCustomer: { free: 2_000, delay: DAY_MS, longest: DAY_MS, memory: 365 * DAY_MS },
  // A device locks after ten minutes, so who unlocks it each time never waits. A lost answer can be asked for again for ten, too.
  renewalPerDevice: { free: 30, delay: 1_000, longest: 5 * MINUTE_MS, memory: 60 * MINUTE_MS },
  // One a minute goes on, so that the trail says how long somebody tried.
  blockedLines: { free: 60, delay: MINUTE_MS, longest: MINUTE_MS, memory: 60 * MINUTE_MS },
  sessionLines: { free: 60, delay: MINUTE_MS, longest: MINUTE_MS, memory: 60 * MINUTE_MS },
  readLines: { free: 300, delay: 60 * MINUTE_MS, longest: 60 * MINUTE_MS, memory: 60 * MINUTE_MS },
  sameReadLines: { free: 1, delay: MINUTE_MS, longest: MINUTE_MS, memory: 60 * MINUTE_MS },
};

/** How many tries a call counts as by what it carries: one, and one more for each megabyte. */
export const weightOf = (bytes: number): number => 1 + Math.floor(bytes / MEGABYTE);

/** Whose tries are counted: an account, a device, or every network of a caller, each with its part of freedom. */
export type Subject = string | readonly Network[];

export interface Attempts {
  /**
   * Counts a try before it is made, so that simultaneous tries count too; `weight` is how many it counts as. Returns the
   * seconds to wait, 0 for none. While one of the caller's networks has to wait, nothing is counted for any.
   *
   * @param within the transaction of what is counted: where that does not stand, the try does not count either
   */
  take(rule: keyof AttemptRules, subject: Subject, weight?: number, within?: Transaction): Promise<number>;
  /** How many seconds the next try would have to wait, 0 for none. Counts nothing. */
  waitOf(rule: keyof AttemptRules, subject: Subject, within?: Transaction): Promise<number>;
  /** Undoes the count after a correct try: an address gets the try back, an account or device starts at zero. */
  giveBack(rule: keyof AttemptRules, subject: Subject): Promise<void>;
  /** Takes one counted try back that was not judged, with its weight and the wait after it. What was counted before stays. */
  takeBack(rule: keyof AttemptRules, subject: Subject, weight?: number): Promise<void>;
}

/** Counts kept in the database, so that several processes agree and a restart forgives nothing. */
export function openAttempts(db: Database, clock: CommonClock, hash: KeyedHash, rules: AttemptRules): Attempts {
  const countersOf = (name: keyof AttemptRules, subject: Subject) =>
    (typeof subject === 'string' ? [{ name: subject, factor: 1 }] : subject)
      .map((one) => ({ bucket: `${name}:${hash('attempt', one.name)}`, free: rules[name].free * one.factor }))
      // In one order for everybody, so that no two callers wait for each other.
      .sort((one, other) => (one.bucket < other.bucket ? -1 : 1));

  async function takeBack(name: keyof AttemptRules, subject: Subject, weight = 1): Promise<void> {
    for (const { bucket } of countersOf(name, subject)) {
      const own = eq(attempts.bucket, bucket);
      const last = and(own, lte(attempts.count, weight));
      const [gone] = await db.delete(attempts).where(last).returning({ bucket: attempts.bucket });
      if (gone) continue;
      const count = sql`${attempts.count} - ${weight}::int`;
      await db.update(attempts).set({ count, blockedUntil: null }).where(own);
    }
  }

  return {
    take: (name, subject, weight = 1, within: Pick<Database, 'transaction'> = db) =>
      within.transaction(async (tx) => {
        const rule = rules[name];
        const counters = countersOf(name, subject);
        // One statement makes them and holds them: what deletes a count comes before it or waits.
        const rows = await tx
          .insert(attempts)
          .values(counters.map(({ bucket }) => ({ bucket, count: 0, last: new Date(0), blockedUntil: null })))
          .onConflictDoUpdate({ target: attempts.bucket, set: { bucket: sql`excluded.bucket` } })
          .returning();
        // Only now: who waited for them would take the wait that began meanwhile for one of a clock that was set back.
        const now = (await clock(tx))();
        const wait = secondsLeft(rule, rows, now);
        if (wait > 0) return wait;
        for (const row of rows) {
          const { bucket } = row;
          const free = counters.find((one) => one.bucket === bucket)?.free ?? rule.free;
          const left = leftOf(row, { memory: rule.memory, free, drains: drains(name) }, now);
          const count = weight + left.count;
          const blockedUntil = nextBlock(rule, count - free, now);
          await tx.update(attempts).set({ count, last: left.since, blockedUntil }).where(eq(attempts.bucket, bucket));
        }
        return 0;
      }),

    waitOf: async (name, subject, within: Pick<Database, 'select'> = db) => {
      const buckets = countersOf(name, subject).map(({ bucket }) => bucket);
      const rows = await within.select().from(attempts).where(inArray(attempts.bucket, buckets));
      return secondsLeft(rules[name], rows, (await clock(within))());
    },

    giveBack: async (name, subject) => {
      if (isByNetwork(name)) return takeBack(name, subject);
      const buckets = countersOf(name, subject).map(({ bucket }) => bucket);
      await db.delete(attempts).where(inArray(attempts.bucket, buckets));
    },

    takeBack,
  };
}

const isByNetwork = (name: keyof AttemptRules): boolean => name.endsWith('PerAddress');

/**
 * What goes on all day: behind the one address of an office somebody always tries again, who has five devices signs in on each, and
 * who is ill for long asks every week. A device goes on with what waits in its queue, whatever it is told.
 */
const drains = (name: keyof AttemptRules): boolean =>
  isByNetwork(name) || name === 'entriesPerCustomer' || name === 'requestsPerCustomer' || name === 'writesPerCustomer';

/**
 * What is left of a count. Where its silence never comes, the count drains as time goes by.
 *
 * @returns also since when it is so. Of the time that passed, what brought back no whole try yet is counted again
 */
function leftOf(
  { count, last }: Pick<typeof attempts.$inferSelect, 'count' | 'last'>,
  { memory, free, drains }: { memory: number; free: number; drains: boolean },
  now: Date,
): { count: number; since: Date } {
  const passed = now.getTime() - last.getTime();
  if (passed > memory) return { count: 0, since: now };
  // A clock that was set back drains nothing.
  const back = drains && passed > 0 ? Math.floor((free * passed) / memory) : 0;
  if (!drains || passed < 0 || back >= count) return { count: Math.max(0, count - back), since: now };
  return { count: count - back, since: new Date(last.getTime() + (back * memory) / free) };
}

/**
 * A wait longer than the rule's maximum means that the clock was set back, and not by the step of one that is corrected, or that
 * another machine's takes over from.
 */
function secondsLeft({ longest }: AttemptRule, rows: readonly (typeof attempts.$inferSelect)[], now: Date): number {
  const waits = rows.map(({ blockedUntil }) => (blockedUntil?.getTime() ?? 0) - now.getTime());
  const wait = Math.max(0, ...waits.filter((one) => one <= longest + CLOCK_STEP_MS));
  return Math.ceil(wait / 1000);
}

/** @param over how many tries more than are free */
function nextBlock(rule: AttemptRule, over: number, now: Date): Date | null {
  if (over < 0) return null;
  const delay = Math.min(rule.longest, rule.delay * 2 ** Math.min(over, 30));
  return new Date(now.getTime() + delay);
}

const keptLong = Object.entries(attemptRules).flatMap(([name, { memory }]) => (memory > DAY_MS ? [name] : []));

/** In words: an index on just these serves no condition with parameters. */
const rulesKeptLong = sql.raw(keptLong.map((name) => `'${name}'`).join(', '));
const ruleOf = sql`split_part(${attempts.bucket}, ':', 1)`;

/** Counts that are forgotten a day after their last try, since each rule's own memory is shorter. */
export const shortAttempts = sql`${ruleOf} not in (${rulesKeptLong})`;
/** The others. */
export const longAttempts = sql`${ruleOf} in (${rulesKeptLong})`;
