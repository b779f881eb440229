import { and, eq, exists, inArray, ne, sql } from 'drizzle-orm';
import webPush from 'web-push';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/age.ts';
import type { PushMessage } from '#contract/push.ts';
import { isGoodToken } from '../accounts/good-token.ts';
import { after, type Clock } from '../clock.ts';
import type { CommonClock, CommonNow } from '../database/earlier-clock.ts';
import type { Database, Transaction } from '../database/open.ts';
import { devices, type PushAddress, pushQueue, pushRefusals, pushSubscriptions, tokens } from '../database/schema.ts';
import type { Later } from '../later.ts';
import { dueRows, type Outcome, type QueueWorld } from '../queue/due-rows.ts';
import type { KeyedHash } from '../secrets.ts';
import { ClosedAddress, isPushAddressAllowed } from './address.ts';
import { type Posted, post } from './post.ts';
import { createSilentHosts } from './silent-hosts.ts';
import { openVapidKeys } from './vapid.ts';

/** How a server tells its customers' devices that there is news. */
export interface News {
  /** The public key a subscription is bound to. */
  publicKey: string;
  /** Whether a device may be told at this address. */
  isPushAddressAllowed(endpoint: string): boolean;
  /**
   * Notes the message for each device of the customer, unless they refused its subject. Part of the transaction of what it
   * tells of: either both stand or neither.
   *
   * @param except the device that did it, which knows
   */
  tell(tx: Database | Transaction, customerId: string, message: PushMessage, except?: string): Promise<void>;
  /** Sends what is due, behind the answer that is being given. It never fails and nobody waits for it. */
  sendSoon(): void;
  /** Sends what is due. @throws when the database does not answer */
  sendDue(): Promise<void>;
}

interface NewsParts extends QueueWorld {
  commonNow?: CommonNow;
  hash: KeyedHash;
  later: Later;
  /** Whom a push service may write to when messages of ours trouble it (RFC 8292, 2.1): 'mailto:' or 'https:'. */
  contact?: string;
  /** Origin of a push service that stands in for all in tests. */
  trial?: string | null;
  gaveUp?: (count: number) => void;
}

/** Where nobody said whom to write to: a name that reaches nobody (RFC 2606). */
const NO_CONTACT = 'mailto:avisos@amparo.invalid';
/** A push is dropped after this time; the device then finds the news in the app. */
export const KEPT_MS = 3 * DAY_MS;
/** Waits before each further try. After the last one the message is given up. */
const WAITS_MS = [30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS];
const CLAIMED_MS = 2 * MINUTE_MS;
const AT_ONCE = 16;
/** Every message is padded to this length before sealing, because its length would reveal the subject to the push service. */
const MESSAGE_BYTES = 256;

type Due = typeof pushQueue.$inferSelect;

