import { fail, ok, type Result } from '#contract/result.ts';
import { cleanText } from '#contract/typed-text.ts';
import { passkeysHere, readerHere, sendingKeys } from '#database/keyring.ts';
import { whileOpen } from '#database/while-open.ts';
import { createActivity } from './activity.ts';
import { additionId, additionsHere } from './additions.ts';
import { createCalls } from './calls.ts';
import { moveToEmail } from './change-email.ts';
import { changePassword } from './change-password.ts';
import { comeIn } from './door.ts';
import { endSessionHere } from './ended.ts';
import { findEnvelopes, passkeysInUse, personOf } from './envelopes.ts';
import { eraseCustomer } from './erase.ts';
import { following } from './following.ts';
import { hearEnding } from './hear-ending.ts';
import type { Proof } from './judge.ts';
import { awaitedPasskeys, keptAddress, typedByLocked } from './locked.ts';
import { countSealed, discardSealedQueue, openSealedQueue, type Recovered, recover } from './sealed-queue.ts';
import type { Session } from './session.ts';
import type { SessionSettings } from './settings.ts';
import {
  isOver,
  isSameOpening,
  isSameReading,
  readSession,
  type SessionState,
  type StoredSession,
  stateOf,
  storedSession,
} from './state.ts';
import { dropTokens } from './stored.ts';
import { createTeller, endingTokens, type LoggedOut, tellLogout } from './tell-server.ts';
import { type Customer, createTokens } from './tokens.ts';

