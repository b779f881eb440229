import type { Database } from '#database/open.ts';
import type { Mirror, PreparedChange } from '#mirror/mirror.ts';
import type { Session } from '#session/create-session.ts';
import type { Commands } from './commands.ts';
import type { Drafts } from './drafts.ts';

/** A file as a form hands it over. */
export interface OutgoingFile {
  bytes: ArrayBuffer;
  name: string;
  type: string;
}

/** A file on its way to the server. */
export interface TravellingFile {
  bytes: Blob;
  name: string;
  type: string;
}

/** What the outbox needs of a session: to hand in a command, and to withdraw one. */
export type Courier = Pick<Session, 'deliver' | 'withdraw'>;

/** What the outbox needs of the mirror. */
export type ChangesMirror = Pick<Mirror, 'prepareChange'>;

/** What an answer means for what the device mirrors; null while locked, or when there is nothing mirrored to change. */
export type MirrorChange = (mirror: ChangesMirror) => Promise<PreparedChange | null>;

/** Keeps the drain single on this device. It only saves work: claims in the rows keep it safe. */
export interface LockPort {
  /** Runs the work while holding the lock; null, without running it, when somebody else holds it. */
  ifFree<T>(name: string, work: () => Promise<T>): Promise<T | null>;
}

/** Runs something again and again; what it returns ends that. */
export type Every = (milliseconds: number, run: () => void) => () => void;

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
  drafts?: Pick<Drafts, 'flush' | 'inHand' | 'elsewhere' | 'letGo'>;
  randomUUID?: () => string;
  commands?: Commands;
}