export async function openNews(parts: NewsParts): Promise<News> {
  const { db, clock, commonClock = async () => clock, commonNow = clock, hash, later, gaveUp } = parts;
  const { contact = NO_CONTACT, trial = null } = parts;
  const keys = await openVapidKeys(db);
  const hosts = createSilentHosts(clock);

  async function tell(tx: Database | Transaction, customerId: string, message: PushMessage, except = '') {
    const refused = and(eq(pushRefusals.customerId, customerId), eq(pushRefusals.subject, message.tema));
    if ((await tx.select().from(pushRefusals).where(refused)).length > 0) return;
    // A device whose tokens are all over is signed out, and is told nothing.
    const good = tx
      .select({ hash: tokens.hash })
      .from(tokens)
      .where(and(eq(tokens.deviceId, devices.id), isGoodToken({ commonNow })));
    const told = await tx
      .select({ deviceId: pushSubscriptions.deviceId })
      .from(pushSubscriptions)
      .innerJoin(devices, eq(devices.id, pushSubscriptions.deviceId))
      .where(and(eq(devices.customerId, customerId), ne(devices.id, except), exists(good)))
      // Rows refer to them: one that a push service ends meanwhile must not take back what is told of. Everybody locks them in one
      // order, or this and an end of the same sign-ins could wait for each other.
      .orderBy(pushSubscriptions.deviceId)
      .for('key share', { of: pushSubscriptions });
    if (told.length === 0) return;
    const times = await timesOf(tx, commonClock);
    await tx.insert(pushQueue).values(told.map(({ deviceId }) => ({ deviceId, message, attempts: 0, ...times })));
  }

  // By customer and not by origin: a customer could name another push service for each device.
  const ownerOfDevice = db.select({ id: devices.customerId }).from(devices).where(eq(devices.id, pushQueue.deviceId));
  const sendDue = dueRows(parts, pushQueue, {
    atOnce: AT_ONCE,
    owner: sql`coalesce(${pushQueue.customerId}, (${ownerOfDevice}), '')`,
    claimMs: CLAIMED_MS,
    waitsMs: WAITS_MS,
    maxTries: WAITS_MS.length + 1,
    gaveUp,
    async hand(item) {
      const to = item.address ?? (await addressOf(item));
      return to ? handTo(item, to) : 'done';
    },
  });

  async function handTo(item: Due, to: PushAddress): Promise<Outcome<Due>> {
    if (!isPushAddressAllowed(to.endpoint, trial)) return forget(item, to);
    const wait = hosts.waitOf(to.endpoint);
    if (wait > 0) return { later: 'no answer', notBefore: wait };
    const posted = await send(item, to);
    if (posted === 'silent') return { later: 'no answer' };
    if (posted === 'closed' || (await isOver(posted))) return forget(item, to);
    const status = String(posted.status);
    if (worthTrying(posted)) return { later: status, notBefore: (posted.retryAfter ?? 0) * 1000 };
    return posted.status < 300 ? 'done' : { refused: status };
  }

  /** RFC 8030, 7.3: the subscription is over. 401 and 403: it is bound to another key than ours (RFC 8292, 4.2). */
  async function isOver({ status }: Posted): Promise<boolean> {
    if (status !== 401 && status !== 403) return status === 404 || status === 410;
    // A message says by this process's clock how long its signature is good. Where that clock is wrong, they speak of it (F60).
    return Math.abs((await commonClock(db))().getTime() - clock().getTime()) < HOUR_MS;
  }

  async function addressOf({ deviceId }: Due): Promise<PushAddress | null> {
    if (deviceId === null) return null;
    const [found] = await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.deviceId, deviceId));
    return found ?? null;
  }

  async function send(item: Due, to: PushAddress): Promise<Posted | 'silent' | 'closed'> {
    const sealed = seal(item, to, await commonClock(db));
    if (!sealed) return 'closed';
    try {
      const posted = await post(sealed, trial);
      hosts.heard(to.endpoint);
      return posted;
    } catch (error) {
      if (error instanceof ClosedAddress) return 'closed';
      hosts.silent(to.endpoint);
      return 'silent';
    }
  }

  /** Null when it cannot be sealed: the device gave keys that are none. */
  function seal({ message, expires }: Due, { endpoint, p256dh, auth }: PushAddress, common: Clock) {
    const text = JSON.stringify(message).padEnd(MESSAGE_BYTES);
    try {
      const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
        vapidDetails: { subject: contact, ...keys },
        TTL: Math.max(0, Math.round((expires.getTime() - common().getTime()) / 1000)),
        // One for all: another one for an ended sign-in, which must be heard at once, would tell the push service of it.
        urgency: 'high',
        // A device that was off gets the last of several about the same thing (RFC 8030, 5.4). Other devices' topics are others.
        topic: hash('topic', `${endpoint}\n${text}`).slice(0, 32),
      });
      return { endpoint, headers: headers as Record<string, string | number>, body };
    } catch {
      return null;
    }
  }

  /** Ends this subscription, with all that waits for it. The device may have a new one since, which is tried then. */
  async function forget({ deviceId }: Due, { endpoint }: PushAddress): Promise<Outcome<Due>> {
    if (deviceId === null) return 'done';
    const own = eq(pushSubscriptions.deviceId, deviceId);
    await db.delete(pushSubscriptions).where(and(own, eq(pushSubscriptions.endpoint, endpoint)));
    return { later: 'gone' };
  }

  return {
    publicKey: keys.publicKey,
    isPushAddressAllowed: (endpoint) => isPushAddressAllowed(endpoint, trial),
    tell,
    sendSoon: () => later.start(sendDue),
    sendDue,
  };
}

/**
 * Notes a last message for these devices, whose sign-ins the caller's transaction ends: what hears it asks the server and locks
 * (D83). It is said whatever subjects the customer chose.
 */
export async function tellLast(tx: Transaction, commonClock: CommonClock, deviceIds: readonly string[]): Promise<void> {
  const told = await tx
    .select({ to: pushSubscriptions, customerId: devices.customerId })
    .from(pushSubscriptions)
    .innerJoin(devices, eq(devices.id, pushSubscriptions.deviceId))
    .where(inArray(pushSubscriptions.deviceId, [...deviceIds]))
    .orderBy(pushSubscriptions.deviceId)
    .for('update', { of: pushSubscriptions });
  if (told.length === 0) return;
  const message: PushMessage = { tema: 'seguridad' };
  const times = await timesOf(tx, commonClock);
  await tx.insert(pushQueue).values(
    told.map(({ to: { endpoint, p256dh, auth }, customerId }) => ({
      customerId,
      address: { endpoint, p256dh, auth },
      ...{ message, attempts: 0, ...times },
    })),
  );
}

/** When a message that is noted now is due, and until when it is of use. */
async function timesOf(tx: Database | Transaction, commonClock: CommonClock): Promise<{ due: Date; expires: Date }> {
  const common = await commonClock(tx);
  return { due: common(), expires: after(common, KEPT_MS) };
}

const worthTrying = ({ status }: Posted): boolean => [401, 403, 408, 429].includes(status) || status >= 500;
