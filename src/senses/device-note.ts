/**
 * The device's note: one record in local storage of what was asked and told here. It holds nothing personal. The boot scripts
 * read its `open`, `waiting` and `passkey` before any module (app/hint.ts).
 */
const KEY = 'amparo';

/** What can be noted beside the hint. */
type Noted = 'instalar' | 'huella' | 'conservar' | 'todo-aqui';

/** The whole record; null where the browser refuses storage. */
export function readNote(): Record<string, unknown> | null {
  try {
    return recordIn(localStorage.getItem(KEY));
  } catch {
    return null;
  }
}

/** False where nothing can be stored. */
export function writeNote(change: Record<string, unknown>): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readNote(), ...change }));
    return true;
  } catch {
    return false;
  }
}

/** Undefined when nothing was noted; null where the browser refuses storage. */
export function noted(name: Noted): unknown {
  const note = readNote();
  // The version of November 2026 kept each in a key of its own.
  return note && (note[name] ?? jsonOrText(localStorage.getItem(`amparo-${name}`)));
}

/** False where nothing can be stored. */
export const putNote = (name: Noted, value: unknown): boolean => writeNote({ [name]: value });

function recordIn(text: string | null): Record<string, unknown> {
  const found = jsonOrText(text);
  return typeof found === 'object' ? { ...found } : {};
}

function jsonOrText(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
