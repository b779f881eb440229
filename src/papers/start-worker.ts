import paperWorkerAddress from './paper.worker.ts?worker&url';

/** Starts the worker that reads papers. `trust` converts the address for Trusted Types; the app owns the only policy. */
export function startPaperWorker(trust: (address: string) => string | URL): Worker {
  return new Worker(trust(paperWorkerAddress), { type: 'module', name: 'papers' });
}
