import { and, eq, gt, inArray, lte, notInArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { HOUR_MS } from '#contract/age.ts';
import { after, type Clock } from '../clock.ts';
import type { AgeClock, CommonClock } from '../database/earlier-clock.ts';
import type { Database } from '../database/open.ts';
import { STEP_ROWS } from '../database/rows.ts';
import type { mailQueue } from '../database/schema.ts';
import { oneAtATime } from './one-at-a-time.ts';

/** A table whose rows wait to be handed over. It may have `expires` and `problem` too. */
type QueueTable = PgTable & Record<'id' | 'due' | 'attempts', PgColumn>;

/** How handing a row over went. */
export type Outcome<Row> =
  /** The row goes. */
  | 'done'
  /** The row stays, with these values. */
  | { done: Partial<Row> }
  /** Never: not tried again. */
  | { refused: string }
  /** Not now: tried again after at least `notBefore` milliseconds. `endedBy` ends the round: no other row would fare better. */
  | { later: string; notBefore?: number; endedBy?: unknown };

export interface QueueWorld {
  db: Database;
  clock: Clock;
  /** Asked before rows that expired are deleted; without it, `clock` says so alone. */
  ageClock?: AgeClock | undefined;
  /** What one process claims, another leaves alone: times of rows are written and judged by it. Without it, by `clock`. */
  commonClock?: CommonClock | undefined;
  /** Whether the process ends: what it has in hand is heard out, and it takes nothing more. */
  isOver?: (() => boolean) | undefined;
}

interface Queue<Row> {
  /** Which rows wait, beside their time; all of them without it. */
  waiting?: SQL | undefined;
  /** How many rows are handed over at the same time. */
  atOnce: number;
  /** Whose a row is. While two of somebody's are in hand, their others wait: whoever makes us wait must not have every place. */
  owner?: SQL;
  /** Milliseconds after which another may take over what was claimed, as from a process that died. */
  claimMs: number;
  /** Milliseconds before each further try; the last wait is repeated. */
  waitsMs: readonly number[];
  /** From 0 to 1; makes a wait up to a quarter longer, so that not all rows come back at once. */
  random?: () => number;
  /** How often a row is tried; without it, until it expires or for ever. */
  maxTries?: number;
  hand(row: Row): Promise<Outcome<Row>>;
  /** What stays of a row that was refused or tried too often; without it, it goes. */
  given?: Partial<Row>;
  /** Told how many rows ended without being done. */
  gaveUp?: ((count: number) => void) | undefined;
}

const OF_ONE_OWNER = 2;
/** A receiver may ask for no longer wait. */
const MAX_WAIT_MS = 6 * HOUR_MS;
/** No row of ours waits this long: a clock that was ahead wrote such a time. */
const NEVER_MS = 2 * MAX_WAIT_MS;
const MAX_PROBLEM_SIGNS = 200;

/**
 * Hands over the rows of a table that are due, each by one of several processes. A claim is the row's time moved on: whoever
 * claimed has it until then. A row that fails waits by itself, longer each time, and holds back no other.
 *
 * @returns a round: everything that is due, a few rows at a time. It throws what the database or `hand` threw. Called during a round,
 * it looks again at once
 */
export function dueRows<T extends QueueTable>(
  { db, clock, ageClock = async () => clock, commonClock = async () => clock, isOver = () => false }: QueueWorld,
  of: T,
  queue: Queue<T['$inferSelect']>,
): () => Promise<void> {
  // The queue that has every column stands for all; what a table lacks is not asked for.
  const table = of as unknown as typeof mailQueue;
  type Row = typeof table.$inferSelect;
  type InHand = Map<Row['id'], Promise<void>>;
  const { waiting, atOnce, owner, claimMs, waitsMs, random = () => 0, maxTries = Number.POSITIVE_INFINITY } = queue;
  const expires = 'expires' in of;
  // Without a time it is due at once. As the index has it: a row is found by it, and in this order.
  const at = table.due.notNull ? sql`${table.due}` : sql`coalesce(${table.due}, '-infinity')`;

  let call = () => {};
  const round = oneAtATime(async () => {
    if (isOver()) return;
    // What cannot be tidied up holds back no row.
    const untidy: unknown[] = await tidyUp().then(
      () => [],
      (error) => [error],
    );
    const inHand: InHand = new Map();
    const thrown: unknown[] = [];
    // Each is heard out: one that throws must not leave the others without a record.
    await fillPlaces(inHand, thrown).finally(() => Promise.all(inHand.values()));
    thrown.push(...untidy);
    if (thrown.length > 0) throw thrown[0];
  });
  return () => {
    call();
    return round();
  };

  /** Uses each place as soon as it is free: a row without an answer holds back no other. */
  async function fillPlaces(inHand: InHand, thrown: unknown[]): Promise<void> {
    while (thrown.length === 0) {
      const called = new Promise<void>((heard) => (call = heard));
      const rows = inHand.size < atOnce && !isOver() ? await claim(atOnce - inHand.size, [...inHand.keys()]) : [];
      for (const row of rows) inHand.set(row.id, handOver(row, inHand, thrown));
      if (rows.length > 0) continue;
      if (inHand.size === 0) return;
      await Promise.race([...inHand.values(), called]);
    }
  }

  async function tidyUp(): Promise<void> {
    await freeFromWrongClock();
    if (expires) await endExpired();
  }

  /** Some of the rows of a kind, for this process alone: no statement grows with what there is. */
  function someOf(kind: SQL | undefined, from: PgColumn | SQL) {
    const rows = db.select({ id: table.id }).from(table).where(kind).orderBy(from).limit(STEP_ROWS);
    return db.$with('some').as(rows.for('update', { skipLocked: true }));
  }

  /** A row whose time a clock wrote that was ahead is due now: it would wait until that clock is right. */
  async function freeFromWrongClock(): Promise<void> {
    const common = await commonClock(db);
    const isFar = and(waiting, gt(at, sql`${after(common, NEVER_MS).toISOString()}::timestamptz`));
    const some = someOf(isFar, at);
    for (let freed = STEP_ROWS; freed >= STEP_ROWS; ) {
      const rows = await db
        .with(some)
        .update(table)
        .set({ due: common() })
        .where(and(inArray(table.id, db.select({ id: some.id }).from(some)), isFar))
        .returning({ id: table.id });
      freed = rows.length;
    }
  }

  /** Deletes what is of no use any more. A row that had ended before was counted then. */
  async function endExpired(): Promise<void> {
    const by = await ageClock();
    const isOver = lte(table.expires, by());
    const some = someOf(isOver, table.expires);
    for (let gone = STEP_ROWS; gone >= STEP_ROWS; ) {
      const over = await db
        .with(some)
        .delete(table)
        .where(and(inArray(table.id, db.select({ id: some.id }).from(some)), isOver))
        .returning({ waited: sql<boolean>`${waiting ?? sql`true`}` });
      const ended = over.filter((row) => row.waited).length;
      if (ended > 0) queue.gaveUp?.(ended);
      gone = over.length;
    }
  }

  /** Takes some rows that are due, for this process alone. `inHand`: the ids of those it has. */
  async function claim(most: number, inHand: Row['id'][]): Promise<Row[]> {
    const common = await commonClock(db);
    const now = common();
    // As a sub-select, whose value the planner does not know: it would look it up in statistics of before. Where they say that little
    // is due, it reads whatever is, also when all came due since, as after an outage.
    const come = lte(at, sql`(select ${now.toISOString()}::timestamptz)`);
    const isDue = and(waiting, come, expires ? gt(table.expires, now) : undefined);
    const due = db.$with('due').as(
      db
        .select({ id: table.id })
        .from(table)
        .where(and(isDue, isBeside(inHand)))
        .orderBy(at)
        .limit(owner ? Math.min(most, OF_ONE_OWNER) : most)
        .for('update', { skipLocked: true }),
    );
    return (
      db
        .with(due)
        .update(table)
        .set({ due: after(common, claimMs), attempts: sql`${table.attempts} + 1` })
        // The condition is checked again: another process may have claimed it while this statement waited.
        .where(and(inArray(table.id, db.select({ id: due.id }).from(due)), isDue))
        .returning()
    );
  }

  /** Nothing is taken twice, whatever the clock does, and nothing more of whoever has their places already. */
  function isBeside(inHand: Row['id'][]): SQL | undefined {
    if (inHand.length === 0) return undefined;
    const owners = sql`select ${owner} from ${table} where ${inArray(table.id, inHand)}`;
    const full = owner && sql`${owner} not in (${owners} group by 1 having count(*) >= ${OF_ONE_OWNER})`;
    return and(notInArray(table.id, inHand), full);
  }

  async function handOver(row: Row, inHand: InHand, thrown: unknown[]): Promise<void> {
    try {
      const outcome = await queue.hand(row).catch((error: unknown): Outcome<Row> => {
        thrown.push(error);
        return { later: 'failed' };
      });
      if (outcome !== 'done' && 'later' in outcome && outcome.endedBy) thrown.push(outcome.endedBy);
      await record(row, outcome);
    } catch (error) {
      thrown.push(error);
    } finally {
      inHand.delete(row.id);
    }
  }

  async function record(row: Row, outcome: Outcome<Row>): Promise<void> {
    const same = eq(table.id, row.id);
    // What is done is done, whoever did it. What failed is said by whoever still has the claim.
    if (outcome === 'done') return void (await db.delete(table).where(same));
    if ('done' in outcome) return void (await db.update(table).set(outcome.done).where(and(same, waiting)));
    const stillOurs = and(same, waiting, eq(table.attempts, row.attempts), eq(table.due, row.due));
    const why = 'refused' in outcome ? outcome.refused : outcome.later;
    const problem = 'problem' in of ? { problem: why.slice(0, MAX_PROBLEM_SIGNS) } : {};
    if ('later' in outcome && row.attempts < maxTries) {
      const due = after(await commonClock(db), waitOf(row.attempts, outcome.notBefore));
      return void (await db
        .update(table)
        .set({ due, ...problem })
        .where(stillOurs));
    }
    const { given } = queue;
    const ended = given
      ? db
          .update(table)
          .set({ ...given, ...problem })
          .where(stillOurs)
          .returning({ id: table.id })
      : db.delete(table).where(stillOurs).returning({ id: table.id });
    if ((await ended).length > 0) queue.gaveUp?.(1);
  }

  function waitOf(attempts: number, notBefore = 0): number {
    const usual = waitsMs[Math.min(attempts, waitsMs.length) - 1] ?? HOUR_MS;
    return Math.min(Math.max(usual * (1 + random() / 4), notBefore), MAX_WAIT_MS);
  }
}
