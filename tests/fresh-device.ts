/** IndexedDB for tests: the device's database lives in memory. */
import 'fake-indexeddb/auto';
import { vi } from 'vitest';

// What a file before stood in for is itself again.
vi.useRealTimers();
vi.unstubAllGlobals();
vi.restoreAllMocks();

// Files share a page, and each begins with an empty one, at the address of the app.
if (typeof document !== 'undefined') {
  document.body.replaceChildren();
  // A link that was followed has taken the page along.
  (window as { happyDOM?: { setURL(address: string): void } }).happyDOM?.setURL('http://localhost:4173/');
  for (const name of Object.keys(document.documentElement.dataset)) delete document.documentElement.dataset[name];
  sessionStorage.clear();
  localStorage.clear();
}
