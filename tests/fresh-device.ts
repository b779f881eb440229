/** Gives tests an IndexedDB in memory for the device's database. */
import 'fake-indexeddb/auto';
import { vi } from 'vitest';
import { forgetLayers, layersGone } from '#history/entries.ts';

// The stand-ins of earlier test files are taken back.
vi.useRealTimers();
vi.unstubAllGlobals();
vi.restoreAllMocks();

// Test files share a page, so each begins by emptying it and going to the address of the app.
if (typeof document !== 'undefined') {
  // What an earlier one closed at its end may still be stepping back, and would close a layer of this one.
  forgetLayers();
  await layersGone();
  document.body.replaceChildren();
  // A test may have followed a link.
  (window as { happyDOM?: { setURL(address: string): void } }).happyDOM?.setURL('http://localhost:4173/');
  for (const name of Object.keys(document.documentElement.dataset)) delete document.documentElement.dataset[name];
  sessionStorage.clear();
  localStorage.clear();
}
