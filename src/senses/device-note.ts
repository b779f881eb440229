/** Keys of local storage. Neither record holds anything personal. */
const keys = {
  /** What the boot scripts read before any module (app/hint.ts). */
  hint: 'amparo',
  /**
   * What was asked, told and chosen on this device; the boot script takes the theme from it. The hint is written often, by several tabs, and whole by the version before, so an
   * answer of the customer does not lie in it.
   */
  note: 'amparo-nota',
} as const;
type Which = keyof typeof keys;

/** What can be noted. */
type Noted = 'instalar' | 'huella' | 'conservar' | 'todo-aqui' | 'primeros-pasos' | 'apariencia';

/** The whole record; null where the browser refuses storage. */
export function readRecord(which: Which): Record<string, unknown> | null {
  try {
    return recordIn(localStorage.getItem(keys[which]));
  } catch {
    return null;
  }
}

/** False where nothing can be stored. */
export function writeRecord(which: Which, change: Record<string, unknown>): boolean {
  try {
    localStorage.setItem(keys[which], JSON.stringify({ ...readRecord(which), ...change }));
    return true;
  } catch {
    return false;
  }
}

/** Undefined when nothing was noted; null where the browser refuses storage. */
export function noted(name: Noted): unknown {
  const note = readRecord('note');
  return note === null ? null : note[name];
}

/** False where nothing can be stored. */
export const putNote = (name: Noted, value: unknown): boolean => writeRecord('note', { [name]: value });

function recordIn(text: string | null): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(text ?? '{}');
    return typeof found === 'object' ? { ...found } : {};
  } catch {
    return {};
  }
}
