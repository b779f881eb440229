import { revealPage } from './page.ts';
import { showLastHome } from './show.ts';

/** The page and the app wait for the last home no longer than this. */
const MAX_WAIT_MS = 600;

// Runs inside the page's head, after its styles: home's own must follow them.
if (window.lastHomeFound) {
  const inside = document.querySelector<HTMLElement>('script[data-inside]')?.dataset.inside ?? '';
  const styles = inside.split(' ').filter((address) => address.endsWith('.css'));
  const late = new Promise<void>((resolve) => setTimeout(resolve, MAX_WAIT_MS));
  window.lastHomeShown = Promise.race([showLastHome(window.lastHomeFound, styles), late]).catch(() => undefined);
  void window.lastHomeShown.then(revealPage);
}
