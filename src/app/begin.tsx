import type { Destination } from './notice.ts';
import { takeOver } from './prerender/take-over.tsx';
import { FirstStart } from './start.tsx';

export function begin(container: HTMLElement): void {
  /** Leads from the start page into the app: loads the router, which opens at the address. */
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
