import type { Api } from '#api/create-api.ts';
import type { Policy } from '#contract/policies.ts';
import type { Result } from '#contract/result.ts';
import type { Database } from '#database/open.ts';
import type { Authenticator } from './authenticator.ts';
import type { Calls } from './calls.ts';
import type { Customer } from './tokens.ts';

/** open: data can be read. locked: only the queue can be sent. none: nobody is signed in on this device. */
export type SessionState = 'open' | 'locked' | 'none';

export interface SessionSettings {
  db: Database;
  api: Api;
  /** Wall clock, milliseconds since 1970. */
  clock: () => number;
  /** PBKDF2 rounds of new envelopes; older ones are raised to it at the next sign-in. */
  rounds?: number;
  /**
   * Told after each sign-in, lock, logout and start; `waiting` counts every queued item on the device, and `passkey` says
   * whether one of this device opens something here, where that was looked up.
   */
  onChange?: (change: { state: SessionState; waiting: number; passkey?: boolean }) => void;
  /** The server could not be told of a lock: `tellLock` is to be called when there is a connection. */
  onUntold?: () => void;
  /** Loads what passkeys need, and the browser's authenticator; a worker, which nobody unlocks, has none. */
  loadPasskeys?: () => Promise<PasskeyWays>;
  /**
   * Receives the policies that come with an online sign-in, and whose they are, after the session stands and before `signIn`
   * resolves.
   */
  onSignedIn?: (policies: Policy[], owner: string) => Promise<void>;
}

/** What the session does with passkeys (passkeys.ts). */
export interface PasskeyWays {
  authenticator: Authenticator;
  addPasskey(
    settings: SessionSettings,
    authenticator: Authenticator,
    call: Calls['call'],
    who: Customer,
    password: string,
    name: string,
  ): Promise<Result<null>>;
  enterAgainByPasskey(
    settings: SessionSettings,
    authenticator: Authenticator,
    who: Customer,
  ): Promise<Result<{ owner: string; policies: Policy[] | null }>>;
  enterByPasskey(
    settings: SessionSettings,
    authenticator: Authenticator,
    offered: boolean,
  ): Promise<Result<{ owner: string; policies: Policy[] | null }>>;
}
