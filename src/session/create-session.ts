import type { Pulled, PullOptions } from '#api/create-api.ts';
import type { AnswerOf, EndpointName, InputOf } from '#contract/endpoints.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import { passkeysHere, readingKeys, sendingKeys } from '#database/keyring.ts';
import { createActivity } from './activity.ts';
import type { PasskeyHere } from './authenticator.ts';
import { createCalls, type Delivery, type QueuedName, type SendingName, type SessionCallOptions } from './calls.ts';
import { moveToEmail } from './change-email.ts';
import { changePassword } from './change-password.ts';
import { findEnvelopes } from './envelopes.ts';
import { eraseCustomer } from './erase.ts';
import { type LoggedOut, tellLogout } from './logout.ts';
import { type NewAccount, register } from './register.ts';
import { countDrafts } from './sealed-drafts.ts';
import { discardSealedQueue, openSealedQueue } from './sealed-queue.ts';
import type { SessionSettings, SessionState } from './settings.ts';
import { type SignedIn, signIn } from './sign-in.ts';
import { signInAgain } from './sign-in-again.ts';
import { dropTokens } from './stored.ts';
import { createTeller } from './tell-lock.ts';
import { type Customer, createTokens } from './tokens.ts';

export interface Session {
  /** Call it first at each start: it locks when the last activity is too long ago (D25). */
  start(): Promise<SessionState>;
  state(): Promise<SessionState>;
  /** Who is signed in; null while locked or signed out. */
  customer(): Promise<Customer | null>;
  /** The owner of the open session; null while locked or signed out. */
  owner(): Promise<string | null>;
  /** Tells the owner now, and at each activity, lock or sign-in in any tab. Returns a function that stops it. */
  watch(next: (owner: string | null) => void): () => void;
  /** `waiting`: how many queued items this customer has on the device. */
  signIn(email: string, password: string, signal?: AbortSignal): Promise<Result<{ waiting: number }>>;
  /** D49: whether the server refuses the open session's tokens. Reading, typing and queueing on the device still work. */
  over(): Promise<boolean>;
  /**
   * Signs the open session's customer in again at the server. Keys, queue and drafts do not change, even when the password
   * was changed elsewhere. 'unauthorised' when nobody is signed in.
   */
  signInAgain(password: string, signal?: AbortSignal): Promise<Result<{ waiting: number }>>;
  /** Creates an account and signs in to it. Its policies are not known yet. */
  register(account: NewAccount): Promise<Result<{ waiting: number }>>;
  /** Makes a passkey open this device. All of the customer's data is sealed again (see passkeys.ts). */
  addPasskey(password: string, name: string): Promise<Result<null>>;
  /** Unlocks with a passkey of this device, offline too. `offered`: the browser offers it in the email field. */
  unlockByPasskey(offered?: boolean): Promise<Result<{ waiting: number }>>;
  /** As `signInAgain`, with a passkey of the open session's customer. */
  signInAgainByPasskey(): Promise<Result<{ waiting: number }>>;
  /** Whether this device can hold a passkey. */
  canHoldPasskey(): Promise<boolean>;
  /** This device's passkeys: those of the open session's customer, or of all customers while nobody is signed in. */
  passkeysHere(): Promise<PasskeyHere[]>;
  removePasskeyHere(credential: string): Promise<void>;
  /** Ends reading in every tab; the queue is still sent. Then tells the server, as `tellLock` does. */
  lock(): Promise<void>;
  /**
   * D57: ends a locked device's tokens at the server and deletes them here. False when the server could not be reached; a
   * page or the worker tries again later. Does nothing while a session is open.
   */
  tellLock(): Promise<boolean>;
  /**
   * Ends reading and sending. This device's tokens are deleted before the server is told. 'erase' also deletes all of the
   * customer's data here, the queue included.
   */
  logout(data?: 'keep' | 'erase'): Promise<LoggedOut>;
  /** Changes the password at the server. The password that the server then has opens this device. */
  changePassword(current: string, next: string): Promise<Result<null>>;
  /** Call it when the server has accepted another email to sign in with. */
  moveToEmail(email: string): Promise<void>;
  /** Records activity of the customer. False when no session is open or it has expired; lock then. */
  touch(): Promise<boolean>;
  /** Whether the ten minutes are over. */
  expired(): Promise<boolean>;
  /** Milliseconds until the lock. */
  remaining(): Promise<number>;
  /** How many items and drafts are sealed with an earlier password, which was changed on another device. */
  sealedQueue(): Promise<{ waiting: number; drafts: number }>;
  /** Moves them to this session with the earlier password. 'bad-credentials' when it opens none; nothing changes then. */
  openSealedQueue(oldPassword: string): Promise<Result<{ moved: number; drafts: number }>>;
  /** Deletes them. Call it only after the customer has agreed. */
  discardSealedQueue(): Promise<void>;
  /** Renews the internal token when it is older than 60 days. Call it at each start. */
  renewInternal(): Promise<Result<null>>;
  /** Makes any call of the endpoint table. 'unauthorised' means that the customer has to sign in again. */
  call<N extends EndpointName>(name: N, input: InputOf<N>, options?: SessionCallOptions): Promise<Result<AnswerOf<N>>>;
  /** Makes a call that accepts the send-only token: it works while locked and in the worker. */
  callSending<N extends SendingName>(name: N, input: InputOf<N>): Promise<Result<AnswerOf<N>>>;
  /** Reads a row, with the ETag and the groups' versions of the mirrored rows. */
  pull<N extends EndpointName>(
    name: N,
    input: InputOf<N>,
    etag: string | null,
    options?: SessionCallOptions & Pick<PullOptions, 'versions'>,
  ): Promise<Result<Pulled<AnswerOf<N>>>>;
  /** Sends a queued command; works while locked. `fields` are the texts that its fingerprint covers. */
  deliver<N extends QueuedName>(
    name: N,
    fields: Record<string, string>,
    delivery: Delivery,
  ): Promise<Result<AnswerOf<N>>>;
  /** Withdraws a queued command. The answer is its receipt, or the promise that it will never take effect. */
  withdraw(key: string, owner: string, signal?: AbortSignal): Promise<Result<AnswerOf<'withdraw'>>>;
}