/** The customer's session on this device. Each page and the worker create their own over the same database. */
export function createSession(given: SessionSettings): Session {
  const api = hearEnding(given.api, async (shown, erase) => {
    if (!(await endSessionHere(given.db, shown, erase, tokens.renewal(), tokens.rowOf))) return;
    endedHere = true;
    await changed();
  });
  const settings = { ...given, api };
  const { db, clock, loadPasskeys, onChange, onSignedIn, onRenewed } = settings;
  const tokens = createTokens(settings);
  const calls = createCalls(api, tokens);
  const activity = createActivity(db, clock);
  /** The row that says so may have found no room. A sign-in takes it back. */
  let endedHere = false;
  const seen = whileOpen(db, (): { customer?: Customer | null } => ({}));
  const teller = createTeller(given, api, tokens);

  const read = () => readSession(db, activity.left);
  const state = async () => (await read()).is;

  async function start(): Promise<SessionState['is']> {
    // These run in parallel: each is a round trip to the database, and the first screen waits for them.
    const stored = storedSession(db);
    const [before, found, waiting] = await Promise.all([
      stored.then((one) => stateOf(db, one, activity.left)),
      stored,
      db.outbox.count(),
    ]);
    if (before.is === 'open' && before.left > 0) {
      onChange?.({ state: before.is, waiting });
      void teller.tellDisplaced();
      void takeBack();
      return before.is;
    }
    // Another tab may have signed in since. Its session stays.
    if (!(await dropReading((now) => isSameReading(now, found)))) return start();
    await changed();
    void teller.tell();
    return state();
  }

  async function asCustomer<T>(run: (who: Customer) => Promise<Result<T>>): Promise<Result<T>> {
    const who = await tokens.open();
    return who ? run(who) : fail('unauthorised');
  }

  async function enter(
    proof: Proof,
    again: Customer | null = null,
    signal?: AbortSignal,
  ): Promise<Result<{ waiting: number }>> {
    const entered = await comeIn(settings, proof, again, signal);
    if (!entered.ok) return entered;
    const { owner, policies, renewal } = entered.value;
    if (policies && onSignedIn) await following(onSignedIn(policies, owner));
    const who = renewal && (await tokens.open());
    if (renewal && who?.owner === owner) renewBehind(who, proof, renewal, await storedSession(db));
    await changed();
    void teller.tellDisplaced();
    void takeBack();
    return ok({ waiting: await db.outbox.where('owner').equals(owner).count() });
  }

  /** A keyboard's suggestion leaves a blank behind a password. One that is wrong so is tried without it before that is said. */
  async function byPassword(email: string, password: string, again: Customer | null, signal?: AbortSignal) {
    const entered = await enter(withPassword(email, password), again, signal);
    const isWrong = !entered.ok && entered.problem.code === 'bad-credentials';
    const meant = password.trimEnd();
    return isWrong && meant !== password ? enter(withPassword(email, meant), again, signal) : entered;
  }

  /** By the password alone (D72). The server is asked with the address that it opened. */
  async function byLocked(password: string, signal?: AbortSignal): Promise<Result<{ waiting: number }>> {
    const typed = await typedByLocked(db, [...new Set([password, password.trimEnd()])]);
    if (typed === 'nobody') return fail('unauthorised');
    const entered =
      typed === 'wrong' ? fail('bad-credentials') : await enter({ by: 'password', ...typed }, null, signal);
    return !entered.ok && entered.problem.code === 'bad-credentials' ? notTheirs : entered;
  }

  /**
   * Renews after an unlock that asked nobody (D76). A refused token is a sign-in with the password, which is in memory until then.
   * What neither takes has opened the device on its own word, and it closes again: a password that was changed elsewhere, a
   * passkey that was removed.
   */
  function renewBehind(who: Customer, proof: Proof, key: CryptoKey, unlocked: StoredSession): void {
    // Who signs in meanwhile is judged by another answer.
    const isStill = (now: StoredSession) => isSameOpening(now, unlocked);
    const refused = async () => {
      if (!isStill(await storedSession(db))) return;
      const entered = proof.by === 'password' ? await enter(proof, who) : fail('bad-credentials');
      if (entered.ok) await onRenewed?.();
      else if (entered.problem.code === 'bad-credentials') await lock(isStill);
    };
    const before = () => teller.settled(who.owner);
    // A call that finds the connection later may meet the refusal. No password is kept for it: D49 asks for it again.
    const late = proof.by === 'passkey' ? async () => void (await lock(isStill)) : undefined;
    tokens.renewBehind(who, key, { before, refused, late }).catch((error: unknown) => {
      console.error('session: it could not be renewed after an unlock', error);
    });
  }

  /** Whether only a new sign-in gives tokens. What a page still renews behind does not count. */
  async function over(): Promise<boolean> {
    const isRefused = async (state: SessionState) => isOver(state) || (await tokens.isRefusedHere());
    if (!(await isRefused(await read()))) return false;
    await tokens.settled();
    const state = await read();
    return state.is === 'open' && (await isRefused(state)) && !tokens.canRenew(state.owner);
  }

  /** The code of passkeys (D56) is loaded when the first one is used. */
  async function byPasskey(offered: AbortSignal | null, again: Customer | null): Promise<Result<{ waiting: number }>> {
    if (!loadPasskeys) return fail('unauthorised');
    const { askPasskey, authenticator } = await loadPasskeys();
    const proof = await askPasskey(settings, authenticator, offered, again);
    const entered = proof.ok ? await enter(proof.value, again) : proof;
    // The failure may have removed a passkey that the server no longer knows.
    if (!entered.ok) await changed();
    return entered;
  }

  async function addPasskey(who: Customer, password: string, name: string): Promise<Result<null>> {
    if (!loadPasskeys) return fail('unauthorised');
    const { addPasskey: add, authenticator } = await loadPasskeys();
    const added = await add(settings, authenticator, calls.call, who, password, name);
    await changed();
    return added;
  }

  /** Takes back at the server what an addition of a passkey left there. Whether it could be asked. */
  async function takeBack(): Promise<boolean> {
    const taken = await tryToTakeBack().catch((error: unknown) => {
      console.error('session: the addition of a passkey could not be taken back', error);
      return false;
    });
    if (!taken) settings.onUntold?.();
    return taken;
  }

  async function tryToTakeBack(): Promise<boolean> {
    // Most devices have none, and every start asks.
    const who = loadPasskeys && (await additionsHere(db)).length > 0 ? await tokens.open() : null;
    return !who || !loadPasskeys || (await loadPasskeys()).takeBackAll(settings, calls.call, who);
  }

  /** What the server is to hear of this device: of a lock, of who was displaced, of a passkey that opens nothing here. */
  async function tell(): Promise<boolean> {
    const [told, taken] = await Promise.all([teller.tell(), takeBack()]);
    return told && taken;
  }

  async function openSealedByPasskey(who: Customer): Promise<Result<Recovered>> {
    if (!loadPasskeys) return fail('unauthorised');
    const aside = (await findEnvelopes(db, who.email))?.aside.map(({ owner }) => owner) ?? [];
    const { authenticator, opensAside } = await loadPasskeys();
    const asked = await authenticator.get(null, await passkeysHere(db, aside), false);
    if (!asked.ok) return asked;
    const opened = await recover(db, who, opensAside(db, who, asked.value.made));
    const isOther = !opened.ok && opened.problem.code === 'bad-credentials';
    return isOther
      ? fail('bad-credentials', { text: 'No pudimos abrirlo así. Escribe tu contraseña anterior' })
      : opened;
  }

  async function lock(isDue?: (now: StoredSession) => boolean): Promise<boolean> {
    if (!(await dropReading(isDue))) return false;
    await changed();
    void teller.tell();
    return true;
  }

  const lockExpired = () => lock(({ activeAt }) => activity.left(activeAt) === 0);

  async function logout(data: 'keep' | 'erase' = 'keep'): Promise<LoggedOut> {
    const had = await endingTokens(tokens);
    // The change is announced before it happens, so that another page can tell a logout from cleared storage (F19).
    onChange?.({ state: 'none', waiting: await db.outbox.count() });
    await (data === 'erase' ? eraseCustomer(db) : close());
    await changed();
    return tellLogout(settings, tokens, had);
  }

  function close(): Promise<void> {
    return db.transaction('rw', db.vault, db.session, async () => {
      const { reading, sending } = await storedSession(db);
      const owner = (sending ?? reading)?.owner;
      await db.vault.bulkDelete(['reading', 'sending', 'activity', 'push']);
      if (owner) await dropTokens(db, owner);
    });
  }

  /** A lock is one transaction, so it cannot be half done, and no tab signs in between its condition and its delete. */
  function dropReading(isDue: (now: StoredSession) => boolean = () => true): Promise<boolean> {
    return db.transaction('rw', db.vault, db.session, async () => {
      if (!isDue(await storedSession(db))) return false;
      await db.vault.delete('reading');
      return true;
    });
  }

  async function renewInternal(): Promise<Result<null>> {
    const who = await tokens.open();
    const renewed = who && (await tokens.renewInternal(who));
    return !renewed || renewed.ok ? ok(null) : renewed;
  }

  async function ended(): Promise<boolean> {
    const [row, sending] = await Promise.all([db.vault.get('ended'), sendingKeys(db)]);
    if (sending) endedHere = false;
    return row !== undefined || endedHere;
  }

  /** Its answer matters only when it is 'session-ended', which `hearEnding` takes. */
  async function ask(): Promise<void> {
    const open = await tokens.open();
    // Without tokens it is asked as a locked device asks.
    if (open && !(await over())) return calls.ask();
    const owner = open?.owner ?? (await sendingKeys(db))?.owner;
    const bearer = owner === undefined ? null : await tokens.sendOnly(owner);
    if (bearer !== null) await calls.ask(bearer);
  }

  async function changed(): Promise<void> {
    const passkey = (await awaitedPasskeys(db)).length > 0;
    const greeted = (await keptAddress(db)) !== null;
    onChange?.({ state: await state(), waiting: await db.outbox.count(), passkey, ended: await ended(), greeted });
  }

  return {
    ...calls,
    start,
    state,
    async customer() {
      const held = seen();
      const found = await tokens.open();
      // The same customer is the same object, so that no screen is drawn anew.
      if (JSON.stringify(found) !== JSON.stringify(held.customer)) held.customer = found;
      return held.customer ?? null;
    },
    lastCustomer: () => seen().customer,
    async person() {
      const who = await tokens.open();
      return who && personOf(db, who.idUsuario);
    },
    owner: activity.owner,
    watch: activity.watch,
    over,
    refusals: tokens.refusals,
    ended,
    ask,
    signIn: (email, password, signal) => byPassword(email, password, null, signal),
    signInAgain: (password, signal) => asCustomer((who) => byPassword(who.email, password, who, signal)),
    register: (account) =>
      enter({ ...withPassword(account.fields.email, account.fields.password), by: 'registration', account }),
    keptAddress: () => keptAddress(db),
    unlock: byLocked,
    unlockByPasskey: (offered) => byPasskey(offered ?? null, null),
    signInAgainByPasskey: () => asCustomer((who) => byPasskey(null, who)),
    addPasskey: (password, name) => asCustomer((who) => addPasskey(who, password, name)),
    openSealedByPasskey: () => asCustomer(openSealedByPasskey),
    canHoldPasskey: async () => (loadPasskeys ? (await loadPasskeys()).authenticator.canHold() : false),
    async passkeysHere() {
      // A live query does not see what is read after keys were used.
      const owner = await readerHere(db);
      return passkeysInUse(db, owner === null ? undefined : [owner]);
    },
    removePasskey: (credencial) =>
      asCustomer(async ({ idUsuario }) => {
        const removed = await calls.call('removePasskey', { idUsuario, credencial });
        if (!removed.ok && removed.problem.code !== 'not-found') return removed;
        await db.vault.bulkDelete([`passkey:${credencial}`, additionId(credencial)]);
        await changed();
        return ok(null);
      }),
    lock: async () => void (await lock()),
    lockExpired,
    tellLock: tell,
    logout,
    changePassword: (current, next) => asCustomer((who) => changePassword(settings, calls.call, who, current, next)),
    async moveToEmail(email, owner) {
      const who = await tokens.open();
      if (who?.owner === owner) await moveToEmail(db, who, email);
    },
    touch: activity.touch,
    expired: async () => (await activity.remaining()) === 0,
    remaining: activity.remaining,
    sealedQueue: async () => countSealed(db, await tokens.open()),
    openSealedQueue: (oldPassword) => asCustomer((who) => openSealedQueue(db, who, oldPassword)),
    async discardSealedQueue() {
      const who = await tokens.open();
      if (who) await discardSealedQueue(db, who);
      await changed();
    },
    renewInternal,
    callSending: async (name, input, owner) => {
      const whose = owner ?? (await sendingKeys(db))?.owner;
      return whose === undefined ? fail('unauthorised') : calls.callSending(name, input, whose);
    },
  };
}

/** A password or address changed elsewhere opens nothing here: the server judges who types both. */
const notTheirs = fail('bad-credentials', {
  text: 'La contraseña no es correcta. Si cambiaste tu contraseña o tu correo en otro dispositivo, elige «Usar otra cuenta»',
});

const withPassword = (email: string, password: string) => ({
  by: 'password' as const,
  email: cleanText(email).trim(),
  password,
});
