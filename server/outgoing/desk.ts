import { and, asc, eq, gt, inArray, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { note } from '../audit/trail.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/open.ts';
import { STEP_ROWS } from '../database/rows.ts';
import { files, mailQueue, outgoingEvents } from '../database/schema.ts';
import { ownerOf } from '../files/owner-of.ts';

const tables = { event: outgoingEvents, mail: mailQueue } as const;

/** What waits or was refused, as whoever runs the server reads it: no line says what it is about. */
export interface Undelivered {
  kind: keyof typeof tables | 'file';
  id: string;
  /** An event's type; '' for a mail and a file. */
  type: string;
  /** 'held' is an event behind a refused one of the same customer, or a file that has no verdict yet. */
  state: 'waiting' | 'refused' | 'held' | 'quarantined';
  attempts: number;
  /** Null: at once, or never. */
  due: Date | null;
  problem: string;
  /** Null for a file, whose request has it. */
  created: Date | null;
}

/**
 * Everything that has not been taken yet, the oldest first, and every file that is not handed out. What is not shown is not read, and
 * no statement's time grows with a table: it is looked at after a long outage.
 */
export async function listUndelivered(db: Database): Promise<Undelivered[]> {
  const { id, seq, customerId, type, created } = outgoingEvents;
  const events = await inPages((beyond) =>
    db
      .select({ id, seq, customerId, type, ...shownOf(outgoingEvents), created })
      .from(outgoingEvents)
      .where(gt(id, beyond))
      .orderBy(asc(id))
      .limit(STEP_ROWS),
  );
  const mails = await inPages((beyond) =>
    db
      .select({ id: mailQueue.id, ...shownOf(mailQueue), created: mailQueue.created })
      .from(mailQueue)
      .where(gt(mailQueue.id, beyond))
      .orderBy(asc(mailQueue.id))
      .limit(STEP_ROWS),
  );
  const kept = await inPages((beyond) =>
    db
      .select({ id: files.id, ...shownOf(files) })
      .from(files)
      .where(and(ne(files.state, 'kept'), gt(files.id, beyond)))
      .orderBy(asc(files.id))
      .limit(STEP_ROWS),
  );
  const stuck = new Set<string>();
  const left: Undelivered[] = [];
  for (const { seq: _, customerId, ...event } of events.sort((a, b) => a.seq - b.seq)) {
    const isHeld = stuck.has(customerId);
    if (event.state === 'refused') stuck.add(customerId);
    left.push({ ...event, kind: 'event', state: isHeld ? 'held' : event.state });
  }
  for (const mail of mails.sort((a, b) => +a.created - +b.created)) left.push({ ...mail, kind: 'mail', type: '' });
  for (const { state, ...file } of kept) {
    if (state !== 'kept') left.push({ ...file, kind: 'file', type: '', state, created: null });
  }
  return left;
}

/** Of each kind the columns that say how far it has come. */
const shownOf = <T extends Record<'state' | 'attempts' | 'due' | 'problem', PgColumn>>({
  state,
  attempts,
  due,
  problem,
}: T): Pick<T, 'state' | 'attempts' | 'due' | 'problem'> => ({ state, attempts, due, problem });

/** All rows in steps along their ids, which have an index. */
async function inPages<R extends { id: string }>(page: (beyond: string) => Promise<R[]>): Promise<R[]> {
  const rows: R[] = [];
  for (let beyond: string | undefined = ''; beyond !== undefined; ) {
    const found: R[] = await page(beyond);
    rows.push(...found);
    beyond = found.length < STEP_ROWS ? undefined : found.at(-1)?.id;
  }
  return rows;
}

/**
 * Lets what was refused go again, all of it or the one; it is sent within a minute. It is due by the database's clock: this computer's
 * may be ahead. Held files are looked at again too, and a quarantined one when it is named.
 *
 * @returns how many that were
 */
export async function sendAgain(db: Database, only?: string): Promise<number> {
  let count = 0;
  for (const table of Object.values(tables)) {
    count += await inSteps(db, table, only, (some) =>
      db
        .update(table)
        .set({ state: 'waiting', attempts: 0, due: sql`now()` })
        .where(and(some, only === undefined ? eq(table.state, 'refused') : undefined))
        .returning({ id: table.id }),
    );
  }
  const looked = await inSteps(
    db,
    files,
    only,
    (some) =>
      db
        .update(files)
        .set({ state: 'held', attempts: 0, due: null, problem: '' })
        .where(and(some, only === undefined ? eq(files.state, 'held') : ne(files.state, 'kept')))
        .returning({ id: files.id }),
    ne(files.state, 'kept'),
  );
  return count + looked;
}

/**
 * Changes the one, or all along their ids, so many in a statement. `among` leaves out what an index leaves out too.
 *
 * @returns how many were changed
 */
async function inSteps(
  db: Database,
  table: typeof outgoingEvents | typeof mailQueue | typeof files,
  only: string | undefined,
  change: (some: SQL | undefined) => Promise<unknown[]>,
  among?: SQL,
): Promise<number> {
  if (only !== undefined) return (await change(eq(table.id, only))).length;
  let count = 0;
  for (let last = ''; ; ) {
    const beyond = gt(table.id, last);
    const step = db
      .select({ id: table.id })
      .from(table)
      .where(and(among, beyond))
      .orderBy(asc(table.id))
      .limit(STEP_ROWS);
    const end = (await step).at(-1)?.id;
    if (end === undefined) return count;
    count += (await change(and(beyond, lte(table.id, end)))).length;
    last = end;
  }
}

/** Hands a held or quarantined file out from now on, whatever the scanner says. False when there is none. */
export function release(db: Database, id: string, clock: Clock): Promise<boolean> {
  return db.transaction(async (tx) => {
    const released = await tx
      .update(files)
      .set({ state: 'kept', problem: '' })
      .where(and(eq(files.id, id), inArray(files.state, ['held', 'quarantined'])))
      .returning({ id: files.id });
    if (released.length === 0) return false;
    const customerId = await ownerOf(tx, id);
    await note(tx, clock, { actor: 'operator', event: 'file-released', customerId, about: id });
    return true;
  });
}

/** Gives one up for good: whoever should have taken it knows of it by other ways. False when there is none. */
export function drop(db: Database, id: string, clock: Clock): Promise<boolean> {
  return db.transaction(async (tx) => {
    for (const [kind, table] of Object.entries(tables)) {
      const [dropped] = await tx.delete(table).where(eq(table.id, id)).returning({ customerId: table.customerId });
      if (!dropped) continue;
      await note(tx, clock, { actor: 'operator', event: `${kind}-dropped`, customerId: dropped.customerId, about: id });
      return true;
    }
    return false;
  });
}
