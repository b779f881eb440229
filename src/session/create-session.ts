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
  /** To be called before anything is read at a start: locks when the last activity is too long ago (D25). */
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
  /**
   * D49: whether the server no longer knows the tokens of the open session. What is on the device is read, typed and queued all
   * the same.
   */
  over(): Promise<boolean>;
  /**
   * Signs the customer of the open session in once more, at the server alone. Keys, queue and drafts stay as they are, also
   * under a password that was changed elsewhere. 'unauthorised' when nobody is signed in any more.
   */
  signInAgain(password: string, signal?: AbortSignal): Promise<Result<{ waiting: number }>>;
  /** Creates an account and enters it; its policies are not known yet. */
  register(account: NewAccount): Promise<Result<{ waiting: number }>>;
  /** Makes a passkey open this device; everything of the customer is sealed anew (see passkeys.ts). */
  addPasskey(password: string, name: string): Promise<Result<null>>;
  /** Opens by a passkey of this device, offline too. `offered`: in the email field, for when the customer takes it. */
  unlockByPasskey(offered?: boolean): Promise<Result<{ waiting: number }>>;
  /** As `signInAgain`, by a passkey of the open customer on this device. */
  signInAgainByPasskey(): Promise<Result<{ waiting: number }>>;
  /** Whether this device may be asked to hold a passkey. */
  canHoldPasskey(): Promise<boolean>;
  /** The passkeys of this device: of the open customer, of all while nobody is signed in. */
  passkeysHere(): Promise<PasskeyHere[]>;
  removePasskeyHere(credential: string): Promise<void>;
  /** Nothing is read any more, in any tab; the queue still goes out. The server is told afterwards, as by `tellLock`. */
  lock(): Promise<void>;
  /**
   * D57: the tokens that lie on a locked device end at the server, and go from here. False when it could not be told now; whoever
   * has a connection later tells it. Nothing happens while a session is open.
   */
  tellLock(): Promise<boolean>;
  /**
   * Nothing is read or sent any more; the tokens of this device are gone before the server is told. 'erase' takes along
   * everything of the customer on this device, what still waits included.
   */
  logout(data?: 'keep' | 'erase'): Promise<LoggedOut>;
  /** Changes the password at the server; whichever it took opens this device. */
  changePassword(current: string, next: string): Promise<Result<null>>;
  /** To be called when the server has taken another address to sign in with. */
  moveToEmail(email: string): Promise<void>;
  /** Notes activity of the customer. False when it comes too late, or nothing is open: lock. */
  touch(): Promise<boolean>;
  /** Whether the ten minutes are over. */
  expired(): Promise<boolean>;
  /** Milliseconds until they are. */
  remaining(): Promise<number>;
  /** What lies under an earlier password of this customer (it was changed elsewhere), which the device cannot open. */
  sealedQueue(): Promise<{ waiting: number; drafts: number }>;
  /** Brings them over with the password they lie under. 'bad-credentials' when it is another one; nothing changes then. */
  openSealedQueue(oldPassword: string): Promise<Result<{ moved: number; drafts: number }>>;
  /** Gives them up; to be called only after the customer was asked. */
  discardSealedQueue(): Promise<void>;
  /** Renews the internal token when it is older than 60 days; to be called now and then. */
  renewInternal(): Promise<Result<null>>;
  /** Any call of the endpoint table. 'unauthorised' means that the customer has to sign in again. */
  call<N extends EndpointName>(name: N, input: InputOf<N>, options?: SessionCallOptions): Promise<Result<AnswerOf<N>>>;
  /** A call that the send-only token is good for: it works while locked, and in the worker. */
  callSending<N extends SendingName>(name: N, input: InputOf<N>): Promise<Result<AnswerOf<N>>>;
  /** A row that only reads, with the ETag and the groups' versions of what is known. */
  pull<N extends EndpointName>(
    name: N,
    input: InputOf<N>,
    etag: string | null,
    options?: SessionCallOptions & Pick<PullOptions, 'versions'>,
  ): Promise<Result<Pulled<AnswerOf<N>>>>;
  /** Sends a queued command; works while locked. `fields` are the very texts its fingerprint was made of. */
  deliver<N extends QueuedName>(
    name: N,
    fields: Record<string, string>,
    delivery: Delivery,
  ): Promise<Result<AnswerOf<N>>>;
  /** Withdraws a queued command: what became of it, or the promise that it will never take effect. */
  withdraw(key: string, owner: string, signal?: AbortSignal): Promise<Result<AnswerOf<'withdraw'>>>;
}

/** The customer's session on this device: pages and the worker each make their own over the same database. */
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
    // All at once: each is a round trip to the database, and the first screen waits for them.
    const [before, left, who, waiting] = await Promise.all([
      state(),
      activity.remaining(),
      tokens.open(),
      db.outbox.count(),
    ]);
    // A session whose own row does not open is locked too: the next sign-in writes it anew.
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

  /** @param again by a passkey of the open customer, whose session the server ended */
  async function byPasskey(offered: boolean, again: boolean): Promise<Result<{ waiting: number }>> {
    const who = again ? await tokens.open() : null;
    if (!settings.loadPasskeys || (again && !who)) return fail('unauthorised');
    const { enterByPasskey, enterAgainByPasskey, authenticator } = await settings.loadPasskeys();
    const enter = () => enterByPasskey(settings, authenticator, offered);
    const entered = await welcome(await (who ? enterAgainByPasskey(settings, authenticator, who) : enter()));
    // A passkey that was removed at the server went from here too.
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
    // Told before it is so: another page that finds the session gone must be able to tell a logout from a loss (F19).
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

  /** One small delete, so a lock cannot be half done. */
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
