import type { Mirror, PreparedChange } from '#mirror/mirror.ts';
import type { Session } from '#session/session.ts';

/** A file as a form passes it on. */
export interface OutgoingFile {
  bytes: ArrayBuffer;
  name: string;
  type: string;
}

/** What the outbox needs of a session: to deliver a command, and to withdraw one. */
export type Courier = Pick<Session, 'deliver' | 'withdraw'>;

export type ChangesMirror = Pick<Mirror, 'prepareChange'>;

/** The change that an answer makes in the mirror; null while locked, or when nothing is mirrored that could change. */
export type MirrorChange = (mirror: ChangesMirror) => Promise<PreparedChange | null>;

/** Lets only one page of this device drain at a time. It saves work; safety comes from the claims in the rows. */
export interface LockPort {
  /** Runs the work while holding the lock. Null, without running it, when somebody else holds the lock. */
  ifFree<T>(name: string, work: () => Promise<T>): Promise<T | null>;
}
