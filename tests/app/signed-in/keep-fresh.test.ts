import { MINUTE_MS } from '#contract/age.ts';
import '#tests/page.ts';

import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
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
  const worker = Object.assign(new window.EventTarget(), { getRegistration: async () => undefined });
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

test('[D71] a push that came while nobody looked is heard on return, once', async () => {
  stop();
  const worker = Object.assign(new window.EventTarget(), { getRegistration: async () => undefined });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: worker });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
  stop = keepFresh({ session: { ask }, mirror: { bringing: { run: () => ended, look } } });
  show(false);
  worker.dispatchEvent(new window.MessageEvent('message', { data: 'amparo-pushed' }) as never);
  look.mockClear();
  show(true);
  show(false);
  show(true);
  expect(look.mock.calls).toEqual([['pushed'], ['return']]);
});

test.each([
  ['documentos 520021', ['start', 'pushed']],
  ['seguridad', ['start']],
])('[D71] at a start an unread push (%s) is heard too', async (tag, expected) => {
  stop();
  const registration = { getNotifications: async () => [{ tag }] };
  const worker = Object.assign(new window.EventTarget(), { getRegistration: async () => registration });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: worker });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
  look.mockClear();
  stop = keepFresh({ session: { ask }, mirror: { bringing: { run: () => ended, look } } });
  await vi.advanceTimersByTimeAsync(0);
  expect(look.mock.calls.flat()).toEqual(expected);
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
