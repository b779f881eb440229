import { writeEntry } from '#ui/layers/back-closes.ts';

/**
 * Gives the router's key and index to history entries made by plain links. Without them the router would take each visit for
 * a new entry, and for the first one. State kept by entry, such as a list's scroll position, is found by that key. Call it
 * before the router listens.
 *
 * @param indexNow the index of the entry that the customer comes from
 */
export function nameEntries(indexNow: () => number): void {
  window.addEventListener('popstate', ({ state }) => {
    if (state !== null) return;
    const key = Math.random().toString(36).slice(2, 10);
    writeEntry({ key, __TSR_key: key, __TSR_index: indexNow() + 1 }, 'replace');
  });
}
