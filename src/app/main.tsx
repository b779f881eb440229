import '#ui/tokens.css';
import '#ui/base.css';
import './prerender/first-screen.css';
import type { Destination } from './notice.ts';
import { takeOver } from './prerender/take-over.tsx';
import { FirstStart } from './start.tsx';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

/** From the start page into the app: the router is loaded now and opens at the address. */
async function go({ href, state }: Destination): Promise<void> {
  history.replaceState(state, '', `#${href}`);
  await enter();
}

const enter = takeOver(container, {
  start: (lost) => <FirstStart go={go} lost={lost} />,
  app: async () => {
    const { createAppTree } = await import('./tree.tsx');
    return createAppTree();
  },
});

addEventListener('load', () => {
  // After the first paint, so that precaching never competes with the page the customer waits for.
  const idle = window.requestIdleCallback ?? setTimeout;
  idle(() => void import('./service-worker.ts').then(({ installWorker }) => installWorker()));
});
