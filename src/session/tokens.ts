import type { Api } from '#api/create-api.ts';
import { ageOf, DAY_MS, HOUR_MS } from '#contract/age.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import { customerKeys, readingKeys, sendingKeys } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import type { SessionRow } from '#database/rows.ts';
import { isSameSeal } from '#database/sealed.ts';
import { type Identity, partId, readPart, sealAccess, sealPart } from './stored.ts';

/** V4.5. */
const ACCESS_LIFE_MS = 30 * DAY_MS;
/** Two thirds of the 90 days of D27, so that a customer who comes once a month never has to sign in again for it. */
const INTERNAL_RENEWED_AFTER_MS = 60 * DAY_MS;
/** A token received this recently is not fetched again, even if a wrong clock makes it look expired. */
const JUST_RECEIVED_MS = HOUR_MS;

/** The open session's customer. */
export interface Customer extends Identity {
  /** The random name of the customer on this device. */
  owner: string;
}

/** The open session's tokens. Each use reads them from the device, so that a lock in another tab takes effect at once. */
export function createTokens({ db, api, clock }: { db: Database; api: Api; clock: () => number }) {
  const renewals = new Map<string, Promise<Result<string>>>();

  /** The open session, or null while locked, signed out or damaged. */
  async function customer(): Promise<Customer | null> {
    const keys = await readingKeys(db);
    const who = keys && (await readPart(db, keys, keys.owner, 'identity'));
    return keys && who ? { owner: keys.owner, ...who } : null;
  }

  /** A stored token, valid or not. No internal one is there after an offline sign-in that followed a logout. */
  async function stored(owner: string, part: 'internal' | 'access'): Promise<string | null> {
    return (await ownPart(owner, part))?.token ?? null;
  }

  /** The access token. It is renewed first when it is missing or older than 30 days (V4.5). */
  async function access(who: Customer): Promise<Result<string>> {
    const usable = await usableAccess(who);
    // D57: a token that was here during a lock is exchanged too. If that fails, the next call tries again.
    if (usable.ok && (await ownPart(who.owner, 'internal'))?.stale) await renewInternal(who);
    return usable;
  }

  async function usableAccess(who: Customer): Promise<Result<string>> {
    const known = await ownPart(who.owner, 'access');
    return known && !expired(known) ? ok(known.token) : renewAccess(who, null);
  }

  /** Fetches a new access token; simultaneous calls share one request. `refused` is the token that the server refused. */
  function renewAccess(who: Customer, refused: string | null): Promise<Result<string>> {
    return singly(`access ${who.owner}`, async () => {
      const known = await ownPart(who.owner, 'access');
      const renewedMeanwhile = refused === null ? known && !expired(known) : known && known.token !== refused;
      if (known && renewedMeanwhile) return ok(known.token);
      const held = await ownPart(who.owner, 'internal');
      if (!held) return fail('unauthorised');
      const answer = await api.call('accessToken', { cedula: who.cedula }, { internal: held.token });
      if (!answer.ok) {
        if (answer.problem.code === 'unauthorised') await noteRefused(who.owner, held.token);
        return answer;
      }
      const keys = await customerKeys(db, who.owner);
      if (!keys) return fail('unauthorised');
      const rows = await sealAccess(keys, who.owner, answer.value, clock());
      // The server accepts the token again, so the mark is removed.
      if (held.refused) {
        const { refused: _, ...known } = held;
        rows.push(await sealPart(keys.readKey, who.owner, 'internal', known));
      }
      return keep(who.owner, rows, answer.value.access_token);
    });
  }

  /**
   * D49: marks the internal token as refused: without it nothing can be renewed. The mark is stored with the token, so the
   * next sign-in in any tab removes it.
   */
  async function noteRefused(owner: string, token: string): Promise<void> {
    const [keys, before] = await Promise.all([readingKeys(db), db.session.get(partId(owner, 'internal'))]);
    const known = keys?.owner === owner ? await readPart(db, keys, owner, 'internal') : null;
    if (!keys || !before || known?.token !== token || known.refused) return;
    const row = await sealPart(keys.readKey, owner, 'internal', { ...known, refused: true });
    await db.transaction('rw', db.vault, db.session, async () => {
      const now = await db.session.get(row.id);
      if ((await readingKeys(db))?.owner === owner && now && isSameSeal(now, before)) await db.session.put(row);
    });
  }

  /**
   * Exchanges the internal token when it is older than 60 days or was here during a lock; otherwise returns the stored one.
   */
  function renewInternal(who: Customer): Promise<Result<string>> {
    return singly(`internal ${who.owner}`, async () => {
      const known = await ownPart(who.owner, 'internal');
      if (!known) return fail('unauthorised');
      const age = ageOf(known.since, clock());
      if (!known.stale && age !== null && age < INTERNAL_RENEWED_AFTER_MS) return ok(known.token);
      const bearer = await usableAccess(who);
      if (!bearer.ok) return bearer;
      const sent = { bearer: bearer.value, internal: known.token };
      const answer = await api.call('renewInternalToken', { idUsuario: who.idUsuario }, sent);
      if (!answer.ok) return answer;
      const keys = await customerKeys(db, who.owner);
      if (!keys) return fail('unauthorised');
      const renewed = { token: answer.value.token, since: clock() };
      return keep(who.owner, [await sealPart(keys.readKey, who.owner, 'internal', renewed)], renewed.token);
    });
  }

  /** The send-only token of this customer; null after logout, for another customer, or from a server without it. */
  async function sendOnly(owner: string): Promise<string | null> {
    const keys = await sendingKeys(db);
    if (keys?.owner !== owner) return null;
    return (await readPart(db, keys.sendKey, owner, 'sending'))?.token ?? null;
  }

  async function ownPart<P extends 'internal' | 'access'>(owner: string, part: P) {
    const keys = await readingKeys(db);
    return keys?.owner === owner ? readPart(db, keys, owner, part) : null;
  }

  /** Stores fetched tokens, unless the session was closed or replaced meanwhile. */
  async function keep(owner: string, rows: SessionRow[], token: string): Promise<Result<string>> {
    const kept = await db.transaction('rw', db.vault, db.session, async () => {
      if ((await readingKeys(db))?.owner !== owner) return false;
      await db.session.bulkPut(rows);
      return true;
    });
    return kept ? ok(token) : fail('unauthorised');
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

  return { open: customer, access, stored, renewAccess, renewInternal, noteRefused, sendOnly };
}

export type Tokens = ReturnType<typeof createTokens>;
