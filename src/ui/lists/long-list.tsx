import { defaultRangeExtractor, useWindowVirtualizer, type Virtualizer, windowScroll } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type Ref,
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { afterPaint } from '#senses/after-paint.ts';
import { words } from '../base/words.ts';
import { placeOf, useKeptPlace } from './kept-place.ts';
import styles from './long-list.module.css';
import { type Mark, MarkContext } from './mark.tsx';
import { entryAfter, TabStopContext, useTabStop } from './tab-stop.ts';

interface LongListProps {
  label: string;
  count: number;
  /**
   * Names an item by what it is, never by its place: React, the measured heights and the focus go by it, so no two are alike
   * (`itemKeys`). A new function says that items may have come, gone or moved.
   */
  keyOf: (index: number) => string;
  /** Estimated height of an item in pixels. The real one is measured when the item appears. */
  estimate: (index: number) => number;
  /** Renders an item. A new function renders all items again. */
  item: (index: number) => ReactNode;
  /** The marks of items that arrived or changed while one looks, by their keys. */
  marks?: ReadonlyMap<string, Mark>;
  /** Whether more items will follow that are not known yet. No count is then told. */
  partial?: boolean;
  /** Whether the items are rows of a table. Each then renders its own `role="row"`, and the list is the table's body. */
  rows?: boolean;
  /** Gives access to what the list can be told. */
  handle?: Ref<LongListHandle>;
}

export interface LongListHandle {
  /** Scrolls an item to the window's top, below sticky elements of this height in pixels, and focuses its first control. */
  bring: (index: number, sticking: number) => void;
  /** Focuses the control that opens the entry with this key, however far away it is. Returns whether the list has it. */
  focus: (key: string) => boolean;
}

/** How many items are rendered before and after those in the window. */
const OVERSCAN_ITEMS = 5;

/** A list of any length that scrolls with the page and renders only the items near the window. */
export function LongList(props: LongListProps) {
  const { label, count, keyOf, estimate, item, marks, partial = false, rows = false, handle } = props;
  const list = useRef<HTMLDivElement>(null);
  const [overscan, setOverscan] = useState(0);
  /** The key of the item that holds the focus. */
  const [focused, setFocused] = useState<string | null>(null);
  const focusedIndex = useMemo(() => placeOf(focused, count, keyOf), [focused, count, keyOf]);
  const above = useAbove(list);
  // Items in sight are painted first.
  useEffect(() => afterPaint(() => startTransition(() => setOverscan(OVERSCAN_ITEMS))), []);

  // Elements above the list, and a phone's bar below it, leave it about this much of the first window. Asking forces a layout.
  const [first] = useState(() => ({ width: window.innerWidth, height: (window.innerHeight * 2) / 3 }));
  const virtual = useWindowVirtualizer<HTMLElement>({
    count,
    getItemKey: keyOf,
    estimateSize: estimate,
    overscan,
    scrollMargin: above,
    initialRect: first,
    observeElementRect: observeWindow,
    measureElement: sizeOf,
    scrollToFn: correct,
    // The focused item stays rendered however far the page scrolls, so that keyboard users do not lose their place.
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        const shown = defaultRangeExtractor(range);
        const kept = focusedIndex !== null && !shown.includes(focusedIndex);
        return kept ? [...shown, focusedIndex].sort((a, b) => a - b) : shown;
      },
      [focusedIndex],
    ),
  });
  const total = virtual.getTotalSize();
  const printing = usePrinting();
  const stop = useTabStop(virtual, focused);
  const focusAt = (index: number) => {
    // The list renders it because it has the focus.
    flushSync(() => setFocused(keyOf(index)));
    focusEntry(list.current, index);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = entryAfter(event, count);
    if (to === null) return;
    event.preventDefault();
    focusAt(to);
  };
  useHandle(handle, list, virtual, focusAt);
  const height = printing ? 'auto' : `${total}px`;
  useLayoutEffect(() => list.current?.style.setProperty('height', height), [height]);
  useKeptPlace(list, virtual, focused);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only follows and moves the focus.
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles may have a name (WAI-ARIA 1.2).
    <div
      ref={list}
      // A <ul> would count only rendered items. These items give their real position.
      role={rows ? 'rowgroup' : 'list'}
      className={styles.list}
      data-printing={printing || undefined}
      aria-label={label}
      onBlur={() => setFocused(null)}
      onKeyDown={onKeyDown}
    >
      {printing ? (
        <Printed count={count} keyOf={keyOf} item={item} rows={rows} />
      ) : (
        virtual
          .getVirtualItems()
          .map(({ index, start }) => (
            <Item
              key={keyOf(index)}
              name={keyOf(index)}
              index={index}
              onFocus={setFocused}
              count={partial ? null : count}
              start={start - above}
              measure={virtual.measureElement}
              item={item}
              mark={marks?.get(keyOf(index)) ?? null}
              stop={keyOf(index) === stop}
              rows={rows}
            />
          ))
      )}
    </div>
  );
}

