import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { DIALOGS } from '#ui/base/dialogs.ts';

/** A stretch from top to bottom, in pixels of the window. */
export interface Stretch {
  top: number;
  bottom: number;
}

/** Between a control and what is put beside it, in pixels. */
const AIR = 8;
/** How far a child at a side is from the window's edge, in pixels: the region's own padding. */
const EDGE = 20;
/** From the last scrolling or change of the page to another look, in milliseconds: what moves is not followed. */
const REST_MS = 120;

const CONTROLS = 'a[href], button, input, select, textarea, label, summary';
/**
 * Some screens are one list without a gap. There rows that lead on may be covered, and where all else fails anything that
 * scrolls along in a list; never what stands outside of it.
 */
const isRow = (control: Element) => control.matches('a') && isListed(control);
const isListed = (control: Element) => control.closest('li, [role="listitem"], [role="row"]') !== null;

/** Where the children stand in the region; `data-side` says it to the style sheet. */
type Side = 'centre' | 'start' | 'end';
/** In the order of preference: a side is taken only where it is so much lower than the one before, in pixels. */
const SIDES: readonly Side[] = ['centre', 'start', 'end'];
const WORTH_A_SIDE = 120;

interface Spot {
  /** In pixels. */
  lift: number;
  side: Side;
}

/**
 * Lifts a region at the window's lower edge, through `--toasts-lift`, to the lowest place where its children cover no control,
 * and again when the page has moved below it; to a side where that is much lower. While a pointer or the focus holds a child
 * (`data-held`), it stays. A pointer that only rests there holds nothing.
 *
 * @param children changes with what the region holds
 */
export function useFreePlace(region: RefObject<HTMLElement | null>, children: readonly unknown[]): void {
  const lifted = useRef(0);
  const place = (box: HTMLElement) => {
    const { lift, side } = spotOf(box, lifted.current);
    lifted.current = lift;
    box.style.setProperty('--toasts-lift', `${lift}px`);
    box.dataset.side = side;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs for what the region now holds, before that is painted.
  useLayoutEffect(() => {
    if (region.current && children.length > 0) place(region.current);
  }, [region, children]);

  const look = useEffectEvent(() => {
    const box = region.current;
    if (box && !box.querySelector('[data-held]')) place(box);
  });
  const shows = children.length > 0;
  useEffect(() => {
    if (!shows) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(() => look(), REST_MS);
    };
    const capture = { capture: true, passive: true };
    for (const type of moves) window.addEventListener(type, later, capture);
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(later);
    observer?.observe(document.body);
    return () => {
      clearTimeout(timer);
      observer?.disconnect();
      for (const type of moves) window.removeEventListener(type, later, capture);
    };
  }, [shows]);
}

const moves = ['scroll', 'resize', 'focusin', 'transitionend', 'animationend'] as const;

/** @param now how far the region is lifted, in pixels */
function spotOf(region: HTMLElement, now: number): Spot {
  const { bottom, height, left, right } = region.getBoundingClientRect();
  const wide = Math.max(0, ...[...region.children].map((child) => (child as HTMLElement).offsetWidth));
  const room = right - left - wide;
  // The region keeps its children off the window's edges by no more than this.
  const edge = Math.min(EDGE, room / 2);
  const from = { centre: room / 2, start: edge, end: room - edge };
  const whole: Stretch = { top: AIR, bottom: bottom + now };
  const controls = controlsBeside(region);
  let best: Spot | null = null;
  const unlike = (what: (control: Element) => boolean) => controls.filter((one) => !what(one));
  for (const some of [controls, unlike(isRow), unlike(isListed)]) {
    for (const side of SIDES) {
      const column = { left: left + from[side], right: left + from[side] + wide };
      const gap = lowestGap(taken(some, column), height, whole);
      const lift = gap === null ? null : whole.bottom - gap;
      if (lift !== null && (best === null || lift < best.lift - WORTH_A_SIDE)) best = { lift, side };
    }
    if (best) return best;
  }
  return { lift: 0, side: 'centre' };
}

/** What can be pressed now: below an open dialog nothing can. */
function controlsBeside(region: HTMLElement): Element[] {
  const dialogs = document.querySelectorAll(DIALOGS);
  const found = (dialogs[dialogs.length - 1] ?? document).querySelectorAll(CONTROLS);
  return [...found].filter((control) => !region.contains(control));
}

/** What the controls take of the column, with some air around them. */
function taken(controls: readonly Element[], column: { left: number; right: number }): Stretch[] {
  return controls.flatMap((control) => {
    const { top, bottom, left, right } = control.getBoundingClientRect();
    // What only screen readers are given is a pixel wide.
    const isSeen = right - left > 1 && bottom - top > 1 && right > column.left && left < column.right;
    return isSeen ? [{ top: top - AIR, bottom: bottom + AIR }] : [];
  });
}

/** The lower edge of the lowest gap of at least this height; null where there is none. */
export function lowestGap(taken: readonly Stretch[], height: number, { top, bottom }: Stretch): number | null {
  let edge = bottom;
  for (const one of [...taken].sort((a, b) => b.bottom - a.bottom)) {
    if (edge - Math.max(one.bottom, top) >= height) return edge;
    edge = Math.min(edge, one.top);
  }
  return edge - top >= height ? edge : null;
}
