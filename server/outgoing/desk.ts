import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/open.ts';
import { files, mailQueue, outgoingEvents } from '../database/schema.ts';

const tables = { event: outgoingEvents, mail: mailQueue } as const;

/** What waits or was refused, as whoever runs the server reads it: no line says what it is about. */
export interface Left {
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

/** Everything that has not been taken yet, the oldest first, and every file that is not handed out. */
export async function listLeft(db: Database): Promise<Left[]> {
  const events = await db.select().from(outgoingEvents).orderBy(asc(outgoingEvents.seq));
  const mails = await db.select().from(mailQueue).orderBy(asc(mailQueue.created));
  const stuck = new Set<string>();
  const left: Left[] = [];
  for (const { id, type, state, customerId, attempts, due, problem, created } of events) {
    const isHeld = stuck.has(customerId);
    if (state === 'refused') stuck.add(customerId);
    left.push({ kind: 'event', id, type, state: isHeld ? 'held' : state, attempts, due, problem, created });
  }
  for (const { id, state, attempts, due, problem, created } of mails) {
    left.push({ kind: 'mail', id, type: '', state, attempts, due, problem, created });
  }
  const kept = await db
    .select({ id: files.id, state: files.state, attempts: files.attempts, due: files.due, problem: files.problem })
    .from(files)
    .where(ne(files.state, 'kept'))
    .orderBy(asc(files.id));
  for (const { state, ...file } of kept) {
    if (state !== 'kept') left.push({ ...file, kind: 'file', type: '', state, created: null });
  }
  return left;
}

/**
 * Lets what was refused go again, all of it or the one; it is sent within a minute. Held files are looked at again too, and a
 * quarantined one when it is named.
 *
 * @returns how many that were
 */
export async function sendAgain(db: Database, clock: Clock, only?: string): Promise<number> {
  let count = 0;
  for (const table of Object.values(tables)) {
    const again = await db
      .update(table)
      .set({ state: 'waiting', attempts: 0, due: clock() })
      .where(only === undefined ? eq(table.state, 'refused') : eq(table.id, only))
      .returning({ id: table.id });
    count += again.length;
  }
  const looked = await db
    .update(files)
    .set({ state: 'held', attempts: 0, due: null, problem: '' })
    .where(only === undefined ? eq(files.state, 'held') : and(eq(files.id, only), ne(files.state, 'kept')))
    .returning({ id: files.id });
  return count + looked.length;
}

/** Hands a held or quarantined file out from now on, whatever the scanner says. False when there is none. */
export async function release(db: Database, id: string): Promise<boolean> {
  const released = await db
    .update(files)
    .set({ state: 'kept', problem: '' })
    .where(and(eq(files.id, id), inArray(files.state, ['held', 'quarantined'])))
    .returning({ id: files.id });
  return released.length > 0;
}

/** Gives one up for good: whoever should have taken it knows of it by other ways. False when there is none. */
export async function drop(db: Database, id: string): Promise<boolean> {
  for (const table of Object.values(tables)) {
    const dropped = await db.delete(table).where(eq(table.id, id)).returning({ id: table.id });
    if (dropped.length > 0) return true;
  }
  return false;
}
