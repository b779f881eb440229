/**
 * Names the entries of the history that a plain link made, which come without the router's key and place: it would take each
 * of them for another one at every visit, and for the first of all. What is kept by entry, as where a list was scrolled to, is
 * found again by that key. To be called before the router listens.
 *
 * @param placeNow the place of the entry the customer comes from
 */
export function nameEntries(placeNow: () => number): void {
  window.addEventListener('popstate', ({ state }) => {
    if (state !== null) return;
    const key = Math.random().toString(36).slice(2, 10);
    // The prototype's own: the router takes its own pushState and replaceState for navigations.
    History.prototype.replaceState.call(window.history, { key, __TSR_key: key, __TSR_index: placeNow() + 1 }, '');
  });
}
