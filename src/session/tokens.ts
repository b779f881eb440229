import type { Api } from '#api/create-api.ts';
import { ageOf, DAY_MS, HOUR_MS } from '#contract/age.ts';
import { fail, hasJudged, ok, type Problem, type Result } from '#contract/result.ts';
import { holdLock, whenReleased } from '#database/hold-lock.ts';
import { customerKeys, keysOf, readingKeys, sendingKeys } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import type { SessionRow } from '#database/rows.ts';
import { whileUnlocked } from '#database/while-open.ts';
import { type Identity, openPart, partId, sealAccess, sealGiven, sealPart } from './stored.ts';
import { createUnkept } from './unkept.ts';

/** V4.5. */
const ACCESS_LIFE_MS = 30 * DAY_MS;
/** Two thirds of the 90 days of D27, so that a customer who comes once a month never has to sign in again for it. */
const INTERNAL_RENEWED_AFTER_MS = 60 * DAY_MS;
/** A token received this recently is not fetched again, even if a wrong clock makes it look expired. */
const JUST_RECEIVED_MS = HOUR_MS;

/** How long a page waits for another one that renews. A page may be frozen meanwhile. */
const OTHER_PAGE_MS = 10_000;

/** The open session's customer. */
export interface Customer extends Identity {
  /** The random name of the customer on this device. */
  owner: string;
}

type RenewedPart = 'internal' | 'access';

interface TokenParts {
  db: Database;
  api: Api;
  clock: () => number;
  onRenewed?: () => Promise<void>;
}

