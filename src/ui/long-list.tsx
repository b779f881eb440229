import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import styles from './long-list.module.css';

interface LongListProps {
  label: string;
  count: number;
  /** Height of an item in pixels as far as it is known beforehand; the real one is measured as it appears. */
  estimate: (index: number) => number;
  children: (index: number) => ReactNode;
}

/** Items drawn before and after those in the window. */
const AROUND = 6;

/** A list of any length in the page's own scroll, of which only what is near the window is drawn. */
export function LongList({ label, count, estimate, children }: LongListProps) {
  const list = useRef<HTMLDivElement>(null);
  const [overscan, setOverscan] = useState(0);
  const [focused, setFocused] = useState<number | null>(null);
  // What is in sight is painted first.
  useEffect(() => startTransition(() => setOverscan(AROUND)), []);

  const virtual = useWindowVirtualizer({
    count,
    estimateSize: estimate,
    // What stands above the list on the page is not known to it, only that it is less high than the items drawn around.
    overscan,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    initialOffset: () => window.scrollY,
    // What has the focus stays, however far the page is scrolled: a keyboard's place is not lost.
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        const shown = defaultRangeExtractor(range);
        const kept = focused !== null && focused < range.count && !shown.includes(focused);
        return kept ? [...shown, focused].sort((a, b) => a - b) : shown;
      },
      [focused],
    ),
  });
  const total = virtual.getTotalSize();
  useLayoutEffect(() => list.current?.style.setProperty('height', `${total}px`), [total]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a <ul> would count only what is drawn; these items say their real place.
    <div
      ref={list}
      role="list"
      className={styles.list}
      aria-label={label}
      onBlur={() => setFocused(null)}
      onFocus={(event) => setFocused(indexOf(event.target))}
    >
      {virtual.getVirtualItems().map(({ index, start }) => (
        // biome-ignore lint/a11y/useSemanticElements: see the list.
        <div
          key={index}
          role="listitem"
          data-index={index}
          aria-setsize={count}
          aria-posinset={index + 1}
          className={styles.item}
          ref={(element) => {
            // Through the object model, since the content policy allows no style attribute.
            element?.style.setProperty('transform', `translateY(${start}px)`);
            virtual.measureElement(element);
          }}
        >
          {children(index)}
        </div>
      ))}
    </div>
  );
}

function indexOf(target: Element): number | null {
  const index = target.closest<HTMLElement>('[data-index]')?.dataset.index;
  return index === undefined ? null : Number(index);
}
