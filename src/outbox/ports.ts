import type { Mirror, PreparedChange } from '#mirror/mirror.ts';
import type { Session } from '#session/create-session.ts';

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
