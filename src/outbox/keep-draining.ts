import type { DrainOptions, DrainReport } from './drain.ts';
import { SECOND_MS } from './outcome.ts';

/** The shortest pause between two drains, whatever is due: another tab may be draining. */
const SHORTEST_PAUSE_MS = 2 * SECOND_MS;
/** The longest pause while something waits. A frozen tab (F5) or a device that slept is noticed within it. */
const LONGEST_PAUSE_MS = 30 * SECOND_MS;

interface DrainingPorts {
  drain(options?: DrainOptions): Promise<DrainReport>;
  clock: () => number;
  online: (() => boolean) | undefined;
  /** Called back when something new waits. */
  pokes: Set<() => void>;
}

/**
 * A page's own drains, since background sync is an accelerator that Safari and Firefox lack (F23): at start, when the
 * connection returns, when the page is looked at again, at a new item, and when an item is due. Returns the way to stop.
 */
export function keepDraining(
  page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>,
  { drain, clock, online, pokes }: DrainingPorts,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  async function run(options: DrainOptions): Promise<void> {
    if (stopped) return;
    // A large upload may take minutes; what else becomes due meanwhile is not kept waiting by it (F28).
    lookAgainIn(LONGEST_PAUSE_MS);
    const report = await drain(options).catch((error: unknown) => {
      console.error('outbox: a drain failed', error);
      return null;
    });
    clearTimeout(timer);
    if (!report || report.nextAt !== null) lookAgainIn(pauseBefore(report?.nextAt ?? null));
  }

  function lookAgainIn(milliseconds: number): void {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(() => run({}), milliseconds);
  }

  function pauseBefore(nextAt: number | null): number {
    if (nextAt === null || online?.() === false) return LONGEST_PAUSE_MS;
    return Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, nextAt - clock()));
  }

  const now = () => void run({});
  const connected = () => void run({ connected: true });
  page.addEventListener('online', connected);
  page.addEventListener('pageshow', now);
  // It bubbles from the document, and comes when the page is hidden too: the last chance before a phone freezes it.
  page.addEventListener('visibilitychange', now);
  pokes.add(now);
  now();
  return () => {
    stopped = true;
    clearTimeout(timer);
    page.removeEventListener('online', connected);
    page.removeEventListener('pageshow', now);
    page.removeEventListener('visibilitychange', now);
    pokes.delete(now);
  };
}
