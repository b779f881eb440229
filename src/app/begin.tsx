import { part } from '#senses/part.ts';
import type { Destination } from './notice.ts';
import { takeOver } from './prerender/take-over.tsx';
import { FirstStart } from './start.tsx';

const loadTree = part(() => import('./tree.tsx'));

export function begin(container: HTMLElement): void {
  /** Leads from the start page into the app: loads the router, which opens at the address. */
  const go = async ({ href, state }: Destination): Promise<void> => {
    history.replaceState(state, '', `#${href}`);
    await enter();
  };
  const enter = takeOver(container, {
    start: (lost) => <FirstStart go={go} lost={lost} />,
    app: async () => (await loadTree()).createAppTree(),
  });
}
