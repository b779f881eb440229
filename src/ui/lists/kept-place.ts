import type { VirtualItem, Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useRef } from 'react';

type KeyOf = (index: number) => string;

/**
 * Scrolls along when items come or go above the one that the customer looks at, so that it stays where it is in the window. At
 * the very top of a page what is new shows itself, as in every browser, unless focus or pointer are in the list.
 */
export function useKeptPlace(
  list: RefObject<HTMLElement | null>,
  virtual: Virtualizer<Window, HTMLElement>,
  focused: string | null,
): void {
  const painted = useRef<Painted | null>(null);
  useLayoutEffect(() => {
    const before = painted.current;
    const { getItemKey, count, estimateSize } = virtual.options;
    const keyOf = getItemKey as KeyOf;
    painted.current = { keyOf, estimateSize, items: virtual.getVirtualItems() };
    if (!before || before.keyOf === keyOf || !isLookedAt(list.current)) return;
    const top = virtual.scrollOffset ?? 0;
    const bottom = top + (virtual.scrollRect?.height ?? 0);
    const inSight = before.items.filter(({ start, end }) => end > top && start < bottom);
    // The item with the focus first, else the topmost of those that are still there.
    inSight.sort((a, b) => Number(b.key === focused) - Number(a.key === focused));
    for (const { key, index } of inSight) {
      const now = placeOf(String(key), count, keyOf);
      if (now === null) continue;
      const moved = movedBy(before, index, now, virtual);
      if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' });
      return;
    }
  });
}

/** The list as it was last painted. */
interface Painted {
  keyOf: KeyOf;
  estimateSize: (index: number) => number;
  items: VirtualItem[];
}

/**
 * How far an item moved, in pixels, because others came or went above it. Heights that were measured meanwhile are not part of
 * it: the library scrolls along with those by itself.
 */
function movedBy(before: Painted, from: number, to: number, virtual: Virtualizer<Window, HTMLElement>): number {
  const above = new Map(Array.from({ length: from }, (_, index) => [before.keyOf(index), index]));
  let moved = 0;
  for (let index = 0; index < to; index++) {
    if (!above.delete(String(virtual.options.getItemKey(index)))) moved += virtual.measurementsCache[index]?.size ?? 0;
  }
  for (const [key, index] of above) moved -= virtual.itemSizeCache.get(key) ?? before.estimateSize(index);
  return moved;
}

/** Whether something in the list may be about to be pressed. */
function isLookedAt(list: HTMLElement | null): boolean {
  return list !== null && (window.scrollY > 0 || list.contains(document.activeElement) || list.matches(':hover'));
}

/** The place of the item with that key; null when there is none. */
export function placeOf(key: string | null, count: number, keyOf: KeyOf): number | null {
  if (key === null) return null;
  for (let index = 0; index < count; index++) if (keyOf(index) === key) return index;
  return null;
}
