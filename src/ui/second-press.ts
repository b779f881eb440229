/** A second press within this time of a change, at the same place, was aimed at what stood there before; in milliseconds. */
const SECOND_MS = 350;
/** A press is heard at most this long after it was made, in milliseconds. An older time stamp comes from another clock. */
const LATE_MS = 5000;
/** The two presses of a double press lie at most this far apart, in pixels. */
const SAME_PLACE = 32;

interface Press {
  x: number;
  y: number;
  at: number;
}

let last: Press | null = null;
/** The press that changed what stands under it, and when it did. */
let answered: Press | null = null;
/** The press under way is the second half of a double one. */
let swallowing = false;

/**
 * Call it when a press changed what stands under it: a layer opened over it, or the button now means another thing. Many people
 * press everything twice, and the second press must do nothing then. Keys are not affected. Returns the way to end it, for when
 * the change is undone. Effects call it as layout effects, since a press may come between the paint and other effects.
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
  // By the time of the press itself: on a slow device it may be heard late.
  const since = answered === null ? Number.POSITIVE_INFINITY : at - answered.at;
  swallowing = answered !== null && since < SECOND_MS && since > -LATE_MS && isNear(answered, x, y);
  // Who has pressed elsewhere since is not pressing twice.
  if (!swallowing) answered = null;
  // A press that no hand made, as a reader's, has no place.
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
  return Math.hypot(press.x - x, press.y - y) <= SAME_PLACE;
}

// From the start, since the press that opens the first layer counts; before all others, who must not hear the second one.
if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', press, { capture: true, passive: true });
  for (const type of ['pointerup', 'mousedown', 'mouseup', 'touchstart', 'touchend', 'click'])
    window.addEventListener(type, swallow, { capture: true, passive: type !== 'click' });
}
