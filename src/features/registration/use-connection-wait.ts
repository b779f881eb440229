import { useEffect, useRef, useState } from 'react';
import type { Refusal } from '#forms/refusal.ts';
import { onSense } from '#senses/page.ts';

/** A browser may believe in a network that is not there, and tell of none when it comes. In milliseconds. */
const RETRY_MS = 10_000;
/** A frozen attempt sends everything again, photos too. Its waits grow up to this, in milliseconds. */
const LONGEST_WAIT_MS = 120_000;

/** What needs the connection runs as soon as it is there, without another press. */
export interface ConnectionWait {
  /** Whether the step waits for the connection now. */
  waiting: boolean;
  /**
   * Tries until the server was reached. Undefined when the customer changed something, or left, before that. `isFrozen`: nothing
   * can be changed during an attempt, so its end is awaited.
   */
  run: (attempt: Attempt, isFrozen?: boolean) => Promise<Refusal | undefined>;
  giveUp: () => void;
}

/** An attempt that was given up has nothing more to say. */
type Attempt = (signal: AbortSignal) => Promise<Refusal | undefined>;

export function useConnectionWait(): ConnectionWait {
  const [waiting, setWaiting] = useState(false);
  const running = useRef<AbortController>(null);
  const giveUp = () => running.current?.abort();
  // A step that is left is kept hidden, and its effects end then.
  useEffect(() => () => running.current?.abort(), []);
  return {
    waiting,
    giveUp,
    async run(attempt, isFrozen = false) {
      giveUp();
      running.current = new AbortController();
      const { signal } = running.current;
      for (let tries = 0; ; tries += 1) {
        // A look-up may take half a minute. Who corrects a slip meanwhile can ask again at once.
        const refusal = await (isFrozen ? attempt(signal) : Promise.race([attempt(signal), givenUp(signal)]));
        if (!refusal?.unreached) return refusal;
        if (!signal.aborted) {
          setWaiting(true);
          await connection(signal, waitAfter(tries, isFrozen));
          setWaiting(false);
        }
        // Nor is it tried again when it was given up while it was on its way.
        if (signal.aborted) return undefined;
      }
    },
  };
}

const givenUp = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined)));

/** A part of what grows is left to chance: devices that failed together come back apart. */
const waitAfter = (tries: number, isFrozen: boolean): number =>
  isFrozen ? Math.min(RETRY_MS * 2 ** tries, LONGEST_WAIT_MS) * (1 - Math.random() / 4) : RETRY_MS;

/** Resolves when it may be tried again, and when it was given up. */
function connection(signal: AbortSignal, wait: number): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      stop();
      clearTimeout(timer);
      signal.removeEventListener('abort', settle);
      resolve();
    };
    const stop = onSense(['online', 'shown'], settle);
    const timer = setTimeout(settle, wait);
    signal.addEventListener('abort', settle);
  });
}
