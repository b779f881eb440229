import { noted, putNote } from './device-note.ts';

/** The theme of this device: the system's, or one of the two. It stays when a customer signs out. */
export type Appearance = 'system' | 'light' | 'dark';

export function appearance(): Appearance {
  const chosen = noted('apariencia');
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

/** Browsers tell the other tabs of a change; this one is told by hand. The boot script listens too, and gives the page its theme. */
const CHANGED = 'storage';

/** False where nothing can be stored. */
export function chooseAppearance(chosen: Appearance): boolean {
  const kept = putNote('apariencia', chosen);
  window.dispatchEvent(new window.Event(CHANGED));
  return kept;
}

export function onAppearance(changed: () => void): () => void {
  window.addEventListener(CHANGED, changed);
  return () => window.removeEventListener(CHANGED, changed);
}
