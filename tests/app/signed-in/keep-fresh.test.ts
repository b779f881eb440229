import { MINUTE_MS } from '#contract/age.ts';
import '#tests/page.ts';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keepFresh } from '#app/signed-in/keep-fresh.ts';
import { setOnline } from '#tests/page.ts';

const ask = vi.fn(async () => undefined);
const look = vi.fn(async () => false);
const ended = vi.fn();
let stop: () => void;
let visible: boolean;
beforeEach(() => {
  vi.useFakeTimers();
  visible = true;
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (visible ? 'visible' : 'hidden'));
  stop = keepFresh({ session: { ask }, mirror: { bringing: { run: () => ended, look } } });
});
afterEach(() => {
  stop();
  setOnline(true);
  vi.useRealTimers();
  vi.restoreAllMocks();
  ask.mockClear();
  look.mockClear();
});

function show(now: boolean) {
  visible = now;
  document.dispatchEvent(new window.Event('visibilitychange'));
}
const touch = () => window.dispatchEvent(new window.Event('mousedown'));
const pass = (minutes: number) => vi.advanceTimersByTime(minutes * MINUTE_MS);
const asked = async () => {
  await vi.advanceTimersByTimeAsync(0);
  const { length } = ask.mock.calls;
  ask.mockClear();
  return length;
};

test('[D71] a push lets a page that is looked at bring what is new at once', async () => {
  stop();
  const worker = new window.EventTarget();
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: worker });
  stop = keepFresh({ session: { ask }, mirror: { bringing: { run: () => ended, look } } });
  const tell = (data: unknown) => worker.dispatchEvent(new window.MessageEvent('message', { data }) as never);
  look.mockClear();
  tell('something else');
  expect(look).not.toHaveBeenCalled();
  tell('amparo-pushed');
  expect(look.mock.calls).toEqual([['pushed']]);
  show(false);
  tell('amparo-pushed');
  expect(look).toHaveBeenCalledOnce();
  stop();
  show(true);
  look.mockClear();
  tell('amparo-pushed');
  expect(look).not.toHaveBeenCalled();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

describe('[S30][D83] whether the session still stands', () => {
  test('is not asked by itself when something else was asked for, whose answer tells it too', async () => {
    await asked();
    look.mockResolvedValueOnce(true);
    pass(1);
    expect(await asked()).toBe(0);
    pass(1);
    expect(await asked()).toBe(1);
  });

  test('is asked at the start and at every minute of use', async () => {
    expect(await asked()).toBe(1);
    for (let minute = 0; minute < 20; minute += 1) {
      touch();
      pass(1);
    }
    expect(await asked()).toBe(20);
  });

  test('is no longer asked by an idle page, and again at the first touch', async () => {
    pass(60);
    expect(await asked()).toBe(1 + 5);
    touch();
    expect(await asked()).toBe(1);
    touch();
    pass(1);
    expect(await asked()).toBe(1);
  });

  test('is asked by no hidden page, and at once on the return to the screen', async () => {
    await asked();
    show(false);
    pass(3);
    touch();
    expect(await asked()).toBe(0);
    show(true);
    expect(await asked()).toBe(1);
  });

  test('is asked at once when the connection returns, and not without one', async () => {
    await asked();
    setOnline(false);
    pass(2);
    expect(await asked()).toBe(0);
    setOnline(true);
    expect(await asked()).toBe(1);
  });

  test('is asked again after a question that failed', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    ask.mockRejectedValueOnce(new Error('no database'));
    pass(1);
    await vi.advanceTimersByTimeAsync(0);
    pass(1);
    expect(await asked()).toBe(3);
  });
});
