import type { Database } from '#database/open.ts';
import type { CommandKinds } from './commands.ts';
import type { Drafts } from './drafts.ts';
import type { ChangesMirror, Courier, LockPort } from './ports.ts';

/** The surroundings of an outbox, on a page or in the worker. */
export interface OutboxPorts {
  db: Database;
  session: Courier;
  mirror: ChangesMirror;
  /** Wall clock in milliseconds. */
  clock: () => number;
  lock: LockPort;
  /** A number from 0 to 1, for the jitter. */
  random: () => number;
  /** Unique id of this page or worker in the claims. */
  id: string;
  /** False only when there is surely no network. Then nothing is tried, so that no item becomes unclear. */
  online?: () => boolean;
  /** Called when something new waits; registers background sync. */
  poke?: () => void;
  /** Asks the browser not to clear this device's storage. */
  keepStorage?: () => Promise<boolean>;
  /** Their delayed saves are written before a command replaces the draft. */
  drafts?: Pick<Drafts, 'flush' | 'inHand' | 'elsewhere' | 'isTold' | 'tell' | 'release'>;
  commands?: CommandKinds;
}
