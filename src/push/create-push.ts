import { ageOf, DAY_MS } from '#contract/age.ts';
import type { AnswerOf } from '#contract/endpoints.ts';
import type { PushSubject } from '#contract/push.ts';
import { fail, ok, type ProblemCode, type Result } from '#contract/result.ts';
import { sendingKeys } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import type { PushRow } from '#database/rows.ts';
import { withRoom } from '#database/storage.ts';
import type { Session } from '#session/session.ts';
import { noRoom } from '#session/stored.ts';
import { NOT_HERE, pushRow, type Subscribed, subscribeAt } from './subscribing.ts';
import { putAwayOthers } from './unread.ts';

/**
 * How it stands on this device. no: this browser has no push. install: it has once Amparo is installed. denied: the customer
 * forbade it in the browser. off; declined: off, and not to be offered. pending: wanted, waits for a connection. on.
 */
export type PushStanding = 'no' | 'install' | 'denied' | 'off' | 'declined' | 'pending' | 'on';

/** What a page sees of its browser. */
export interface PushBrowser {
  /** Null where there is no push at all. */
  permission(): NotificationPermission | null;
  /** An iPhone or iPad whose browser gives push to installed apps alone. */
  installFirst: boolean;
  /** Asks the customer; to be called in the very turn of their tap. */
  ask(): Promise<NotificationPermission>;
  /** Null while no worker serves this page. */
  worker(): Promise<Pick<ServiceWorkerRegistration, 'pushManager' | 'getNotifications'> | null>;
}

export interface Push {
  standing(): Promise<PushStanding>;
  /**
   * The customer wants to be told on this device. Without a connection it is noted, and done when there is one.
   *
   * @returns 'denied' when the browser says no, 'unanswered' when the customer closed its question
   */
  turnOn(): Promise<Result<'on' | 'pending' | 'denied' | 'unanswered'>>;
  turnOff(): Promise<void>;
  /**
   * Before a logout, while the server still knows who says so: the sign-in it was told of may be an earlier one. What was shown goes.
   */
  leave(): Promise<void>;
  /** Not to be offered again. */
  decline(): Promise<void>;
  /**
   * Call it at each start and when the connection returns. A device that is to be told stays subscribed, under the sign-in of
   * today; any other one is not. What others were shown here goes. Asks nobody anything.
   */
  renew(): Promise<Result<null>>;
  /** The customer's subjects. 'not-found' from a backend that has no push. */
  settings(): Promise<Result<AnswerOf<'pushSettings'>>>;
  choose(subject: PushSubject, on: boolean): Promise<Result<AnswerOf<'pushSettings'>>>;
}

interface PushParts {
  db: Database;
  session: Pick<Session, 'customer' | 'call' | 'callSending'>;
  clock: () => number;
  browser: PushBrowser;
}

/** A subscription is told of again this often, in milliseconds, and after each sign-in. */
const RENEWED_AFTER_MS = DAY_MS;

/** What a backend without push answers. */
const lacking = new Set<ProblemCode>(['not-found', 'method-not-allowed']);

