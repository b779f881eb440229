/** A second press within this time of a change, at the same place, was aimed at what stood there before. */
const SECOND_PRESS_MS = 350;
/** No press is handled later than this. A press that seems older has a timestamp of another clock. */
const MAX_DELAY_MS = 5000;
/** The second press of a finger is at most this far from the first. */
const SAME_PLACE_PX = 32;

interface Press {
  x: number;
  y: number;
  at: number;
}

let last: Press | null = null;
/** The press that caused a change, with the time of the change. */
let answered: Press | null = null;
/** Whether the current press is the second of a double press. */
let swallowing = false;

/**
 * Call it when a press has changed what is at its place: a layer covers it, or the button now means something else. Many people
 * press everything twice. The second press, at once and at the same place, is then ignored. Keys are not affected.
 *
 * Call it from a layout effect, since a press may come between the paint and later effects. Returns a function that ends it, for
 * when the change is undone.
 */
export function ignoreSecondPress(): () => void {
  const mine = last && { ...last, at: performance.now() };
  answered = mine;
  return () => {
    if (answered === mine) answered = null;
  };
}

function press(event: PointerEvent): void {
  const { clientX: x, clientY: y, timeStamp: at } = event;
  // Uses the time of the press itself, since a slow device may handle it late.
  const since = answered === null ? Number.POSITIVE_INFINITY : at - answered.at;
  swallowing = answered !== null && since < SECOND_PRESS_MS && since > -MAX_DELAY_MS && isNear(answered, x, y);
  // After a press elsewhere, the next one is not the second of a double press.
  if (!swallowing) answered = null;
  // A press by a screen reader has no place.
  last = x === 0 && y === 0 ? null : { x, y, at };
  swallow(event);
}

function swallow(event: Event): void {
  // A click without a count comes from a key.
  if (!swallowing || (event.type === 'click' && (event as MouseEvent).detail === 0)) return;
  event.stopImmediatePropagation();
  if (event.type !== 'click') return;
  event.preventDefault();
  swallowing = false;
}

function isNear(press: Press, x: number, y: number): boolean {
  return Math.hypot(press.x - x, press.y - y) <= SAME_PLACE_PX;
}

// Listens from the start, because the press that opens the first layer counts. Its listeners come before all others, which must
// not get the second press.
if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', press, { capture: true, passive: true });
  for (const type of ['pointerup', 'mousedown', 'mouseup', 'touchstart', 'touchend', 'click'])
    window.addEventListener(type, swallow, { capture: true, passive: type !== 'click' });
}
