import { keepLastHome } from '#database/keep-last-home.ts';
import { readingKeys } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import { onSense } from '#senses/page.ts';
import { describe } from './drawing.ts';
import { pageNow } from './page.ts';

/** Home is stored after it has not changed for this long. */
const QUIET_MS = 1000;

/**
 * Stores a drawing of home after each change, and at once when the customer leaves the page before it is quiet.
 *
 * @returns a function that stops it
 */
export function watchHome(db: Database): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let kept = '';
  // Who is signed in when this begins. After another's sign-in, in another tab, this page still shows them until it reloads.
  const owner = readingKeys(db).then(
    (keys) => keys?.owner ?? null,
    () => null,
  );
  const keep = () => {
    clearTimeout(timer);
    timer = undefined;
    const shell = document.querySelector('[data-shell]');
    if (!shell?.querySelector('main[data-lasting]')) return;
    const drawing = describe(shell);
    if (!drawing) return;
    const home = { ...pageNow(), drawing };
    const text = JSON.stringify(home);
    if (text === kept) return;
    kept = text;
    // The drawing is optional, so a device without room goes on without it.
    owner.then((whose) => keepLastHome(db, whose, home)).catch(() => undefined);
  };
  const observer = new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(keep, QUIET_MS);
  });
  const leave = () => {
    // Without a change there is nothing to describe, which would delay a reload.
    if (timer !== undefined) keep();
  };
  const stop = onSense(['hidden'], leave);
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  timer = setTimeout(keep, QUIET_MS);
  return () => {
    observer.disconnect();
    stop();
    clearTimeout(timer);
  };
}
