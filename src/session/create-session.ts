import { fail, ok, type Result } from '#contract/result.ts';
import { sendingKeys } from '#database/keyring.ts';
import { whileOpen } from '#database/while-open.ts';
import { createActivity } from './activity.ts';
import { createCalls } from './calls.ts';
import { moveToEmail } from './change-email.ts';
import { changePassword } from './change-password.ts';
import { endHere } from './ended.ts';
import { passkeysInUse } from './envelopes.ts';
import { eraseCustomer } from './erase.ts';
import { hearEnding } from './hear-ending.ts';
import { type LoggedOut, tellLogout } from './logout.ts';
import { createPasskeyEntry } from './passkey-entry.ts';
import { register } from './register.ts';
import { countSealed, discardSealedQueue, openSealedQueue } from './sealed-queue.ts';
import type { Session } from './session.ts';
import type { SessionSettings } from './settings.ts';
import { type SignedIn, signIn } from './sign-in.ts';
import { signInAgain } from './sign-in-again.ts';
import { isOver, readSession, type SessionState, storedSession } from './state.ts';
import { dropTokens } from './stored.ts';
import { createTeller } from './tell-lock.ts';
import { type Customer, createTokens } from './tokens.ts';

/** The customer's session on this device. Each page and the worker create their own over the same database. */
export function createSession(given: SessionSettings): Session {
  const api = hearEnding(given.api, async (shown, erase) => {
    if (await endHere(given.db, shown, erase)) await changed();
  });
  const settings = { ...given, api };
  const { db, clock, onChange, onSignedIn } = settings;
  const tokens = createTokens(settings);
  const calls = createCalls(api, tokens);
  const activity = createActivity(db, clock);
  const seen = whileOpen(db, (): { customer?: Customer | null } => ({}));
  const tell = createTeller(settings, tokens, calls);
  const passkeys = createPasskeyEntry({ settings, tokens, calls, welcome, changed });

  const read = () => readSession(db, activity.left);
  const state = async () => (await read()).is;

  async function start(): Promise<SessionState['is']> {
    // These run in parallel: each is a round trip to the database, and the first screen waits for them.
    const [before, waiting] = await Promise.all([read(), db.outbox.count()]);
    if (before.is === 'open' && before.left > 0) {
      onChange?.({ state: before.is, waiting });
      return before.is;
    }
    await dropReading();
    await changed();
    void tell();
    return state();
  }

  async function asCustomer<T>(run: (who: Customer) => Promise<Result<T>>): Promise<Result<T>> {
    const who = await tokens.open();
    return who ? run(who) : fail('unauthorised');
  }

  async function welcome(entered: Result<SignedIn>): Promise<Result<{ waiting: number }>> {
    if (!entered.ok) return entered;
    if (entered.value.policies) await onSignedIn?.(entered.value.policies, entered.value.owner);
    await changed();
    return ok({ waiting: await db.outbox.where('owner').equals(entered.value.owner).count() });
  }

  async function lock(): Promise<void> {
    await dropReading();
    await changed();
    void tell();
  }

  async function logout(data: 'keep' | 'erase' = 'keep'): Promise<LoggedOut> {
    const who = await tokens.open();
    const internal = who && (await tokens.stored(who.owner, 'internal'));
    const access = who && (await tokens.stored(who.owner, 'access'));
    // The change is announced before it happens, so that another page can tell a logout from cleared storage (F19).
    onChange?.({ state: 'none', waiting: await db.outbox.count() });
    await (data === 'erase' ? eraseCustomer(db) : close());
    await changed();
    return who && internal ? tellLogout(api, who, internal, access) : { everywhere: false, problem: null };
  }

  function close(): Promise<void> {
    return db.transaction('rw', db.vault, db.session, async () => {
      const { reading, sending } = await storedSession(db);
      const owner = (sending ?? reading)?.owner;
      await db.vault.bulkDelete(['reading', 'sending', 'activity', 'push']);
      if (owner) await dropTokens(db, owner);
    });
  }

  function newPassword(current: string, next: string): Promise<Result<null>> {
    return asCustomer((who) => {
      const send = () => calls.call('changePassword', { id: who.idUsuario, current, new: next, confirm: next });
      return changePassword(settings, who, current, next, send);
    });
  }

  /** A lock is one delete, so it cannot be half done. */
  function dropReading(): Promise<void> {
    return db.vault.delete('reading');
  }

  async function renewInternal(): Promise<Result<null>> {
    const who = await tokens.open();
    const renewed = who && (await tokens.renewInternal(who));
    return !renewed || renewed.ok ? ok(null) : renewed;
  }

  const ended = async () => (await db.vault.get('ended')) !== undefined;

  /** Its answer matters only when it is 'session-ended', which `hearEnding` takes. */
  async function ask(): Promise<void> {
    if (await tokens.open()) return calls.ask();
    const owner = (await sendingKeys(db))?.owner;
    const bearer = owner === undefined ? null : await tokens.sendOnly(owner);
    if (bearer !== null) await api.call('revalidate', { lecturas: [] }, { bearer });
  }

  async function changed(): Promise<void> {
    const passkey = (await passkeysInUse(db)).length > 0;
    onChange?.({ state: await state(), waiting: await db.outbox.count(), passkey, ended: await ended() });
  }

  return {
    ...calls,
    start,
    state,
    async customer() {
      const held = seen();
      held.customer = await tokens.open();
      return held.customer;
    },
    lastCustomer: () => seen().customer,
    owner: activity.owner,
    watch: activity.watch,
    over: async () => isOver(await read()),
    ended,
    ask,
    signIn: async (email, password, signal) => welcome(await signIn(settings, email, password, signal)),
    signInAgain: (password, signal) =>
      asCustomer(async (who) => welcome(await signInAgain(settings, who, password, signal))),
    register: async (account) => welcome(await register(settings, account)),
    ...passkeys,
    lock,
    tellLock: tell,
    logout,
    changePassword: newPassword,
    async moveToEmail(email) {
      const who = await tokens.open();
      if (who) await moveToEmail(db, who, email);
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
    callSending: async (name, input) => {
      const keys = await sendingKeys(db);
      return keys ? calls.callSending(name, input, keys.owner) : fail('unauthorised');
    },
  };
}
