import type { MouseEvent } from 'react';
import { useKeptHere } from '#ui/kept-here.ts';
import { useWide } from '#ui/wide.ts';

/**
 * Which entry of a list is open. On a desk it stands beside the list, the first one until another is chosen; elsewhere it has a
 * screen of its own.
 *
 * @param name what is kept of it, for when the customer comes back to the list
 * @param first what is open until something was chosen
 * @param goTo opens it on its own screen
 */
export function useOpened<Of>(name: string, first: Of | null, goTo: (of: Of) => void) {
  const wide = useWide();
  const [chosen, setChosen] = useKeptHere<Of | null>(`opened ${name}`, null);
  return {
    of: wide ? (chosen ?? first) : null,
    open(of: Of, event?: MouseEvent) {
      if (!wide) return goTo(of);
      setChosen(of);
      // By keyboard the way through the rest of the list would be long; a pointer needs no focus there.
      if (event?.detail === 0)
        requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-beside]')?.focus());
    },
  };
}
