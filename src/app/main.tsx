import '#shims/older-browsers.ts';
import '#shims/inert.ts';
import '#ui/base/tokens.css';
import '#ui/base/base.css';
import '#ui/base/shapes.css';
import './prerender/first-screen.css';
import { part } from '#senses/part.ts';
import { keepInstallPrompt } from './install-prompt.ts';
import { firstTouch } from './prerender/first-touch.ts';
import { takeLaunched } from './take-launched.ts';
import { runWorker } from './worker.ts';

keepInstallPrompt();
const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

const loadApp = part(() => import('./begin.tsx'));
/** Loads React and the screens. Before that the start page is painted and its form already takes text. */
const begin = () => loadApp().then((app) => app.begin(container));

/** When a worker already serves the page, the registration waits this long for the first screen. */
const REGISTER_AFTER_MS = 1500;

/** At an address inside, the registration waits for the first screen, and this long for one that does not come. */
const REGISTER_AT_LAST_MS = 10_000;

/** The start page stands by then, and nobody has read it. */
const ASK_AFTER_MS = 1500;

// Precaching never competes with the page the customer waits for.
const register = once(() =>
  setTimeout(() => void runWorker(), navigator.serviceWorker?.controller ? REGISTER_AFTER_MS : 0),
);
if (document.documentElement.dataset.screen === 'start' && container.firstElementChild) {
  // A page in the background paints nothing; there it is loaded.
  addEventListener('load', register);
  // In the frame after the next the page is painted.
  requestAnimationFrame(() => requestAnimationFrame(register));
  askDatabase(firstTouch(begin));
} else {
  askDatabase();
  afterFirstScreen(container, register);
  // The page began it (last-home/body.ts).
  void Promise.resolve(window.lastHomeShown).then(() => {
    // Loads both at the same time; the second would load the first only later.
    void import('./tree.tsx').catch(() => undefined);
    begin().catch((reason) => {
      console.error(reason);
      // The boot script reads this mark and tells the customer.
      document.documentElement.dataset.unopened = '';
    });
  });
}

/** What the boot script painted by the hint may be wrong, so the database is asked once the page stands (F58). */
function askDatabase(wake?: () => Promise<void>): void {
  setTimeout(async () => {
    const { open, waiting, greeted } = await (await import('./true-hint.ts')).trueHint();
    // Nobody who has begun to use this page is taken away from it. A sign-in leads inside too.
    if (wake && open && 'resting' in document.documentElement.dataset) location.replace('#/app');
    else if (wake && (waiting > 0 || greeted)) await wake();
  }, ASK_AFTER_MS);
}

/** Acts once the app has drawn something, or after ten seconds. */
function afterFirstScreen(container: HTMLElement, act: () => void): void {
  const watcher = new MutationObserver((changes) => {
    if (changes.every(({ addedNodes }) => addedNodes.length === 0)) return;
    watcher.disconnect();
    act();
  });
  watcher.observe(container, { childList: true });
  setTimeout(act, REGISTER_AT_LAST_MS);
}

function once(act: () => void): () => void {
  let done = false;
  return () => {
    if (!done) act();
    done = true;
  };
}

/** File Handling (WICG), which TypeScript's library lacks. */
interface LaunchQueue {
  setConsumer(consumer: ReturnType<typeof takeLaunched>): void;
}

(globalThis as { launchQueue?: LaunchQueue }).launchQueue?.setConsumer(takeLaunched(() => import('./launched.ts')));
