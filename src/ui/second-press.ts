/** So long after something gave way to something else a press at the same place was still meant for what stood there, in milliseconds. */
const SECOND_MS = 350;
/** No press is heard later than this after it was made, in milliseconds; one from long before is of another clock. */
const LATE_MS = 5000;
/** A finger that presses twice comes down so near to where it was, in pixels. */
const SAME_PLACE = 32;

interface Press {
  x: number;
  y: number;
  at: number;
}

let last: Press | null = null;
/** The press that made something give way, and when it did. */
let answered: Press | null = null;
/** The press under way is the second half of a double one. */
let swallowing = false;

/**
 * To be called when what was pressed has given way to something else: a layer lies over it now, or a button means another
 * thing. Many people press everything twice; the second press, which comes down at the same place at once, is then nobody's.
 * Keys are not concerned. Returns the way to end it, for when what came is gone again. In an effect it is a layout effect: a
 * press may come between what is painted and the effects after it.
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
