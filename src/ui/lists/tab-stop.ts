import type { Virtualizer } from '@tanstack/react-virtual';
import { createContext, type KeyboardEvent, useContext, useState } from 'react';
import { plainKey } from '../base/plain-key.ts';

/** Whether Tab stops at the entry inside. In a long list it does so at one; arrow keys lead to the others. */
export const TabStopContext = createContext(true);

/** For each control of an entry: Tab passes it by, unless it stops at its entry. */
export const useTabIndex = (): number | undefined => (useContext(TabStopContext) ? undefined : -1);

/** For the control that opens an entry: arrow keys move the focus to it. */
export const useEntryControl = () => ({ 'data-entry': true, tabIndex: useTabIndex() });

/** The key of the entry that Tab stops at: the one that last had the focus while it is near, else the first in sight. */
export function useTabStop(virtual: Virtualizer<Window, HTMLElement>, focused: string | null): string | null {
  const [last, setLast] = useState<string | null>(null);
  const near = virtual.getVirtualItems();
  const isNear = near.some(({ key }) => key === last);
  // Until it is known where the list begins, nobody knows which is in sight.
  const top = virtual.options.scrollMargin > 0 ? (virtual.scrollOffset ?? 0) : 0;
  const first = near.find(({ start }) => start >= top) ?? near[0];
  const stop = focused ?? (isNear ? last : first ? String(first.key) : null);
  if (stop !== last) setLast(stop);
  return stop;
}

/** Where an arrow key, Home or End leads from an entry's control, or from the heading above it; null where it leads nowhere. */
export function entryAfter(event: KeyboardEvent, count: number): number | null {
  const from = (event.target as Element).closest('[data-entry], h2');
  const item = from?.closest<HTMLElement>('[data-index]');
  if (!item) return null;
  const index = Number(item.dataset.index);
  // A heading stands above the entry of its item.
  const after = from?.tagName === 'H2' ? index : index + 1;
  const to = { ArrowDown: after, ArrowUp: index - 1, Home: 0, End: count - 1 }[plainKey(event)];
  return to === undefined || to < 0 || to >= count ? null : to;
}
