import '#shims/older-browsers.ts';
import '#ui/tokens.css';
import '#ui/base.css';
import './prerender/first-screen.css';
import { firstTouch } from './prerender/first-touch.ts';
import { registerWorker } from './register-worker.ts';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

/** React and the pages are loaded only now: until somebody turns to the start page, it is painted and its form works. */
const begin = () => import('./begin.tsx').then((app) => app.begin(container));

/** Where a worker serves the page already, the first screen goes before its registration. In milliseconds. */
const SETTLED = 1500;

// The load event comes after the first paint, so that precaching never competes with the page the customer waits for.
addEventListener('load', () =>
  setTimeout(() => void registerWorker(), navigator.serviceWorker?.controller ? SETTLED : 0),
);
if (document.documentElement.dataset.screen === 'start' && container.firstElementChild) firstTouch(begin);
else {
  // Both at once; the second brings the first along.
  void import('./tree.tsx').catch(() => undefined);
  begin().catch((reason) => {
    console.error(reason);
    // For the boot script, which says it.
    document.documentElement.dataset.unopened = '';
  });
}

/** File Handling (WICG), which TypeScript's library does not describe. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { files?: readonly FileSystemFileHandle[] }) => void): void;
}

// A file that was opened with Amparo: kept first, then asked about.
(globalThis as { launchQueue?: LaunchQueue }).launchQueue?.setConsumer(({ files = [] }) => {
  if (files.length > 0) void import('./launched.ts').then(({ keepLaunched }) => keepLaunched(files));
});
