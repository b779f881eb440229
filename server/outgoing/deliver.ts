import { and, asc, eq, inArray, lte, min, sql } from 'drizzle-orm';
import { after, type Clock, HOUR_MS, MINUTE_MS } from '../clock.ts';
import type { Database } from '../database/open.ts';
import { outgoingEvents as table } from '../database/schema.ts';
import { eventText } from '../insurer/events.ts';
import { type SigningKey, signed } from '../insurer/signature.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { type Posted, post } from '../push/post.ts';

/** Where the insurer listens. All keys sign, so that a receiver may change over to the new one when it likes. */
export interface Receiver {
  url: string;
  keys: readonly SigningKey[];
}

interface DeliveryParts {
  db: Database;
  clock: Clock;
  jobs: Jobs;
  receiver: Receiver;
  /** From 0 to 1; moves each wait a little, so that not all customers' lines come back at once. */
  random?: () => number;
}

type Event = typeof table.$inferSelect;

const SECOND_MS = 1000;
/** Waits before each further try; the last one is repeated. */
const WAITS_MS = [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS];
/** Three days: a receiver that was down over a weekend has everything by itself. */
export const MAX_TRIES = 76;
const MAX_WAIT_MS = 6 * HOUR_MS;
/** How long a claim lasts; a claim of a dead process ends after it. */
const CLAIMED_MS = 2 * MINUTE_MS;
const AT_ONCE = 8;
/**
 * Statuses by which the receiver refuses an event for good. Any other failure may be an outage, a deployment or a wrong key,
 * and is retried.
 */
const refusals = [400, 410, 413, 422];

/**
 * Sends due events, for each customer only the oldest. Later ones wait until it was accepted. So a refused event holds up
 * its customer's events until somebody resends or drops it; other customers are not affected.
 *
 * @throws when the database does not answer
 */
export function openDelivery({ db, clock, jobs, receiver, random = Math.random }: DeliveryParts): () => Promise<void> {
  return async () => {
    for (let batch = await claim(); batch.length > 0; batch = await claim()) await Promise.all(batch.map(hand));
  };

  /** Takes the heads of lines that are due, for this process alone. */
  async function claim(): Promise<Event[]> {
    const heads = db
      .select({ seq: min(table.seq) })
      .from(table)
      .groupBy(table.customerId);
    const isDue = and(eq(table.state, 'waiting'), lte(table.due, clock()));
    const due = db
      .select({ id: table.id })
      .from(table)
      .where(and(isDue, inArray(table.seq, heads)))
      .orderBy(asc(table.due), asc(table.seq))
      .limit(AT_ONCE)
      .for('update', { skipLocked: true });
    return (
      db
        .update(table)
        .set({ due: after(clock, CLAIMED_MS), attempts: sql`${table.attempts} + 1` })
        // The condition is checked again: another process may have claimed it while this statement waited.
        .where(and(inArray(table.id, due), isDue))
        .returning()
    );
  }

  async function hand(event: Event): Promise<void> {
    const posted = await send(event);
    if (posted !== 'silent' && posted.status >= 200 && posted.status < 300) {
      await db.delete(table).where(eq(table.id, event.id));
      return;
    }
    const problem = posted === 'silent' ? 'no answer' : String(posted.status);
    const isRefused = posted !== 'silent' && refusals.includes(posted.status);
    if (isRefused || event.attempts >= MAX_TRIES) {
      await db.update(table).set({ state: 'refused', problem }).where(stillOurs(event));
      return;
    }
    const asked = posted === 'silent' ? 0 : (posted.retryAfter ?? 0) * SECOND_MS;
    const usual = WAITS_MS[Math.min(event.attempts, WAITS_MS.length) - 1] ?? HOUR_MS;
    const due = after(clock, Math.min(Math.max(usual * (1 + random() / 4), asked), MAX_WAIT_MS));
    await db.update(table).set({ due, problem }).where(stillOurs(event));
    await jobs.ask(db, 'outgoing', due);
  }

  async function send({ id, type, created, data }: Event): Promise<Posted | 'silent'> {
    const body = eventText(type, created, data);
    const [first, ...others] = receiver.keys.map((key) => signed({ id, at: clock(), body }, key));
    if (!first) throw new Error('A receiver without a key');
    const signature = [first, ...others].map((one) => one['webhook-signature']).join(' ');
    const headers = { ...first, 'webhook-signature': signature, 'content-type': 'application/json' };
    try {
      // The operator named the address, so it may lie in the operator's own network.
      return await post({ endpoint: receiver.url, headers, body: Buffer.from(body) }, new URL(receiver.url).origin);
    } catch {
      return 'silent';
    }
  }
}

/** Another process may have taken it over meanwhile. */
const stillOurs = ({ id, attempts }: Event) => and(eq(table.id, id), eq(table.attempts, attempts));
