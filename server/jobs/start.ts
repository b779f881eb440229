import { HOUR_MS, MINUTE_MS } from '#contract/age.ts';
import { atMost } from '#ports/limit.ts';
import type { Timers } from '#ports/machine.ts';
import { oneAtATime } from '../queue/one-at-a-time.ts';
import type { Task } from './jobs.ts';

/** Everything that is done behind the answers: what may be asked for, and what only the clock asks for. */
export type Work = Record<Task | 'watch' | 'push' | 'scan' | 'sweep' | 'tidy', () => Promise<void>>;

/**
 * Milliseconds between two rounds of each process. They find what is due later, what a process that died had in hand, and what
 * nobody heard the asking of, as behind a pooler.
 */
export const rounds: Readonly<Record<keyof Work, number>> = {
  watch: 10_000,
  outgoing: 10_000,
  mail: 10_000,
  push: 10_000,
  scan: MINUTE_MS,
  tidy: 10 * MINUTE_MS,
  sweep: HOUR_MS,
};

/** Pause after work that threw; it doubles until it is as long as that between two rounds. */
const AGAIN_MS = 2_000;
/** What takes longer is left to whoever starts next. */
const GOODBYE_MS = 2_000;
/** What is in hand gets as long as a mail server, or it would be handed over again: its rows are claimed for minutes only. */
export const IN_HAND_MS = 20_000;
const handsOver: readonly string[] = ['outgoing', 'mail', 'push', 'scan'] satisfies (keyof Work)[];

export interface RunningJobs {
  /** @returns what was being handed over and did not end in time */
  stop(): Promise<string[]>;
}

interface JobParts {
  timers: Timers;
  /** Hears what is asked for, from now on. @returns how to stop hearing */
  listen(heard: (task: string) => void): () => Promise<void>;
  /** Told what a piece of work threw. */
  failed(error: unknown): void;
}

/** Does all work once, then what is asked for and what the clock asks for: of each kind one at a time. */
export function startJobs({ timers, listen, failed }: JobParts, work: Work): RunningJobs {
  let stopped = false;
  const calledOff: (() => void)[] = [];
  const bells = new Map(Object.entries(rounds).map(([task, period]) => [task, bellOf(task as keyof Work, period)]));

  function bellOf(task: keyof Work, period: number): () => Promise<void> {
    let wait = AGAIN_MS;
    let callOff = () => {};
    const ring = oneAtATime(async () => {
      if (stopped) return;
      callOff();
      try {
        await work[task]();
        wait = AGAIN_MS;
      } catch (error) {
        if (stopped) return;
        failed(error);
        callOff = timers.after(wait, () => void ring());
        wait = Math.min(2 * wait, period);
      }
    });
    calledOff.push(
      timers.every(period, () => void ring()),
      () => callOff(),
    );
    return ring;
  }

  const deaf = listen((task) => void bells.get(task)?.());
  for (const ring of bells.values()) void ring();

  return {
    async stop() {
      stopped = true;
      for (const callOff of calledOff) callOff();
      const done = [...bells].map(async ([task, ring]) => {
        const isHandingOver = handsOver.includes(task);
        const ended = await atMost(ring().catch(failed), timers, isHandingOver ? IN_HAND_MS : GOODBYE_MS);
        return isHandingOver && ended === null ? [task] : [];
      });
      const deafened = atMost(deaf().catch(failed), timers, GOODBYE_MS);
      const cutOff = (await Promise.all(done)).flat();
      await deafened;
      return cutOff;
    },
  };
}
