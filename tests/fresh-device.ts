/** Gives tests an IndexedDB in memory for the device's database. */
import 'fake-indexeddb/auto';
import { vi } from 'vitest';

// The stand-ins of earlier test files are taken back.
vi.useRealTimers();
vi.unstubAllGlobals();
vi.restoreAllMocks();

// Test files share a page, so each begins by emptying it and going to the address of the app.
if (typeof document !== 'undefined') {
  document.body.replaceChildren();
  // A test may have followed a link.
  (window as { happyDOM?: { setURL(address: string): void } }).happyDOM?.setURL('http://localhost:4173/');
  for (const name of Object.keys(document.documentElement.dataset)) delete document.documentElement.dataset[name];
  sessionStorage.clear();
  localStorage.clear();
}
