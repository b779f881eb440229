import { SECOND_MS } from '#contract/age.ts';
import type { Timers } from '#ports/machine.ts';
import type { OnSense } from '#ports/senses.ts';
import type { DrainOptions, DrainReport } from './drain.ts';

/** The shortest pause between two drains. Items may be due because another tab is just sending them. */
const SHORTEST_PAUSE_MS = 2 * SECOND_MS;
/** The longest pause while something waits: the time to notice a frozen tab (F5) or a device that slept. */
const LONGEST_PAUSE_MS = 30 * SECOND_MS;

interface DrainingPorts {
  drain(options?: DrainOptions): Promise<DrainReport>;
  clock: () => number;
  timers: Timers;
  online: (() => boolean) | undefined;
  /** Functions to call when something new waits. */
  pokes: Set<() => void>;
}

/**
 * Drains from a page, since Safari and Firefox lack background sync (F23). It drains at start, when the connection returns,
 * when the page becomes visible, at a new item, and when an item is due. Returns a function that stops it.
 */
export function keepDraining(onSense: OnSense, { drain, clock, timers, online, pokes }: DrainingPorts): () => void {
  let callOff = () => {};
  let stopped = false;

  async function run(options: DrainOptions): Promise<void> {
    if (stopped) return;
    // A large upload may take minutes. Items that become due meanwhile do not wait for it (F28).
    lookAgainIn(LONGEST_PAUSE_MS);
    const report = await drain(options).catch((error: unknown) => {
      console.error('outbox: a drain failed', error);
      return null;
    });
    callOff();
    if (!report || report.nextAt !== null) lookAgainIn(pauseBefore(report?.nextAt ?? null));
  }

  function lookAgainIn(milliseconds: number): void {
    callOff();
    if (!stopped) callOff = timers.after(milliseconds, () => void run({}));
  }

  function pauseBefore(nextAt: number | null): number {
    if (nextAt === null || online?.() === false) return LONGEST_PAUSE_MS;
    return Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, nextAt - clock()));
  }

  const now = () => void run({});
  // A page that is unloaded is hidden first. Its timers never run, so that it does not delay the next page.
  const soon = () => void timers.after(0, now);
  const connected = () => void run({ connected: true });
  // Hidden is the last chance before a phone freezes the page.
  const unsense = onSense(['online', 'back', 'shown', 'hidden'], (sense) => {
    if (sense === 'online') connected();
    else if (sense === 'back') now();
    else soon();
  });
  pokes.add(now);
  now();
  return () => {
    stopped = true;
    callOff();
    unsense();
    pokes.delete(now);
  };
}