/** Push on this device, for the customer who is signed in. */
export function createPush({ db, session, clock, browser }: PushParts): Push {
  async function standing(): Promise<PushStanding> {
    const permission = browser.permission();
    if (permission === null) return browser.installFirst ? 'install' : 'no';
    const row = await ownRow();
    if (permission === 'denied') return 'denied';
    if (row && !row.on) return 'declined';
    if (!row || permission !== 'granted') return 'off';
    return row.key === null ? 'pending' : 'on';
  }

  async function turnOn(): Promise<Result<'on' | 'pending' | 'denied' | 'unanswered'>> {
    const permission = await browser.ask();
    if (permission !== 'granted') return ok(permission === 'denied' ? 'denied' : 'unanswered');
    const noted = await note(true);
    if (!noted.ok) return noRoom;
    const wish = noted.value;
    if (!wish) return fail('unauthorised');
    const renewed = await renew();
    if (renewed.ok) return ok('on');
    if (renewed.problem.code === 'offline' || renewed.problem.code === 'timeout') return ok('pending');
    await forget(wish);
    return renewed;
  }

  async function renew(): Promise<Result<null>> {
    await putAwayOthers((await browser.worker()) ?? undefined, await ownerNow());
    const row = await ownRow();
    if (!row?.on) {
      // Of somebody who was here before, or turned off while the browser could not be asked.
      await endSubscription();
      return ok(null);
    }
    // Taken back in the browser's settings: it may be granted again there.
    if (browser.permission() !== 'granted') return ok(null);
    const worker = await browser.worker();
    if (!worker) return fail('unavailable', { text: NOT_HERE });
    const standing = await worker.pushManager.getSubscription();
    const age = row.renewed === null ? null : ageOf(row.renewed, clock());
    if (standing && age !== null && age < RENEWED_AFTER_MS) return ok(null);
    const known = await settings();
    if (!known.ok) {
      if (lacking.has(known.problem.code)) await forget(row);
      return known;
    }
    const { clave } = known.value;
    const subscribed = await subscribeAt(db, worker.pushManager, clave);
    return subscribed.ok ? tell(worker, row, subscribed.value, clave) : subscribed;
  }

  async function tell(
    worker: Pick<ServiceWorkerRegistration, 'pushManager'>,
    { owner }: PushRow,
    subscribed: Subscribed,
    key: string,
  ): Promise<Result<null>> {
    const told = await session.callSending('subscribePush', subscribed, owner);
    if (!told.ok) return told;
    const kept = await withRoom(db, () =>
      db.transaction('rw', db.vault, async () => {
        // Turned off in another tab, or left by its owner, while the server was being told.
        const row = await pushRow(db);
        if (!row?.on || row.owner !== owner) return false;
        await db.vault.put({ ...row, key, renewed: clock() });
        return true;
      }),
    );
    // Without room it is told again at the next start.
    if (kept.ok && !kept.value) await end(await worker.pushManager.getSubscription());
    return ok(null);
  }

  async function turnOff(): Promise<void> {
    await noteOff();
    await endSubscription();
  }

  async function noteOff(): Promise<void> {
    const noted = await note(false);
    // Without room it is off all the same, and may be offered again.
    if (!noted.ok) await db.vault.delete('push');
  }

  /** Notes what the customer wants, and returns it; null while nobody is signed in. Another tab may change who it is. */
  function note(on: boolean) {
    return withRoom(db, () =>
      db.transaction('rw', db.vault, async (): Promise<PushRow | null> => {
        const owner = await ownerNow();
        if (!owner) return null;
        const row: PushRow = { id: 'push', owner, on, key: null, renewed: null };
        await db.vault.put(row);
        return row;
      }),
    );
  }

  /** Takes back what was noted. What another tab has noted meanwhile stays, and so does the subscription if that is wanted. */
  async function forget(noted: PushRow): Promise<void> {
    const stays = await db.transaction('rw', db.vault, async () => {
      const now = await pushRow(db);
      if (!now || !isSame(now, noted)) return now?.on === true;
      await db.vault.delete('push');
      return false;
    });
    if (!stays) await endSubscription();
  }

  async function endSubscription(): Promise<void> {
    const worker = await browser.worker();
    await end((await worker?.pushManager.getSubscription()) ?? null);
  }

  /** Here first: from then on nothing arrives. A server that cannot be told hears it from the push service. */
  async function end(subscription: PushSubscription | null): Promise<void> {
    if (!subscription) return;
    await subscription.unsubscribe().catch(() => false);
    await session.callSending('unsubscribePush', { endpoint: subscription.endpoint });
  }

  async function settings() {
    const who = await session.customer();
    return who ? session.call('pushSettings', { idUsuario: who.idUsuario }) : fail('unauthorised');
  }

  async function choose(subject: PushSubject, on: boolean) {
    const who = await session.customer();
    if (!who) return fail('unauthorised');
    return session.call('choosePush', { idUsuario: who.idUsuario, tema: subject, activo: on });
  }

  const ownerNow = async () => (await sendingKeys(db))?.owner ?? null;
  async function ownRow(): Promise<PushRow | null> {
    const [row, owner] = await Promise.all([pushRow(db), ownerNow()]);
    return row && row.owner === owner ? row : null;
  }

  return {
    standing,
    turnOn,
    turnOff,
    async leave() {
      await putAwayOthers((await browser.worker()) ?? undefined, null);
      await endSubscription();
    },
    decline: noteOff,
    renew,
    settings,
    choose,
  };
}

const isSame = (one: PushRow, other: PushRow): boolean =>
  one.owner === other.owner && one.on === other.on && one.key === other.key && one.renewed === other.renewed;
