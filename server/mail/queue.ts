import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import { after, type Clock, DAY_MS, HOUR_MS, MINUTE_MS } from '../clock.ts';
import type { Database } from '../database/open.ts';
import { mailQueue as table } from '../database/schema.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { htmlOf, textOf } from './html.ts';
import type { Mail, Posting, Transport } from './mail.ts';

/** Waits before each further try; the last one is repeated until the mail is of no use. Greylisting lasts some minutes. */
const WAITS_MS = [20_000, MINUTE_MS, 3 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS];
const USEFUL_MS = 3 * DAY_MS;
/** How long a claim lasts; longer than a mail server's timeout. A claim of a dead process ends after it. */
const CLAIMED_MS = 3 * MINUTE_MS;
const AT_ONCE = 4;

export interface MailQueue {
  mail: Mail;
  /** Hands over what is due. @throws when the database does not answer */
  sendDue(): Promise<void>;
}

/**
 * Mails as rows: they stand with what they tell of or not at all, survive the process, and are handed over by one of several. A
 * process that dies between a mail server's yes and its note hands the mail over again, under the same Message-ID.
 */
export function openMailQueue(parts: { db: Database; clock: Clock; jobs: Jobs; transport: Transport }): MailQueue {
  const { db, clock, jobs, transport } = parts;

  const mail: Mail = async (message, tx) => {
    const { customerId, to, subject, usefulFor = USEFUL_MS } = message;
    await (tx ?? db).insert(table).values({
      id: randomUUID(),
      customerId,
      recipient: to,
      subject,
      text: textOf(message),
      html: htmlOf(message),
      state: 'waiting',
      attempts: 0,
      due: clock(),
      expires: after(clock, usefulFor),
      problem: '',
      created: clock(),
    });
    await jobs.ask(tx ?? db, 'mail');
  };

  async function sendDue(): Promise<void> {
    await db.delete(table).where(lte(table.expires, clock()));
    for (let batch = await claim(); batch.length > 0; batch = await claim()) await Promise.all(batch.map(hand));
  }

  /** Takes what is due for this process alone. */
  async function claim() {
    const isDue = and(eq(table.state, 'waiting'), lte(table.due, clock()));
    const due = db
      .select({ id: table.id })
      .from(table)
      .where(isDue)
      .orderBy(asc(table.due))
      .limit(AT_ONCE)
      .for('update', { skipLocked: true });
    return db
      .update(table)
      .set({ due: after(clock, CLAIMED_MS), attempts: sql`${table.attempts} + 1` })
      .where(and(inArray(table.id, due), isDue))
      .returning();
  }

  async function hand({ id, recipient, subject, text, html, attempts }: typeof table.$inferSelect): Promise<void> {
    const posted = await transport({ id, to: recipient, subject, text, html }).catch(
      (error: unknown): Posting => ({ taken: false, forGood: false, why: String((error as Error).message) }),
    );
    if (posted.taken) {
      await db.delete(table).where(eq(table.id, id));
      return;
    }
    // Another process may have taken it over meanwhile.
    const stillOurs = and(eq(table.id, id), eq(table.attempts, attempts));
    const problem = posted.why.slice(0, 200);
    if (posted.forGood) {
      await db.update(table).set({ state: 'refused', problem }).where(stillOurs);
      return;
    }
    const due = after(clock, WAITS_MS[Math.min(attempts, WAITS_MS.length) - 1] ?? HOUR_MS);
    await db.update(table).set({ due, problem }).where(stillOurs);
    await jobs.ask(db, 'mail', due);
  }

  return { mail, sendDue };
}
