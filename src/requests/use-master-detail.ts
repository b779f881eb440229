import { type MouseEvent, useState } from 'react';
import { useEntryState } from '#ui/hooks/entry-state.ts';
import { useWide } from '#ui/hooks/media.ts';

/**
 * Which entry of a list is open. On a wide screen an entry is open beside the list, at first the first one. On a narrow screen
 * an entry opens as a screen of its own.
 *
 * @param name under which the choice is kept for when the customer comes back to the list
 * @param listed the first entry of the list, open until one is chosen, and whether an entry is in the list: one that arrives
 *   above an open entry does not take its place
 * @param goTo opens an entry on its own screen
 */
export function useMasterDetail<Of>(
  name: string,
  { first, has }: { first: Of | null; has: (of: Of) => boolean },
  goTo: (of: Of) => void,
) {
  const wide = useWide();
  const [unchosen, setUnchosen] = useState(first);
  const stays = unchosen !== null && has(unchosen);
  if (!stays && unchosen !== first) setUnchosen(first);
  const [chosen, setChosen] = useEntryState<Of | null>(`opened ${name}`, null);
  return {
    of: wide ? (chosen ?? (stays ? unchosen : first)) : null,
    open(of: Of, event?: MouseEvent) {
      if (!wide) return goTo(of);
      setChosen(of);
      // `detail` is 0 for a press by keyboard. From the list, the keyboard's way to the open entry would be long.
      if (event?.detail === 0)
        requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-beside]')?.focus());
    },
  };
}