/** The open session's tokens. Each use reads them from the device, so that a lock in another tab takes effect at once. */
export function createTokens({ db, api, clock, onRenewed }: TokenParts) {
  const renewals = new Map<string, Promise<Result<string>>>();
  /** What opens the renewal token (D76). It is in this page's memory alone: what is stored is carved out of files. */
  const held = whileUnlocked(db, (): { renewal?: Renewal; late?: (() => Promise<void>) | undefined } => ({}));
  const unkept = createUnkept(db, () => {
    // What was renewed in memory alone lies on the device now.
    delete held().renewal;
  });
  const { rowOf, write } = unkept;
  /** What the last unlock still does behind. */
  let behind: Promise<void> | null = null;
  const lock = `amparo renewing ${db.name}`;

  /** The open session, or null while locked, signed out or damaged. */
  async function customer(): Promise<Customer | null> {
    // Read together: another tab may sign in, and what it seals anew the keys from before do not open (F55). Nothing else is
    // read: a live query would run again at each touch of the screen, which notes its time.
    const { reading, identity } = await db.transaction('r', db.vault, db.session, async () => {
      const row = await db.vault.get('reading');
      const reading = row?.id === 'reading' ? row : null;
      return { reading, identity: reading ? await db.session.get(partId(reading.owner, 'identity')) : undefined };
    });
    const keys = await keysOf(db, reading);
    const who = keys && (await openPart(keys, keys.owner, 'identity', identity));
    return keys && who ? { owner: keys.owner, ...who } : null;
  }

  /** A stored token, valid or not. No internal one is there after an offline sign-in that followed a logout. */
  async function stored(owner: string, part: RenewedPart): Promise<string | null> {
    return (await ownPart(owner, part))?.token ?? null;
  }

  /** The access token. It is renewed first when it is missing or older than 30 days (V4.5). */
  async function access(who: Customer): Promise<Result<string>> {
    await unkept.keepHeld(who.owner);
    const usable = await usableAccess(who);
    // D57: a token that was here during a lock is exchanged too. If that fails, the next call tries again.
    if (usable.ok && (await ownPart(who.owner, 'internal'))?.stale) await renewInternal(who);
    return usable;
  }

  async function usableAccess(who: Customer): Promise<Result<string>> {
    const known = await ownPart(who.owner, 'access');
    if (known && !expired(known)) return ok(known.token);
    await settled();
    if (canRenew(who.owner)) {
      const { late } = held();
      const renewed = await renew(who);
      if (renewed.ok || canRenew(who.owner)) return renewed;
      await late?.();
    }
    return renewAccess(who, null);
  }

  /** Whether this page may still exchange the renewal token: the server has not refused it, and nobody has exchanged it. */
  const canRenew = (owner: string): boolean => held().renewal?.owner === owner;

  /** What opens the renewal token, if this page knows it. */
  const renewal = (): Renewal | null => held().renewal ?? null;

  /** Resolves when neither this page nor another one renews. */
  async function settled(): Promise<void> {
    // Who renews hears of a failure; who waits goes on without.
    await (behind?.catch(() => undefined) ?? whenReleased(lock, db.machine.timers, OTHER_PAGE_MS));
  }

  /**
   * Renews the session after an unlock that asked nobody. Calls wait for it. Without a connection the first call that has one
   * renews.
   *
   * @param before is waited for first
   * @param refused runs when the server does not take the token
   * @param late runs in its place when no answer came now, and a later call is refused
   */
  function renewBehind(
    who: Customer,
    key: CryptoKey,
    {
      before,
      refused,
      late,
    }: Record<'before' | 'refused', () => Promise<void>> & { late?: (() => Promise<void>) | undefined },
  ): Promise<void> {
    Object.assign(held(), { renewal: { owner: who.owner, key }, late });
    const release = holdLock(lock);
    const run = async () => {
      await before();
      const renewed = await renew(who);
      if (!renewed.ok && !canRenew(who.owner)) await refused();
    };
    behind = run().finally(() => {
      behind = null;
      release();
    });
    return behind;
  }

  /**
   * Exchanges the renewal token for new tokens; simultaneous calls share one request. When another page has exchanged it meanwhile,
   * that page's tokens stay, and these are forgotten: the server gave both the same next one.
   */
  function renew(who: Customer): Promise<Result<string>> {
    return singly(`renewal ${who.owner}`, async () => {
      const known = await toRenew(who.owner);
      if (!known) {
        delete held().renewal;
        return fail('unauthorised');
      }
      const { key, stored, token } = known;
      const answer = await api.call('renewSession', { renovacion: token });
      if (!answer.ok) {
        if (isRefusal(answer.problem)) await forgetRenewal(stored);
        return answer;
      }
      const { usuario: account, accessToken } = answer.value;
      const keys = await customerKeys(db, who.owner);
      const sealed = keys
        ? await sealGiven(keys, who.owner, { account, access: accessToken }, { who, key, now: clock() })
        : null;
      const written = sealed ? await write(sealed, who.owner, stored.id, stored) : 'passed';
      // What is only in this page's memory is renewed with it again.
      if (written !== 'held') delete held().renewal;
      if (written !== 'passed') {
        // What waits is resumed at the next start too, so a failure of it fails no call.
        void onRenewed?.().catch((error: unknown) => console.error('session: what waits was not resumed', error));
        return ok(accessToken.access_token);
      }
      const others = await ownPart(who.owner, 'access');
      return others && !expired(others) ? ok(others.token) : fail('unauthorised');
    });
  }

  /** The renewal token that this page can open; null without one. */
  async function toRenew(owner: string) {
    const by = held().renewal;
    const { row, stored } = await rowOf(partId(owner, 'renewal'));
    const known = by && (await openPart(by.key, owner, 'renewal', row));
    return by && stored && known ? { key: by.key, stored, token: known.token } : null;
  }

  /** The token is worth nothing any more, so the next unlock signs in. */
  async function forgetRenewal(row: SessionRow): Promise<void> {
    delete held().renewal;
    await unkept.forget(row.id, row);
  }

  /** Fetches a new access token; simultaneous calls share one request. `refused` is the token that the server refused. */
  function renewAccess(who: Customer, refused: string | null): Promise<Result<string>> {
    const run = async (): Promise<Result<string>> => {
      const known = await ownPart(who.owner, 'access');
      const renewedMeanwhile = refused === null ? known && !expired(known) : known && known.token !== refused;
      if (known && renewedMeanwhile) return ok(known.token);
      const internal = await ownPart(who.owner, 'internal');
      if (!internal) return fail('unauthorised');
      const answer = await api.call('accessToken', { cedula: who.cedula }, { internal: internal.token });
      if (!answer.ok) {
        const isNewer = answer.problem.code === 'unauthorised' && (await noteRefused(who.owner, internal.token));
        return isNewer ? run() : answer;
      }
      const keys = await customerKeys(db, who.owner);
      if (!keys) return fail('unauthorised');
      const rows = await sealAccess(keys, who.owner, answer.value, clock());
      // The server accepts the token again, so the mark is removed.
      if (internal.refused) {
        const { refused: _, ...known } = internal;
        rows.push(await sealPart(keys.readKey, who.owner, 'internal', known));
      }
      // Another tab may exchange the internal token meanwhile, so the access token that was here tells better of a new sign-in.
      const kept =
        known && !internal.refused
          ? await keep(who.owner, 'access', known.token, rows)
          : await keep(who.owner, 'internal', internal.token, rows);
      return kept ? ok(answer.value.access_token) : newer(who.owner, 'access');
    };
    return singly(`access ${who.owner}`, run);
  }

  /**
   * D49: marks the internal token as refused: without it nothing can be renewed. The mark is stored with the token, so the
   * next sign-in in any tab removes it.
   *
   * @returns whether another page has stored a newer one meanwhile
   */
  async function noteRefused(owner: string, token: string): Promise<boolean> {
    const keys = await readingKeys(db);
    const { row: before, stored } = await rowOf(partId(owner, 'internal'));
    const known = keys?.owner === owner ? await openPart(keys, owner, 'internal', before) : null;
    if (!keys || known?.token !== token || known.refused) return false;
    // Another page holds what came in its place, and counts on finding it here.
    if (stored && before === stored && (await unkept.isHeldElsewhere())) return unkept.comesElsewhere(stored);
    const row = await sealPart(keys.readKey, owner, 'internal', { ...known, refused: true });
    const noted = await write({ rows: [row], gone: [] }, owner, row.id, stored);
    // No page would hear of a mark in memory. A token that is missing asks for a sign-in too.
    if (noted === 'held') await unkept.forget(row.id, stored);
    return false;
  }

  /**
   * Exchanges the internal token when it is older than 60 days or was here during a lock; otherwise returns the stored one.
   */
  function renewInternal(who: Customer): Promise<Result<string>> {
    return singly(`internal ${who.owner}`, async () => {
      const before = await ownPart(who.owner, 'internal');
      if (!before) return fail('unauthorised');
      if (isYoung(before)) return ok(before.token);
      const bearer = await usableAccess(who);
      if (!bearer.ok) return bearer;
      // With the access token it may have been exchanged too (D76).
      const known = await ownPart(who.owner, 'internal');
      if (!known) return fail('unauthorised');
      if (isYoung(known)) return ok(known.token);
      const sent = { bearer: bearer.value, internal: known.token };
      const answer = await api.call('renewInternalToken', { idUsuario: who.idUsuario }, sent);
      if (!answer.ok) return answer;
      const keys = await customerKeys(db, who.owner);
      if (!keys) return fail('unauthorised');
      const renewed = { token: answer.value.token, since: clock() };
      const row = await sealPart(keys.readKey, who.owner, 'internal', renewed);
      const kept = await keep(who.owner, 'internal', known.token, [row]);
      return kept ? ok(renewed.token) : newer(who.owner, 'internal');
    });
  }

  function isYoung({ since, stale }: { since: number; stale?: true }): boolean {
    const age = ageOf(since, clock());
    return !stale && age !== null && age < INTERNAL_RENEWED_AFTER_MS;
  }

  /** The send-only token of this customer; null after logout, for another customer, or from a server without it. */
  async function sendOnly(owner: string): Promise<string | null> {
    const keys = await sendingKeys(db);
    if (keys?.owner !== owner) return null;
    return (await openPart(keys.sendKey, owner, 'sending', (await rowOf(partId(owner, 'sending'))).row))?.token ?? null;
  }

  async function ownPart<P extends RenewedPart>(owner: string, part: P) {
    const keys = await readingKeys(db);
    return keys?.owner === owner ? openPart(keys, owner, part, (await rowOf(partId(owner, part))).row) : null;
  }

  /**
   * Stores fetched tokens, unless the session was closed or replaced meanwhile. Its customer may have signed in again, so the
   * token that was here is compared too, and not its seal, which a lock and an unlock change.
   */
  async function keep(owner: string, part: RenewedPart, token: string, rows: SessionRow[]): Promise<boolean> {
    const id = partId(owner, part);
    const { stored: before } = await rowOf(id);
    if ((await stored(owner, part)) !== token) return false;
    return (await write({ rows, gone: [] }, owner, id, before)) !== 'passed';
  }

  /** The token of a sign-in that was made while another one was fetched. */
  async function newer(owner: string, part: RenewedPart): Promise<Result<string>> {
    const token = await stored(owner, part);
    return token === null ? fail('unauthorised') : ok(token);
  }

  function singly(what: string, renew: () => Promise<Result<string>>): Promise<Result<string>> {
    const running = renewals.get(what);
    if (running) return running;
    const started = renew().finally(() => renewals.delete(what));
    renewals.set(what, started);
    return started;
  }

  function expired({ updated, received, stale }: { updated: string; received: number; stale?: true }): boolean {
    if (stale) return true;
    const now = clock();
    const age = ageOf(received, now, JUST_RECEIVED_MS);
    if (age !== null && age < JUST_RECEIVED_MS) return false;
    // The server's clock said this. A clock far from it asks for a new token each hour, and no request fails for it.
    const life = ageOf(Date.parse(updated), now, ACCESS_LIFE_MS);
    return life === null || life >= ACCESS_LIFE_MS;
  }

  return {
    ...{ open: customer, access, stored, renewAccess, renewInternal, noteRefused, sendOnly },
    ...{ canRenew, renewal, toRenew, renewBehind, settled, rowOf },
    ...{ refusals: unkept.refusals, isRefusedHere: unkept.isRefusedHere },
  };
}

/** Opens the renewal token of one customer. */
export interface Renewal {
  owner: string;
  key: CryptoKey;
}

/** Whether the server has judged the renewal token: it does not take this one again. */
const isRefusal = (problem: Problem): boolean => hasJudged(problem) && problem.code !== 'rate-limited';

export type Tokens = ReturnType<typeof createTokens>;
