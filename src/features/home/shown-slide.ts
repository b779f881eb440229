import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';

/** The strip stands still after this time without a scroll event. */
const STILL_MS = 120;
/** A strip that has not begun a requested movement by then will not move. */
const NOT_MOVED_MS = 700;

/**
 * Keeps the strip at the index, and reports a new index when a finger, the focus or a screen reader moves the strip. Positions
 * that the strip passes on its way to a requested slide are not reported.
 */
export function useShownSlide(
  strip: RefObject<HTMLUListElement | null>,
  index: number,
  /** Changes with the order of the slides. The current slide then stays in front without a movement. */
  order: string,
  onIndex: (index: number) => void,
): void {
  const shown = useRef<string | null>(null);
  /** The requested slide that the strip is moving to. */
  const heading = useRef<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const settle = useEffectEvent(() => {
    const list = strip.current;
    if (!list) return;
    const nearestIndex = nearest(list);
    const wanted = heading.current;
    heading.current = null;
    // A slow device or a layout change stopped the movement, so the strip jumps the rest of the way.
    if (wanted !== null && wanted !== nearestIndex) return scrollTo(list, wanted, 'instant');
    if (wanted === null && nearestIndex !== index) onIndex(nearestIndex);
  });
  const later = useEffectEvent((wait: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => settle(), wait);
  });
  const head = useEffectEvent((behavior: ScrollBehavior) => {
    const list = strip.current;
    if (!list || isAt(list, index)) return;
    heading.current = index;
    scrollTo(list, index, behavior);
    later(NOT_MOVED_MS);
  });

  useLayoutEffect(
    // Out of the page the strip loses its position.
    () => () => {
      shown.current = null;
    },
    [],
  );
  useLayoutEffect(() => {
    // A strip that has just come stands at its first slide. To ask would force the layout of the whole screen during the fade.
    if (shown.current !== null || index > 0) head(shown.current === order ? 'smooth' : 'instant');
    shown.current = order;
  }, [index, order]);

  useEffect(() => {
    const list = strip.current;
    if (!list) return;
    const scrolled = () => later(STILL_MS);
    const byHand = () => {
      heading.current = null;
    };
    // After turning the device or resizing the window, every slide has another position.
    const resized = new ResizeObserver(() => head('instant'));
    resized.observe(list);
    list.addEventListener('scroll', scrolled, { passive: true });
    for (const gesture of gestures) list.addEventListener(gesture, byHand, { passive: true });
    return () => {
      clearTimeout(timer.current);
      resized.disconnect();
      list.removeEventListener('scroll', scrolled);
      for (const gesture of gestures) list.removeEventListener(gesture, byHand);
    };
  }, [strip]);
}

/** Events that move the strip by hand. The focus scrolls its slide into view. */
const gestures = ['pointerdown', 'touchstart', 'wheel', 'focusin'] as const;

function scrollTo(list: HTMLElement, slideIndex: number, wanted: ScrollBehavior): void {
  // A script's own word wins over the style sheet, which asks for no motion.
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : wanted;
  list.scrollTo?.({ left: leftOf(list, slideIndex), behavior });
}

/** The scroll position with that slide in front. At the right end the last slides cannot reach the left edge. */
function leftOf(list: HTMLElement, slideIndex: number): number {
  return Math.min(fromFirst(list, slideIndex), list.scrollWidth - list.clientWidth);
}

function isAt(list: HTMLElement, slideIndex: number): boolean {
  return Math.abs(list.scrollLeft - leftOf(list, slideIndex)) < 2;
}

function nearest(list: HTMLElement): number {
  const distances = [...list.children].map((_, slideIndex) => Math.abs(fromFirst(list, slideIndex) - list.scrollLeft));
  // At the right end the last slide cannot reach the left edge.
  if (list.scrollLeft + list.clientWidth >= list.scrollWidth - 2) return distances.length - 1;
  return distances.indexOf(Math.min(...distances));
}

/** A slide's distance from the first one, in pixels. */
function fromFirst({ children }: HTMLElement, slideIndex: number): number {
  const [first] = children;
  const slide = children[slideIndex];
  return slide instanceof HTMLElement && first instanceof HTMLElement ? slide.offsetLeft - first.offsetLeft : 0;
}
