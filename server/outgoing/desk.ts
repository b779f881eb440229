import { asc, eq } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/open.ts';
import { mailQueue, outgoingEvents } from '../database/schema.ts';

const tables = { event: outgoingEvents, mail: mailQueue } as const;

/** What waits or was refused, as whoever runs the server reads it: no line says what it is about. */
export interface Left {
  kind: keyof typeof tables;
  id: string;
  /** An event's type; '' for a mail. */
  type: string;
  /** 'held' is behind a refused one of the same customer. */
  state: 'waiting' | 'refused' | 'held';
  attempts: number;
  due: Date;
  problem: string;
  created: Date;
}

/** Everything that has not been taken yet, the oldest first. */
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
  return left;
}

/** Lets what was refused go again, all of it or the one; it is sent within a minute. @returns how many that were */
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
  return count;
}

/** Gives one up for good: whoever should have taken it knows of it by other ways. False when there is none. */
export async function drop(db: Database, id: string): Promise<boolean> {
  for (const table of Object.values(tables)) {
    const dropped = await db.delete(table).where(eq(table.id, id)).returning({ id: table.id });
    if (dropped.length > 0) return true;
  }
  return false;
}
