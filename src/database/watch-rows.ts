import { liveQuery } from 'dexie';
import { SECOND_MS } from '#contract/age.ts';
import type { Database } from './open.ts';

const FIRST_WAIT_MS = SECOND_MS;
const LONGEST_WAIT_MS = 30 * SECOND_MS;

/**
 * Tells what a query reads: now, and at each change of its rows by any tab. Dexie's live query never runs again after a first
 * read that failed, such as over a connection that iOS lost, so one that fails is begun anew after a pause that doubles.
 *
 * @returns a function that stops it
 */
export function watchRows<T>(db: Database, query: () => Promise<T>, next: (value: T) => void): () => void {
  let wait = FIRST_WAIT_MS;
  let isOver = false;
  let stop = () => {};

  function begin(): void {
    const failed = (error: unknown): never => {
      live.unsubscribe();
      if (!isOver) stop = db.machine.timers.after(wait, begin);
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
      throw error;
    };
    const live = liveQuery(() => query().catch(failed)).subscribe({
      next(value) {
        wait = FIRST_WAIT_MS;
        next(value);
      },
      error: () => {},
    });
    stop = () => live.unsubscribe();
  }

  begin();
  return () => {
    isOver = true;
    stop();
  };
}
