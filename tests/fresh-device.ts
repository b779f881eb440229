/** IndexedDB for tests: the device's database lives in memory. */
import 'fake-indexeddb/auto';
import { vi } from 'vitest';

// What a file before stood in for is itself again.
vi.useRealTimers();
vi.unstubAllGlobals();
vi.restoreAllMocks();

// Files share a page, and each begins with an empty one.
if (typeof document !== 'undefined') {
  document.body.replaceChildren();
  for (const name of Object.keys(document.documentElement.dataset)) delete document.documentElement.dataset[name];
  sessionStorage.clear();
  localStorage.clear();
}