/** The customer's session on this device. Each page and the worker create their own over the same database. */
export function createSession(settings: SessionSettings): Session {
  const { db, api, clock, onChange, onSignedIn } = settings;
  const tokens = createTokens(settings);
  const calls = createCalls(api, tokens);
  const activity = createActivity(db, clock);
  const tell = createTeller(settings, tokens, calls);

  async function state(): Promise<SessionState> {
    const [reading, sending] = await Promise.all([readingKeys(db), sendingKeys(db)]);
    if (reading) return 'open';
    return sending ? 'locked' : 'none';
  }

  async function start(): Promise<SessionState> {
    // These run in parallel: each is a round trip to the database, and the first screen waits for them.
    const [before, left, who, waiting] = await Promise.all([
      state(),
      activity.remaining(),
      tokens.open(),
      db.outbox.count(),
    ]);
    // A session whose row cannot be opened counts as locked. The next sign-in writes it again.
    if (before === 'open' && left > 0 && who) {
      onChange?.({ state: before, waiting });
      return before;
    }
    await dropReading();
    await changed();
    void tell();
    return state();
  }

  async function enter(email: string, password: string, signal?: AbortSignal): Promise<Result<{ waiting: number }>> {
    return welcome(await signIn(settings, email, password, signal));
  }

  async function again(password: string, signal?: AbortSignal): Promise<Result<{ waiting: number }>> {
    const who = await tokens.open();
    return who ? welcome(await signInAgain(settings, who, password, signal)) : fail('unauthorised');
  }

  async function welcome(entered: Result<SignedIn>): Promise<Result<{ waiting: number }>> {
    if (!entered.ok) return entered;
    if (entered.value.policies) await onSignedIn?.(entered.value.policies, entered.value.owner);
    await changed();
    return ok({ waiting: await waitingOf([entered.value.owner]) });
  }

  async function addPasskey(password: string, name: string): Promise<Result<null>> {
    const who = await tokens.open();
    if (!who || !settings.loadPasskeys) return fail('unauthorised');
    const { addPasskey: add, authenticator } = await settings.loadPasskeys();
    const added = await add(settings, authenticator, calls.call, who, password, name);
    await changed();
    return added;
  }

  /** @param again sign in again the open session's customer, whose session ended at the server */
  async function byPasskey(offered: boolean, again: boolean): Promise<Result<{ waiting: number }>> {
    const who = again ? await tokens.open() : null;
    if (!settings.loadPasskeys || (again && !who)) return fail('unauthorised');
    const { enterByPasskey, enterAgainByPasskey, authenticator } = await settings.loadPasskeys();
    const enter = () => enterByPasskey(settings, authenticator, offered);
    const entered = await welcome(await (who ? enterAgainByPasskey(settings, authenticator, who) : enter()));
    // The failure may have removed a passkey that the server no longer knows.
    if (!entered.ok) await changed();
    return entered;
  }

  async function canHoldPasskey(): Promise<boolean> {
    return settings.loadPasskeys ? (await settings.loadPasskeys()).authenticator.canHold() : false;
  }

  async function ownPasskeys(): Promise<PasskeyHere[]> {
    const who = await tokens.open();
    return passkeysHere(db, who ? [who.owner] : undefined);
  }

  async function removePasskeyHere(credential: string): Promise<void> {
    await db.vault.delete(`passkey:${credential}`);
    await changed();
  }

  async function lock(): Promise<void> {
    await dropReading();
    await changed();
    void tell();
  }

  async function logout(data: 'keep' | 'erase' = 'keep'): Promise<LoggedOut> {
    const who = await tokens.open();
    const internal = who && (await tokens.internal(who.owner));
    const access = who && (await tokens.stored(who.owner));
    const own = who && (await findEnvelopes(db, who.email));
    // The change is announced before it happens, so that another page can tell a logout from cleared storage (F19).
    onChange?.({ state: 'none', waiting: await db.outbox.count() });
    await (data === 'erase' ? eraseCustomer(db, own) : close());
    await changed();
    return who && internal ? tellLogout(api, who, internal, access) : { everywhere: false, problem: null };
  }

  function close(): Promise<void> {
    return db.transaction('rw', db.vault, db.session, async () => {
      const owner = (await sendingKeys(db))?.owner ?? (await readingKeys(db))?.owner;
      await db.vault.bulkDelete(['reading', 'sending', 'activity', 'push']);
      if (owner) await dropTokens(db, owner);
    });
  }

  async function newPassword(current: string, next: string): Promise<Result<null>> {
    const who = await tokens.open();
    if (!who) return fail('unauthorised');
    const send = () => calls.call('changePassword', { id: who.idUsuario, current, new: next, confirm: next });
    return changePassword(settings, who, current, next, send);
  }

  async function newEmail(email: string): Promise<void> {
    const who = await tokens.open();
    if (who) await moveToEmail(db, who, email);
  }

  /** A lock is one delete, so it cannot be half done. */
  function dropReading(): Promise<void> {
    return db.vault.delete('reading');
  }

  async function sealedQueue(): Promise<{ waiting: number; drafts: number }> {
    const who = await tokens.open();
    const envelopes = who && (await findEnvelopes(db, who.email));
    const owners = envelopes?.aside.map((envelope) => envelope.owner) ?? [];
    return { waiting: await waitingOf(owners), drafts: await countDrafts(db, owners) };
  }

  async function openSealed(oldPassword: string): Promise<Result<{ moved: number; drafts: number }>> {
    const who = await tokens.open();
    return who ? openSealedQueue(db, who, oldPassword) : fail('unauthorised');
  }

  async function discardSealed(): Promise<void> {
    const who = await tokens.open();
    if (who) await discardSealedQueue(db, who);
    await changed();
  }

  async function renewInternal(): Promise<Result<null>> {
    const who = await tokens.open();
    const renewed = who && (await tokens.renewInternal(who));
    return !renewed || renewed.ok ? ok(null) : renewed;
  }

  function waitingOf(owners: string[]): Promise<number> {
    return db.outbox.where('owner').anyOf(owners).count();
  }

  async function changed(): Promise<void> {
    const passkey = (await passkeysHere(db)).length > 0;
    onChange?.({ state: await state(), waiting: await db.outbox.count(), passkey });
  }

  return {
    start,
    state,
    customer: tokens.open,
    owner: activity.owner,
    watch: activity.watch,
    over: tokens.over,
    signIn: enter,
    signInAgain: again,
    register: async (account) => welcome(await register(settings, account)),
    addPasskey,
    unlockByPasskey: (offered = false) => byPasskey(offered, false),
    signInAgainByPasskey: () => byPasskey(false, true),
    canHoldPasskey,
    passkeysHere: ownPasskeys,
    removePasskeyHere,
    lock,
    tellLock: tell,
    logout,
    changePassword: newPassword,
    moveToEmail: newEmail,
    touch: activity.touch,
    expired: async () => (await activity.remaining()) === 0,
    remaining: activity.remaining,
    sealedQueue,
    openSealedQueue: openSealed,
    discardSealedQueue: discardSealed,
    renewInternal,
    callSending: async (name, input) => {
      const keys = await sendingKeys(db);
      return keys ? calls.callSending(name, input, keys.owner) : fail('unauthorised');
    },
    call: calls.call,
    pull: calls.pull,
    deliver: calls.deliver,
    withdraw: calls.withdraw,
  };
}