/**
 * The list's distance from the top of the page in pixels, kept up to date; 0 at first. It is read just after the browser's
 * layout, when that is cheap.
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

/** Focuses an entry's control, which scrolls to it; again when the entries around it were measured. */
function focusEntry(list: HTMLElement | null, index: number): void {
  const entry = list?.querySelector<HTMLElement>(`[data-index="${index}"] [data-entry]`);
  entry?.focus();
  afterPaint(() => entry === document.activeElement && entry?.scrollIntoView({ block: 'nearest' }));
}

function useHandle(
  handle: Ref<LongListHandle> | undefined,
  list: RefObject<HTMLElement | null>,
  virtual: Virtualizer<Window, HTMLElement>,
  focusAt: (index: number) => void,
): void {
  useImperativeHandle(handle, () => ({
    focus: (key) => {
      const index = placeOf(key, virtual.options.count, (at) => String(virtual.options.getItemKey(at)));
      if (index !== null) focusAt(index);
      return index !== null;
    },
    bring: (index, sticking) => {
      // Scrolls twice, since items on the way are measured only when they appear.
      const scroll = () => window.scrollTo({ top: (virtual.measurementsCache[index]?.start ?? 0) - sticking });
      scroll();
      afterPaint(() => {
        scroll();
        list.current
          ?.querySelector(`[data-index="${index}"]`)
          ?.querySelector<HTMLElement>('h2[tabindex], button, a')
          ?.focus({ preventScroll: true });
      });
    },
  }));
}

/** Nobody wants more items on paper, and they would delay the print dialog by seconds. */
const MAX_PRINTED = 1000;

/** The whole list for paper, or its beginning with a text that says so. */
function Printed({ count, keyOf, item, rows = false }: Pick<LongListProps, 'count' | 'keyOf' | 'item' | 'rows'>) {
  const printed = Math.min(count, MAX_PRINTED);
  return (
    <>
      {Array.from({ length: printed }, (_, index) => index).map((index) => (
        <div key={keyOf(index)} role={rows ? 'none' : 'listitem'} className={styles.item}>
          {item(index)}
        </div>
      ))}
      {printed < count && <p className="small">{words.printedOf(printed, count)}</p>}
    </>
  );
}

/** True while the browser prints. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // Renders synchronously, since the browser prints the page as it is after the event.
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

/** The size of a set that is not known (WAI-ARIA). */
const UNKNOWN = -1;

interface ItemProps extends Pick<LongListProps, 'item'> {
  /** Its key. */
  name: string;
  index: number;
  /** How many items the list has; null while that is not known. */
  count: number | null;
  /** Called with the item's key when it, or a layer that it has opened, takes the focus. */
  onFocus: (name: string) => void;
  mark: Mark | null;
  /** Whether Tab stops at it. */
  stop: boolean;
  rows: boolean;
  start: number;
  measure: (element: HTMLElement | null) => void;
}

const Item = memo(function Item(props: ItemProps) {
  const { name, index, count, start, measure, item, mark, stop, rows, onFocus } = props;
  const element = useRef<HTMLDivElement>(null);
  // Set through the DOM, since the content security policy forbids style attributes.
  useLayoutEffect(() => element.current?.style.setProperty('transform', `translateY(${start}px)`), [start]);
  useLayoutEffect(() => measure(element.current), [measure]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only follows the focus.
    <div
      ref={element}
      data-index={index}
      onFocus={() => onFocus(name)}
      {...(rows
        ? { role: 'none' }
        : { role: 'listitem', 'aria-setsize': count ?? UNKNOWN, 'aria-posinset': index + 1 })}
      className={styles.item}
    >
      <TabStopContext value={stop}>
        <MarkContext value={mark}>{item(index)}</MarkContext>
      </TabStopContext>
    </div>
  );
});

/**
 * The size that the ResizeObserver reports; before that the last one of this item, or the estimate. Measuring each new element
 * would force a layout of the page for each.
 */
function sizeOf(
  element: HTMLElement,
  entry: ResizeObserverEntry | undefined,
  { options, itemSizeCache }: Virtualizer<Window, HTMLElement>,
): number {
  const measured = entry?.borderBoxSize[0]?.blockSize;
  if (measured !== undefined) return Math.round(measured);
  const index = Number(element.dataset.index);
  return itemSizeCache.get(options.getItemKey(index)) ?? options.estimateSize(index);
}

/** Reports the window's size after the first paint. Until then the initial size is enough. */
function observeWindow(_: unknown, tell: (size: { width: number; height: number }) => void): () => void {
  const report = () => tell({ width: window.innerWidth, height: window.innerHeight });
  const cancel = afterPaint(report);
  window.addEventListener('resize', report);
  return () => {
    cancel();
    window.removeEventListener('resize', report);
  };
}

/**
 * Scrolls only to correct for items above whose height differs from the estimate. The library also scrolls to the current
 * position when a list appears, which would force a layout before the first paint.
 */
function correct(...[offset, options, instance]: Parameters<typeof windowScroll<Window>>): void {
  if (options.adjustments !== undefined) windowScroll(offset, options, instance);
}
