import { defaultRangeExtractor, useWindowVirtualizer, type Virtualizer, windowScroll } from '@tanstack/react-virtual';
import {
  memo,
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import styles from './long-list.module.css';
import { words } from './words.ts';

interface LongListProps {
  label: string;
  count: number;
  /** Height of an item in pixels as far as it is known beforehand; the real one is measured as it appears. */
  estimate: (index: number) => number;
  /** Draws an item. A new function draws all of them anew. */
  item: (index: number) => ReactNode;
}

/** Items drawn before and after those in the window. */
const AROUND = 5;

/** A list of any length in the page's own scroll, of which only what is near the window is drawn. */
export function LongList({ label, count, estimate, item }: LongListProps) {
  const list = useRef<HTMLDivElement>(null);
  const [overscan, setOverscan] = useState(0);
  const [focused, setFocused] = useState<number | null>(null);
  // What is in sight is painted first.
  useEffect(() => afterPaint(() => startTransition(() => setOverscan(AROUND))), []);

  const virtual = useWindowVirtualizer<HTMLElement>({
    count,
    estimateSize: estimate,
    // What stands above the list on the page is not known to it, only that it is less high than the items drawn around.
    overscan,
    // What stands above the list leaves it about that much of the first window.
    initialRect: { width: window.innerWidth, height: window.innerHeight * 0.75 },
    observeElementRect: observeWindow,
    measureElement: sizeOf,
    scrollToFn: correct,
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
  const printing = usePrinting();
  const height = printing ? 'auto' : `${total}px`;
  useLayoutEffect(() => list.current?.style.setProperty('height', height), [height]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a <ul> would count only what is drawn; these items say their real place.
    <div
      ref={list}
      role="list"
      className={styles.list}
      data-printing={printing || undefined}
      aria-label={label}
      onBlur={() => setFocused(null)}
      onFocus={(event) => setFocused(indexOf(event.target))}
    >
      {printing ? (
        <Printed count={count} item={item} />
      ) : (
        virtual
          .getVirtualItems()
          .map(({ index, start }) => (
            <Item key={index} index={index} count={count} start={start} measure={virtual.measureElement} item={item} />
          ))
      )}
    </div>
  );
}

/** More than this is no paper anybody wants, and would keep the browser from its print dialog for seconds. */
const MOST_PRINTED = 1000;

/** On paper nothing scrolls: the list stands there whole, or says how much of it does. */
function Printed({ count, item }: Pick<LongListProps, 'count' | 'item'>) {
  const printed = Math.min(count, MOST_PRINTED);
  return (
    <>
      {Array.from({ length: printed }, (_, index) => `${index}`).map((index) => (
        // biome-ignore lint/a11y/useSemanticElements: see the list.
        <div key={index} role="listitem" className={styles.item}>
          {item(Number(index))}
        </div>
      ))}
      {printed < count && <p className={styles.rest}>{words.printedOf(printed, count)}</p>}
    </>
  );
}

/** True from the moment the browser is asked to print until it has. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // At once: the browser takes what stands there when the event is over.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return printing;
}

interface ItemProps extends Pick<LongListProps, 'count' | 'item'> {
  index: number;
  start: number;
  measure: (element: HTMLElement | null) => void;
}

const Item = memo(function Item({ index, count, start, measure, item }: ItemProps) {
  const element = useRef<HTMLDivElement>(null);
  // Through the object model, since the content policy allows no style attribute.
  useLayoutEffect(() => element.current?.style.setProperty('transform', `translateY(${start}px)`), [start]);
  useLayoutEffect(() => measure(element.current), [measure]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the list.
    <div
      ref={element}
      role="listitem"
      data-index={index}
      aria-setsize={count}
      aria-posinset={index + 1}
      className={styles.item}
    >
      {item(index)}
    </div>
  );
});

/**
 * The size the browser has measured by itself. Asking an element that just appeared would make the browser lay out the page
 * once for each; until it has, the estimate holds.
 */
function sizeOf(
  element: HTMLElement,
  entry: ResizeObserverEntry | undefined,
  { options }: Virtualizer<Window, HTMLElement>,
): number {
  const measured = entry?.borderBoxSize[0]?.blockSize;
  return measured === undefined ? options.estimateSize(Number(element.dataset.index)) : Math.round(measured);
}

/** The window's size, not before the first paint: until then what the list starts with is enough. */
function observeWindow(_: unknown, tell: (size: { width: number; height: number }) => void): () => void {
  const report = () => tell({ width: window.innerWidth, height: window.innerHeight });
  const cancel = afterPaint(report);
  window.addEventListener('resize', report);
  return () => {
    cancel();
    window.removeEventListener('resize', report);
  };
}

/** A frame's callbacks run before it is painted, the next frame's after. Returns the way to cancel. */
function afterPaint(run: () => void): () => void {
  let frame = window.requestAnimationFrame(() => {
    frame = window.requestAnimationFrame(run);
  });
  return () => window.cancelAnimationFrame(frame);
}

/**
 * Only corrects the scroll when items above turn out higher or lower than estimated. The library also scrolls to where the page
 * stands anyway when a list appears, which would make the browser lay out everything before the first paint.
 */
function correct(...[offset, options, instance]: Parameters<typeof windowScroll<Window>>): void {
  if (options.adjustments !== undefined) windowScroll(offset, options, instance);
}

function indexOf(target: Element): number | null {
  const index = target.closest<HTMLElement>('[data-index]')?.dataset.index;
  return index === undefined ? null : Number(index);
}
