import { useLayoutEffect, useState } from 'react';

/** Whether the start page greets who is locked out here (D72). The boot script marks the page before the first paint. */
export const isDoor = (): boolean => 'door' in document.documentElement.dataset;

export interface Door {
  /** The masked address; null where nobody is greeted, '' until it is read. */
  address: string | null;
  /** Shows the ordinary sign-in. */
  leave: () => void;
}

/**
 * Keeps the page's mark and React of one mind.
 *
 * @param address as in `Door`, as the device says
 */
export function useDoor(address: string | null): Door {
  const [left, setLeft] = useState(false);
  // The static page greets nobody, and the first render must equal it.
  const [alive, setAlive] = useState(false);
  const shown = alive && !left ? address : null;
  useLayoutEffect(() => setAlive(true), []);
  useLayoutEffect(() => {
    const marks = document.documentElement.dataset;
    if (!alive) return;
    if (shown === null) delete marks.door;
    else marks.door = '';
    return () => {
      delete marks.door;
    };
  }, [alive, shown]);
  return { address: shown, leave: () => setLeft(true) };
}
