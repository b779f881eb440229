import { readingKeys } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import { watchRows } from '#database/watch-rows.ts';
import { onSense } from '#senses/page.ts';
import { whenIdle } from './when-idle.ts';

/** From a sign-in, or from when the page is looked at again. By then the first screen is drawn, and writes begun before are done. */
const QUIET_MS = 10_000;
/** A page that is never idle seals a batch after this long. */
const IDLE_MS = 1000;
/** A browser that tells no idle time gets this pause between two batches. */
const PAUSE_MS = 50;

type Sealing = Pick<typeof import('#session/seal-again.ts'), 'sealRowsAgain'>;
const load = () => import('#session/seal-again.ts');

/**
 * Seals with the key of this sign-in what earlier keys still open, while the page is visible and online, and has nothing
 * else to do. What is left is done after the next of these events.
 *
 * @returns a function that stops it
 */
export function keepSealing(db: Database, loadSealing: () => Promise<Sealing> = load): () => void {
  let due = false;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<unknown> = Promise.resolve();

  const isQuiet = () => !stopped && document.visibilityState === 'visible' && navigator.onLine;
  const goOn = async () => {
    await whenIdle(IDLE_MS, PAUSE_MS);
    return isQuiet();
  };
  const run = async () => {
    if (!isQuiet()) return;
    const { sealRowsAgain } = await loadSealing();
    await sealRowsAgain(db, goOn);
  };
  const plan = () => {
    clearTimeout(timer);
    if (due && !stopped)
      timer = setTimeout(() => {
        // A full device or a lost connection: the next event tries again.
        running = running.then(run).catch(() => undefined);
      }, QUIET_MS);
  };

  const unwatch = watchRows(
    db,
    () => readingKeys(db),
    (keys) => {
      due = keys?.earlierKeys !== undefined;
      plan();
    },
  );
  const stop = onSense(['shown', 'hidden', 'online'], plan);
  return () => {
    stopped = true;
    clearTimeout(timer);
    unwatch();
    stop();
  };
}
