import type { Api } from '#api/create-api.ts';
import type { Policy } from '#contract/policies.ts';
import type { Result } from '#contract/result.ts';
import type { Database } from '#database/open.ts';
import type { Authenticator, Made, PasskeyProof } from './authenticator.ts';
import type { Calls } from './calls.ts';
import type { OpensAside } from './sealed-queue.ts';
import type { SessionState } from './state.ts';
import type { Customer } from './tokens.ts';

export interface SessionSettings {
  db: Database;
  api: Api;
  /** Wall clock, milliseconds since 1970. */
  clock: () => number;
  /** PBKDF2 rounds of new envelopes. The next sign-in raises older envelopes to it. */
  rounds?: number;
  /**
   * Called after each sign-in, lock, logout and start. `waiting` counts every queued item on the device. `passkey` says
   * whether one opens it for who is locked out here, or for anybody while nobody is; absent when that was not read. `ended`: the
   * session that was here was ended from elsewhere. `greeted`: the locked screen has a masked address (D72).
   */
  onChange?: (change: {
    state: SessionState['is'];
    waiting: number;
    passkey?: boolean;
    ended?: boolean;
    greeted?: boolean;
  }) => void;
  /** Called when the server could not be told of a lock, or take a passkey back. Call `tellLock` when the connection returns. */
  onUntold?: () => void;
  /** Loads the passkey code and the browser's authenticator; absent in a worker, which nobody unlocks. */
  loadPasskeys?: () => Promise<PasskeyCalls>;
  /**
   * Called with the policies of an online sign-in and their owner, after the session is written and before `signIn`
   * resolves.
   */
  onSignedIn?: (policies: Policy[], owner: string) => Promise<void>;
  /** Called when an unlock got its tokens afterwards (D76): what waits for a sign-in goes on. */
  onRenewed?: () => Promise<void>;
}

/** The session's passkey functions (passkeys.ts). */
export interface PasskeyCalls {
  authenticator: Authenticator;
  addPasskey(
    settings: SessionSettings,
    authenticator: Authenticator,
    call: Calls['call'],
    who: Customer,
    password: string,
    name: string,
  ): Promise<Result<null>>;
  /** False when the server could not be asked. */
  takeBackAll(settings: Pick<SessionSettings, 'db' | 'clock'>, call: Calls['call'], who: Customer): Promise<boolean>;
  askPasskey(
    settings: SessionSettings,
    authenticator: Authenticator,
    offered: AbortSignal | null,
    again: Customer | null,
  ): Promise<Result<PasskeyProof>>;
  opensAside(db: Database, who: Customer, made: Made): OpensAside;
}
