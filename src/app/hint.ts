import { readRecord, writeRecord } from '#senses/device-note.ts';

/**
 * What the boot script may know before the database is open. It holds no personal data. The database decides; this is only a
 * hint.
 */
export interface Hint {
  /** Whether a session is open. */
  open: boolean;
  /** How many items are queued. */
  waiting: number;
  /** Whether a passkey opens the session: of who is locked out here, or anybody's while nobody is. */
  passkey: boolean;
  /** Whether the last session was ended from another device (D83). */
  ended: boolean;
  /** Whether a customer is locked out here, whom the start screen greets (D72). */
  greeted: boolean;
}

/** Every page reads it before React, so it is checked without a library. */
export function readHint(): Hint {
  const { open, waiting, passkey, ended, greeted } = readRecord('hint') ?? {};
  const isHint = isFlag(open) && isFlag(passkey) && isFlag(ended) && isFlag(greeted) && isCount(waiting);
  return isHint ? { open, waiting, passkey, ended, greeted } : none;
}

const none: Hint = { open: false, waiting: 0, passkey: false, ended: false, greeted: false };

const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

/** In a browser that refuses storage, the right page only appears a moment later. */
export const writeHint = (change: Partial<Hint>): boolean => writeRecord('hint', { ...readHint(), ...change });
