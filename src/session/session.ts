import type { AnswerOf, InputOf } from '#contract/endpoints.ts';
import type { Result } from '#contract/result.ts';
import type { PasskeyHere } from './authenticator.ts';
import type { Calls, SendingName } from './calls.ts';
import type { NewAccount } from './judge.ts';
import type { Recovered, UnderEarlierPassword } from './sealed-queue.ts';
import type { SessionState } from './state.ts';
import type { LoggedOut } from './tell-server.ts';
import type { Customer } from './tokens.ts';

export type { Pulled, Read } from '#api/create-api.ts';

/** The customer's session on this device. */
export interface Session
  extends Pick<Calls, 'call' | 'pull' | 'readTogether' | 'sameTogether' | 'deliver' | 'withdraw'> {
  /** Call it first at each start: it locks when the last activity is too long ago (D25). */
  start(): Promise<SessionState['is']>;
  /** open: data can be read. locked: only the queue can be sent. none: nobody is signed in. */
  state(): Promise<SessionState['is']>;
  /** Who is signed in; null while locked or signed out. */
  customer(): Promise<Customer | null>;
  /** The customer as this page last read it; undefined before it did, and after a lock in any tab that it noticed. */
  lastCustomer(): Customer | null | undefined;
  /** What the open session's customer is always called on this device, as their envelope says it; null while locked or signed out. */
  person(): Promise<string | null>;
  /** The owner of the open session; null while locked or signed out. */
  owner(): Promise<string | null>;
  /** Tells the owner now, and at each activity, lock or sign-in in any tab. Returns a function that stops it. */
  watch(next: (owner: string | null) => void): () => void;
  /** `waiting`: how many queued items this customer has on the device. */
  signIn(email: string, password: string, signal?: AbortSignal): Promise<Result<{ waiting: number }>>;
  /** The masked address of who is locked out here (D72); null where nobody is, or their own passkey opens the device. */
  keptAddress(): Promise<string | null>;
  /** Signs them in with the password alone. 'unauthorised' when nobody is locked out here any more. */
  unlock(password: string, signal?: AbortSignal): Promise<Result<{ waiting: number }>>;
  /** D49: whether the server refuses the open session's tokens. Reading, typing and queueing on the device still work. */
  over(): Promise<boolean>;
  /** What only this page knows to be refused, which is in no table. It changes before `over` does. */
  refusals: { now(): unknown; subscribe(listener: () => void): () => void };
  /** Whether the session that was here was ended from elsewhere (D83), and nobody has signed in since. */
  ended(): Promise<boolean>;
  /** Asks the server whether the session still stands, open or locked. If its owner ended it, it has ended here afterwards. */
  ask(): Promise<void>;
  /**
   * Signs the open session's customer in again at the server. Keys, queue and drafts do not change, even when the password
   * was changed elsewhere. 'unauthorised' when nobody is signed in.
   */
  signInAgain(password: string, signal?: AbortSignal): Promise<Result<{ waiting: number }>>;
  /** Creates an account and signs in to it. Its policies are not known yet. */
  register(account: NewAccount): Promise<Result<{ waiting: number }>>;
  /** Makes a passkey open this device. All of the customer's data is sealed again (see passkeys.ts). */
  addPasskey(password: string, name: string): Promise<Result<null>>;
  /** Unlocks with a passkey of this device, offline too. `offered`: the browser offers it in the email field until this aborts. */
  unlockByPasskey(offered?: AbortSignal): Promise<Result<{ waiting: number }>>;
  /** As `signInAgain`, with a passkey of the open session's customer. */
  signInAgainByPasskey(): Promise<Result<{ waiting: number }>>;
  /** Whether this device can hold a passkey. */
  canHoldPasskey(): Promise<boolean>;
  /** This device's passkeys: those of the open session's customer, or of all customers while nobody is signed in. */
  passkeysHere(): Promise<PasskeyHere[]>;
  /** Removes a passkey of the customer's at the server, and here. One that is gone there already counts as removed. */
  removePasskey(credential: string): Promise<Result<null>>;
  /** Ends reading in every tab; the queue is still sent. Then tells the server, as `tellLock` does. */
  lock(): Promise<void>;
  /**
   * D57: ends a locked device's tokens at the server and deletes them here. False when the server could not be reached; a
   * page or the worker tries again later. While a session is open, it takes back passkeys that could not be set up instead.
   */
  tellLock(): Promise<boolean>;
  /**
   * Ends reading and sending. This device's tokens are deleted before the server is told. 'erase' also deletes all of the
   * customer's data here, the queue included.
   */
  logout(data?: 'keep' | 'erase'): Promise<LoggedOut>;
  /** Changes the password at the server. The password that the server then has opens this device. */
  changePassword(current: string, next: string): Promise<Result<null>>;
  /** Call it when the server has accepted another email of `owner` to sign in with. Nothing changes for anybody else. */
  moveToEmail(email: string, owner: string): Promise<void>;
  /** Records activity of the customer. False when no session is open or it has expired; lock then. */
  touch(ago?: number): Promise<boolean>;
  /** Whether the ten minutes are over. */
  expired(): Promise<boolean>;
  /** Locks when they are. False when a session stands, as one that another tab opened meanwhile. */
  lockExpired(): Promise<boolean>;
  /** Milliseconds until the lock. */
  remaining(): Promise<number>;
  /** What is sealed with an earlier password, which was changed on another device. */
  sealedQueue(): Promise<UnderEarlierPassword>;
  /** Moves it to this session with the earlier password. 'bad-credentials' when it opens none; nothing changes then. */
  openSealedQueue(oldPassword: string): Promise<Result<Recovered>>;
  /** The same with a passkey of before; `sealedQueue` says whether there is one. */
  openSealedByPasskey(): Promise<Result<Recovered>>;
  /** Deletes them. Call it only after the customer has agreed. */
  discardSealedQueue(): Promise<void>;
  /** Renews the internal token when it is older than 60 days. Call it at each start. */
  renewInternal(): Promise<Result<null>>;
  /**
   * Makes a call that accepts the send-only token: it works while locked and in the worker. With `owner` it is made for nobody
   * else who may have signed in meanwhile.
   */
  callSending<N extends SendingName>(name: N, input: InputOf<N>, owner?: string): Promise<Result<AnswerOf<N>>>;
}
