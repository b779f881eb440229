import { showLastHome } from './show.ts';

/** Runs inside the page (`.ci/build/prerender-start.ts`), so that the database is read while the app's first script is on its way. */
if ('home' in document.documentElement.dataset) {
  const inside = document.querySelector<HTMLElement>('script[data-inside]')?.dataset.inside ?? '';
  const styles = inside.split(' ').filter((address) => address.endsWith('.css'));
  window.lastHomeShown = showLastHome(styles).catch(() => undefined);
}
