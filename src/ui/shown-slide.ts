import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';

/** No scroll event for so long: the strip stands still. */
const STILL_MS = 120;
/** A strip that was told to move and has not begun by then will not. */
const NOT_MOVED_MS = 700;

/**
 * Keeps the strip at the index, and tells the index when somebody else has moved the strip: a finger, the focus, a reader.
 * While the strip is on its way to a slide of ours, places it passes or is held up at tell nothing.
 */
export function useShownSlide(
  strip: RefObject<HTMLUListElement | null>,
  index: number,
  /** Changes with the order of the slides: the one in front then stays there without a movement. */
  order: string,
  onIndex: (index: number) => void,
): void {
  const shown = useRef<string | null>(null);
  /** The slide the strip is on its way to, by us. */
  const heading = useRef<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const settle = useEffectEvent(() => {
    const list = strip.current;
    if (!list) return;
    const place = nearest(list);
    const wanted = heading.current;
    heading.current = null;
    // Held up on its way, by a slow device or a change of the layout: the rest of it at once.
    if (wanted !== null && wanted !== place) return scrollTo(list, wanted, 'instant');
    if (wanted === null && place !== index) onIndex(place);
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs for each index, which `head` reads by itself.
  useLayoutEffect(() => {
    head(shown.current === order ? 'smooth' : 'instant');
    shown.current = order;
  }, [index, order]);

  useEffect(() => {
    const list = strip.current;
    if (!list) return;
    const scrolled = () => later(STILL_MS);
    const byHand = () => {
      heading.current = null;
    };
    // Turned to its side, or the window drawn wider: every slide has another place.
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

/** What moves the strip without us; the focus brings the slide it goes to into view. */
const gestures = ['pointerdown', 'touchstart', 'wheel', 'focusin'] as const;

function scrollTo(list: HTMLElement, place: number, behavior: ScrollBehavior): void {
  list.scrollTo?.({ left: leftOf(list, place), behavior });
}

/** Where the strip is scrolled to when that slide is in front; at the right end the last ones cannot reach the edge. */
function leftOf(list: HTMLElement, place: number): number {
  return Math.min(fromFirst(list, place), list.scrollWidth - list.clientWidth);
}

function isAt(list: HTMLElement, place: number): boolean {
  return Math.abs(list.scrollLeft - leftOf(list, place)) < 2;
}

function nearest(list: HTMLElement): number {
  const distances = [...list.children].map((_, place) => Math.abs(fromFirst(list, place) - list.scrollLeft));
  // At the right end the last slide cannot reach the left edge.
  if (list.scrollLeft + list.clientWidth >= list.scrollWidth - 2) return distances.length - 1;
  return distances.indexOf(Math.min(...distances));
}

/** How far a slide is from the first, which is in front where the strip begins. */
function fromFirst({ children }: HTMLElement, place: number): number {
  const [first] = children;
  const slide = children[place];
  return slide instanceof HTMLElement && first instanceof HTMLElement ? slide.offsetLeft - first.offsetLeft : 0;
}
