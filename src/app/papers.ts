import { createPaperReader } from '#papers/client.ts';
import { startPaperWorker } from '#papers/start-worker.ts';
import { trustedScript } from './trusted-types.ts';

/** The page's only reader of papers. Its worker comes with the first invoice. */
export const papers = createPaperReader({
  startWorker: () => startPaperWorker(trustedScript),
  clock: () => new Date(),
});
