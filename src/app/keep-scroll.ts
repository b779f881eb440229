import type { AnyRouter, ParsedLocation } from '@tanstack/react-router';

/** How long a list may take to become as high as it was when the customer left. */
const MAX_WAIT_MS = 2000;
/** How many frames the position must stay the same. Items that are measured late move those below them. */
const STEADY_FRAMES = 8;

/**
 * Restores the scroll position when the customer comes back to a screen. The router restores it only once and at once, when a
 * list read from the device is not yet high enough. It ends when the customer scrolls, presses or types.
 *
 * @returns a function that stops it
 */
export function keepScroll(router: Pick<AnyRouter, 'subscribe'>): () => void {
  const left = new Map<string, number>();
  let callOff = () => {};
  const stopLeaving = router.subscribe('onBeforeLoad', ({ fromLocation }) => {
    callOff();
    if (fromLocation) left.set(keyOf(fromLocation), window.scrollY);
  });
  const stopArriving = router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
    const position = left.get(keyOf(toLocation));
    if (!position || (fromLocation && keyOf(fromLocation) === keyOf(toLocation))) return;
    callOff = bringTo(position);
  });
  return () => {
    callOff();
    stopLeaving();
    stopArriving();
  };
}

const keyOf = ({ state, href }: ParsedLocation): string => state.__TSR_key ?? href;

const touched = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

function bringTo(position: number): () => void {
  const until = performance.now() + MAX_WAIT_MS;
  let steady = 0;
  let frame = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    for (const event of touched) window.removeEventListener(event, stop, true);
  };
  const look = () => {
    const lowest = document.documentElement.scrollHeight - window.innerHeight;
    if (lowest >= position) {
      steady = Math.abs(window.scrollY - position) <= 1 ? steady + 1 : 0;
      if (steady === 0) window.scrollTo(0, position);
    }
    if (steady >= STEADY_FRAMES || performance.now() > until) stop();
    else frame = requestAnimationFrame(look);
  };
  for (const event of touched) window.addEventListener(event, stop, true);
  look();
  return stop;
}
