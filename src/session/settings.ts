import type { Api } from '#api/create-api.ts';
import type { Policy } from '#contract/policies.ts';
import type { Database } from '#database/open.ts';

/** open: data can be read. locked: only the queue can be sent. none: nobody is signed in on this device. */
export type SessionState = 'open' | 'locked' | 'none';

export interface SessionSettings {
  db: Database;
  api: Api;
  /** Wall clock, milliseconds since 1970. */
  clock: () => number;
  /** PBKDF2 rounds of new envelopes; older ones are raised to it at the next sign-in. */
  rounds?: number;
  /** Told after each sign-in, lock, logout and start; `waiting` counts every queued item on the device. */
  onChange?: (change: { state: SessionState; waiting: number }) => void;
  /**
   * Receives the policies that come with an online sign-in, and whose they are, after the session stands and before `signIn`
   * resolves.
   */
  onSignedIn?: (policies: Policy[], owner: string) => Promise<void>;
}
