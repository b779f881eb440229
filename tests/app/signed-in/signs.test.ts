import '#tests/page.ts';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onSigns } from '#app/signed-in/signs.ts';

const act = vi.fn();
let height = 900;
let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockImplementation(() => height);
  stop = onSigns(act);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
  act.mockClear();
});

const happens = (type: string) => document.body.dispatchEvent(new window.Event(type, { bubbles: type !== 'scroll' }));

test('[H4.9] mouse, key, scroll, touch and click are signs of the customer', () => {
  for (const type of ['mousemove', 'mousedown', 'keydown', 'scroll', 'touchstart', 'click']) happens(type);
  expect(act).toHaveBeenCalledTimes(6);
});

test('[H4.9][D25][D71] a scroll that follows from a change of the page is no sign, and a later one is', () => {
  height = 921;
  happens('scroll');
  vi.advanceTimersByTime(100);
  happens('scroll');
  expect(act).not.toHaveBeenCalled();
  // The customer scrolls a list whose items are measured only now.
  happens('wheel');
  expect(act).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(200);
  happens('scroll');
  expect(act).toHaveBeenCalledTimes(2);
});
