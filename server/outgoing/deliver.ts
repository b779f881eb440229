import { and, eq } from 'drizzle-orm';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/age.ts';
import { outgoingEvents as table } from '../database/schema.ts';
import { eventText } from '../insurer/events.ts';
import { type SigningKey, signed } from '../insurer/signature.ts';
import { type Posted, post } from '../push/post.ts';
import { dueRows, type QueueWorld } from '../queue/due-rows.ts';

/** Where the insurer listens. All keys sign, so that a receiver may change over to the new one when it likes. */
export interface Receiver {
  url: string;
  keys: readonly SigningKey[];
}

interface DeliveryParts extends QueueWorld {
  receiver: Receiver;
  /** From 0 to 1; moves each wait a little, so that not all customers' lines come back at once. */
  random: () => number;
  gaveUp?: (count: number) => void;
  /** How an event travels; without it, over the network. */
  travels?: typeof post | undefined;
}

type Event = typeof table.$inferSelect;

const WAITS_MS = [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS];
/** Three days: a receiver that was down over a weekend has everything by itself. */
export const MAX_TRIES = 76;
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
export function openDelivery(parts: DeliveryParts): () => Promise<void> {
  const { db, clock, commonClock = async () => clock, receiver, random, gaveUp, travels = post } = parts;
  return dueRows(parts, table, {
    // The database moves `head` on when the one before goes (migration 0017).
    waiting: and(eq(table.state, 'waiting'), eq(table.head, true)),
    atOnce: AT_ONCE,
    claimMs: CLAIMED_MS,
    waitsMs: WAITS_MS,
    maxTries: MAX_TRIES,
    given: { state: 'refused' },
    random,
    gaveUp,
    async hand(event) {
      const posted = await send(event);
      if (posted === 'silent') return { later: 'no answer' };
      if (posted.status >= 200 && posted.status < 300) return 'done';
      if (refusals.includes(posted.status)) return { refused: String(posted.status) };
      return { later: String(posted.status), notBefore: (posted.retryAfter ?? 0) * SECOND_MS };
    },
  });

  async function send({ id, type, created, data }: Event): Promise<Posted | 'silent'> {
    const body = eventText(type, created, data);
    const at = (await commonClock(db))();
    const [first, ...others] = receiver.keys.map((key) => signed({ id, at, body }, key));
    if (!first) throw new Error('A receiver without a key');
    const signature = [first, ...others].map((one) => one['webhook-signature']).join(' ');
    const headers = { ...first, 'webhook-signature': signature, 'content-type': 'application/json' };
    try {
      // The operator named the address, so it may lie in the operator's own network.
      return await travels({ endpoint: receiver.url, headers, body: Buffer.from(body) }, new URL(receiver.url).origin);
    } catch {
      return 'silent';
    }
  }
}
