import { messageSW } from 'workbox-window';
import { createStore } from '#rules/store.ts';

/** How many of the app's files the service worker has stored. */
export interface StoredParts {
  stored: number;
  all: number;
}

/** The worker's last answer; null until the first. */
export const storedParts = createStore<StoredParts | null>(null);

/**
 * How long an answer is waited for. A browser may end a worker in the middle of a download, and the answer with it. Asking again
 * wakes it, and is a question only where the download still runs.
 */
const ANSWER_MS = 120_000;

/**
 * Lets the worker download the missing files. A late answer is noted all the same.
 *
 * @returns null when none came in time
 */
export async function askStored(worker: ServiceWorker): Promise<StoredParts | null> {
  const answer = messageSW(worker, { type: 'complete' }).then((parts: StoredParts) => {
    storedParts.set(parts);
    return parts;
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ANSWER_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
