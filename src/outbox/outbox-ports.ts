import type { Database } from '#database/open.ts';
import type { CommandKinds } from './commands.ts';
import type { Drafts } from './drafts.ts';
import type { ChangesMirror, Courier, Every, LockPort } from './ports.ts';

/** What an outbox is made of, on a page or in the worker. */
export interface OutboxPorts {
  db: Database;
  session: Courier;
  mirror: ChangesMirror;
  /** Wall clock in milliseconds. */
  clock: () => number;
  lock: LockPort;
  /** From 0 to 1, for the jitter. */
  random: () => number;
  /** Names this page or worker in the claims; another one for each. */
  id: string;
  /** False only when there is surely no network: nothing is tried then, so that nothing becomes unclear. */
  online?: () => boolean;
  every?: Every;
  /** Called after something new waits: registers background sync. */
  poke?: () => void;
  /** Asks the browser to keep what is only on this device. */
  keepStorage?: () => Promise<boolean>;
  /** Drafts whose last keystrokes may still rest; written before a command takes their place. */
  drafts?: Pick<Drafts, 'flush' | 'inHand' | 'elsewhere' | 'release'>;
  randomUUID?: () => string;
  commands?: CommandKinds;
}
