import type { Destination } from './notice.ts';
import { takeOver } from './prerender/take-over.tsx';
import { FirstStart } from './start.tsx';

/** Gives the page to React. */
export function begin(container: HTMLElement): void {
  /** From the start page into the app: the router is loaded now and opens at the address. */
  const go = async ({ href, state }: Destination): Promise<void> => {
    history.replaceState(state, '', `#${href}`);
    await enter();
  };
  const enter = takeOver(container, {
    start: (lost) => <FirstStart go={go} lost={lost} />,
    app: async () => {
      const { createAppTree } = await import('./tree.tsx');
      return createAppTree();
    },
  });
}
