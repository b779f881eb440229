import { revealPage } from './page.ts';
import { showLastHome } from './show.ts';

// Runs at the start of the page's body, right after the place where the worker puts the last home.
const data = document.querySelector('script[data-last-home]');
data?.remove();
if ('home' in document.documentElement.dataset) {
  let painted: Promise<void> | undefined;
  try {
    painted = showLastHome(data?.textContent ?? 'null');
  } finally {
    window.lastHomeShown = painted;
    // A drawing that fails must not leave the page hidden.
    if (!painted) {
      revealPage();
      window.preloadParts?.();
    }
  }
}
