import { defaultRangeExtractor, useWindowVirtualizer, type Virtualizer, windowScroll } from '@tanstack/react-virtual';
import {
  memo,
  type ReactNode,
  type Ref,
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useImperativeHandle,
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
  /** Its items are rows of a table: each draws its own, with `role="row"`, inside of what stands for the table's body. */
  rows?: boolean;
  /** Told which item is the topmost in the window, below what sticks there. */
  onTop?: (index: number) => void;
  /** The way to bring an item up. */
  handle?: Ref<LongListHandle>;
}

export interface LongListHandle {
  /** Scrolls an item to the window's upper edge, below what sticks there, and gives the focus to its first control. */
  bring: (index: number, sticking: number) => void;
}

/** Items drawn before and after those in the window. */
const AROUND = 5;

/** A list of any length in the page's own scroll, of which only what is near the window is drawn. */
export function LongList({ label, count, estimate, item, rows = false, onTop, handle }: LongListProps) {
  const list = useRef<HTMLDivElement>(null);
  const [overscan, setOverscan] = useState(0);
  const [focused, setFocused] = useState<number | null>(null);
  const above = useAbove(list);
  // What is in sight is painted first.
  useEffect(() => afterPaint(() => startTransition(() => setOverscan(AROUND))), []);

  const virtual = useWindowVirtualizer<HTMLElement>({
    count,
    estimateSize: estimate,
    overscan,
    scrollMargin: above,
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
  useBringing(handle, list, virtual);
  const top = topOf(virtual);
  useEffect(() => {
    if (top !== null) onTop?.(top);
  }, [top, onTop]);
  const height = printing ? 'auto' : `${total}px`;
  useLayoutEffect(() => list.current?.style.setProperty('height', height), [height]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears where the focus is.
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles may have a name (WAI-ARIA 1.2).
    <div
      ref={list}
      // A <ul> would count only what is drawn; these items say their real place.
      role={rows ? 'rowgroup' : 'list'}
      className={styles.list}
      data-printing={printing || undefined}
      aria-label={label}
      onBlur={() => setFocused(null)}
      onFocus={(event) => setFocused(indexOf(event.target))}
    >
      {printing ? (
        <Printed count={count} item={item} rows={rows} />
      ) : (
        virtual
          .getVirtualItems()
          .map(({ index, start }) => (
            <Item
              key={index}
              index={index}
              count={count}
              start={start - above}
              measure={virtual.measureElement}
              item={item}
              rows={rows}
            />
          ))
      )}
    </div>
  );
}

/**
 * How far below the page's beginning the list stands, in pixels, also when what is above it grows or goes. Asked when the
 * browser has just laid out the page, so that the question costs nothing; 0 until then.
 */
function useAbove(list: RefObject<HTMLElement | null>): number {
  const [above, setAbove] = useState(0);
  useEffect(() => {
    // The DOM of the tests has none.
    if (!window.ResizeObserver) return;
    const observer = new ResizeObserver(() => {
      const found = Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
      startTransition(() => setAbove(found));
    });
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return above;
}

/** The first item that reaches below the window's upper quarter: what sticks there hides what is above it. */
function topOf(virtual: Virtualizer<Window, HTMLElement>): number | null {
  const edge = (virtual.scrollOffset ?? 0) + (virtual.scrollRect?.height ?? 0) / 4;
  return virtual.getVirtualItems().find(({ end }) => end > edge)?.index ?? null;
}

function useBringing(
  handle: Ref<LongListHandle> | undefined,
  list: RefObject<HTMLElement | null>,
  virtual: Virtualizer<Window, HTMLElement>,
): void {
  useImperativeHandle(handle, () => ({
    bring: (index, sticking) => {
      // Twice: what was only estimated on the way is measured as it appears.
      const scroll = () => window.scrollTo({ top: (virtual.measurementsCache[index]?.start ?? 0) - sticking });
      scroll();
      afterPaint(() => {
        scroll();
        list.current
          ?.querySelector<HTMLElement>(`[data-index="${index}"] :is(h2[tabindex], button, a)`)
          ?.focus({ preventScroll: true });
      });
    },
  }));
}

/** More than this is no paper anybody wants, and would keep the browser from its print dialog for seconds. */
const MOST_PRINTED = 1000;

/** On paper nothing scrolls: the list stands there whole, or says how much of it does. */
function Printed({ count, item, rows = false }: Pick<LongListProps, 'count' | 'item' | 'rows'>) {
  const printed = Math.min(count, MOST_PRINTED);
  return (
    <>
      {Array.from({ length: printed }, (_, index) => `${index}`).map((index) => (
        <div key={index} role={rows ? 'none' : 'listitem'} className={styles.item}>
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
  rows: boolean;
  start: number;
  measure: (element: HTMLElement | null) => void;
}

const Item = memo(function Item({ index, count, start, measure, item, rows }: ItemProps) {
  const element = useRef<HTMLDivElement>(null);
  // Through the object model, since the content policy allows no style attribute.
  useLayoutEffect(() => element.current?.style.setProperty('transform', `translateY(${start}px)`), [start]);
  useLayoutEffect(() => measure(element.current), [measure]);
  return (
    <div
      ref={element}
      data-index={index}
      {...(rows ? { role: 'none' } : { role: 'listitem', 'aria-setsize': count, 'aria-posinset': index + 1 })}
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
