import { keepLastHome } from '#database/keep-last-home.ts';
import type { Database } from '#database/open.ts';
import { describe } from './drawing.ts';
import { pageNow } from './page.ts';

/** Home is kept once it has not changed for so long. */
const QUIET_MS = 2000;

/** Keeps a drawing of home whenever it has changed and is quiet again. @returns a function that ends it */
export function watchHome(db: Database): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let kept = '';
  const keep = () => {
    const shell = document.querySelector('[data-shell]');
    if (!shell?.querySelector('main[data-lasting]')) return;
    const drawing = describe(shell);
    if (!drawing) return;
    const home = { ...pageNow(), drawing };
    const text = JSON.stringify(home);
    if (text === kept) return;
    kept = text;
    // It is a convenience: a device without room starts as it did before.
    keepLastHome(db, home).catch(() => undefined);
  };
  const observer = new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(keep, QUIET_MS);
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  timer = setTimeout(keep, QUIET_MS);
  return () => {
    observer.disconnect();
    clearTimeout(timer);
  };
}
