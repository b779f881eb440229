import { useLayoutEffect, useState } from 'react';

/** Whether the start page greets who is locked out here (D72). The boot script marks the page before the first paint. */
export const isGreeting = (): boolean => 'greeted' in document.documentElement.dataset;

export interface Greeting {
  /** The masked address; null where nobody is greeted, '' until it is read. */
  address: string | null;
  /** Shows the ordinary sign-in. */
  leave: () => void;
}

/**
 * Keeps the page's mark and React of one mind.
 *
 * @param address as in `Greeting`, as the device says
 */
export function useGreeting(address: string | null): Greeting {
  const [left, setLeft] = useState(false);
  // The static page greets nobody, and the first render must equal it.
  const [alive, setAlive] = useState(false);
  const shown = alive && !left ? address : null;
  useLayoutEffect(() => setAlive(true), []);
  useLayoutEffect(() => {
    const marks = document.documentElement.dataset;
    if (!alive) return;
    if (shown === null) delete marks.greeted;
    else marks.greeted = '';
    return () => {
      delete marks.greeted;
    };
  }, [alive, shown]);
  return { address: shown, leave: () => setLeft(true) };
}
