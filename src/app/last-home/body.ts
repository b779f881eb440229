import { revealPage } from './page.ts';
import { showLastHome } from './show.ts';

// Runs at the start of the page's body, right after the place where the worker puts the last home.
const data = document.querySelector('script[data-last-home]');
data?.remove();
if ('home' in document.documentElement.dataset) {
  const painted = showLastHome(data?.textContent ?? 'null');
  window.lastHomeShown = painted;
  if (!painted) {
    revealPage();
    window.preloadHome?.();
  }
}
