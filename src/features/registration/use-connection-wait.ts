import { useEffect, useRef, useState } from 'react';
import type { Refusal } from '#forms/refusal.ts';
import { onSense } from '#senses/page.ts';

/** A browser may believe in a network that is not there, and tell of none when it comes. In milliseconds. */
const RETRY_MS = 10_000;

/** What needs the connection runs as soon as it is there, without another press. */
export interface ConnectionWait {
  /** Whether the step waits for the connection now. */
  waiting: boolean;
  /** Tries until the server was reached. Undefined when the customer changed something, or left, while it waited. */
  run: (attempt: () => Promise<Refusal | undefined>) => Promise<Refusal | undefined>;
  giveUp: () => void;
}

export function useConnectionWait(): ConnectionWait {
  const [waiting, setWaiting] = useState(false);
  const givesUp = useRef<() => void>(() => undefined);
  useEffect(() => () => givesUp.current(), []);
  return {
    waiting,
    giveUp: () => givesUp.current(),
    async run(attempt) {
      for (;;) {
        const refusal = await attempt();
        if (!refusal?.unreached) return refusal;
        setWaiting(true);
        const goesOn = await connection(givesUp);
        setWaiting(false);
        if (!goesOn) return undefined;
      }
    },
  };
}

/** Whether it may be tried again; false when it was given up. */
function connection(givesUp: { current: () => void }): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (goesOn: boolean) => {
      stop();
      clearTimeout(timer);
      givesUp.current = () => undefined;
      resolve(goesOn);
    };
    const stop = onSense(['online'], () => settle(true));
    const timer = setTimeout(() => settle(true), RETRY_MS);
    givesUp.current = () => settle(false);
  });
}
