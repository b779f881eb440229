import { type RefObject, useCallback, useRef } from 'react';

/** Above and below a focused control, in pixels: its outline, and the shadow of what sticks. */
const AIR_PX = 12;

/**
 * Ref of a piece that may stick to an edge of its scroller. It tells the scroller how much of that edge it covers, as
 * `--stuck-top` or `--stuck-bottom`, by which the style sheets scroll a focused control clear of it (WCAG 2.4.11). Where a style
 * sheet lets it scroll along, it tells nothing. Its own style sheet hears as `--below-button` how much stands below its submit
 * button, and says as `--under` how much of that lies under the edge.
 */
export function sticks(piece: HTMLElement | null): (() => void) | undefined {
  if (!piece || typeof ResizeObserver === 'undefined') return undefined;
  // Looked for once the screen is laid out: before, each look would lay it out.
  let scroller: CSSStyleDeclaration | undefined;
  let told: string | null = null;
  const tell = () => {
    scroller ??= scrollerOf(piece).style;
    piece.style.setProperty('--below-button', `${belowButton(piece)}px`);
    const edge = edgeOf(piece);
    if (told !== null && told !== edge) scroller.removeProperty(told);
    told = edge;
    const under = Number.parseFloat(getComputedStyle(piece).getPropertyValue('--under')) || 0;
    if (edge !== null) scroller.setProperty(edge, `${piece.offsetHeight - under + AIR_PX}px`);
  };
  const observer = new ResizeObserver(tell);
  observer.observe(piece);
  window.addEventListener('resize', tell);
  return () => {
    observer.disconnect();
    window.removeEventListener('resize', tell);
    if (told !== null) scroller?.removeProperty(told);
  };
}

/** The same for who also scrolls by the piece: the ref to set, and what it holds. */
export function useSticking(): {
  stick: (piece: HTMLDivElement | null) => () => void;
  sticking: RefObject<HTMLDivElement | null>;
} {
  const sticking = useRef<HTMLDivElement>(null);
  const stick = useCallback((piece: HTMLDivElement | null) => {
    sticking.current = piece;
    const stop = sticks(piece);
    return () => {
      sticking.current = null;
      stop?.();
    };
  }, []);
  return { stick, sticking };
}

/** How far the piece reaches below its submit button and the air there; 0 for one without. */
function belowButton(piece: HTMLElement): number {
  const button = piece.querySelector('[type="submit"]');
  const below = button ? piece.getBoundingClientRect().bottom - button.getBoundingClientRect().bottom : 0;
  return Math.max(0, Math.round(below) - AIR_PX);
}

function edgeOf(piece: HTMLElement): string | null {
  const { position, top } = getComputedStyle(piece);
  if (position !== 'sticky') return null;
  return Number.isNaN(Number.parseFloat(top)) ? '--stuck-bottom' : '--stuck-top';
}

function scrollerOf(piece: HTMLElement): HTMLElement {
  for (let around = piece.parentElement; around; around = around.parentElement) {
    if (around !== document.body && ['auto', 'scroll'].includes(getComputedStyle(around).overflowY)) return around;
  }
  return document.documentElement;
}
