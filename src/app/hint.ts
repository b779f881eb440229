/**
 * What the boot script may know before the database is open. It holds no personal data. The database decides; this is only a
 * hint.
 */
export interface Hint {
  /** Whether a session is open. */
  open: boolean;
  /** How many items are queued. */
  waiting: number;
  /** Whether a passkey opens the session. */
  passkey: boolean;
  /** Whether the last session was ended from another device (D83). */
  ended: boolean;
}

const KEY = 'amparo';
const nothing: Hint = { open: false, waiting: 0, passkey: false, ended: false };

/** Every page reads it before React, so it is checked without a library. */
export function readHint(): Hint {
  try {
    return parsed(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
  } catch {
    return nothing;
  }
}

function parsed(stored: unknown): Hint {
  const { open, waiting, passkey = false, ended = false } = Object(stored);
  const flags = [open, passkey, ended].every((flag) => typeof flag === 'boolean');
  return flags && Number.isInteger(waiting) && waiting >= 0 ? { open, waiting, passkey, ended } : nothing;
}

export function writeHint(change: Partial<Hint>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readHint(), ...change }));
  } catch {
    // In a browser that refuses storage, the right page only appears a moment later.
  }
}
