// @vitest-environment happy-dom
import type { AnyRouter } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fadeBetweenScreens } from '#app/signed-in/screen-motion.ts';

let fades = 0;
let stop = () => {};

beforeEach(() => {
  fades = 0;
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  const begin = (draw: () => Promise<void>) => {
    fades += 1;
    return { updateCallbackDone: draw(), finished: Promise.resolve(), ready: Promise.resolve() };
  };
  Object.assign(document, { startViewTransition: begin });
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, 'startViewTransition');
});

/** A router whose screens take so long to be drawn, and how one is gone to. */
function going() {
  const heard: Record<string, ((event: object) => void)[]> = {};
  const tell = (event: string, about = {}) => {
    for (const hear of heard[event] ?? []) hear(about);
  };
  const router = {
    startViewTransition: (draw: () => Promise<void>) => draw(),
    subscribe(event: string, hear: (about: object) => void) {
      heard[event] = [...(heard[event] ?? []), hear];
      return () => {
        heard[event] = (heard[event] ?? []).filter((one) => one !== hear);
      };
    },
  };
  stop = fadeBetweenScreens(router as unknown as AnyRouter);
  return async (ms: number) => {
    tell('onBeforeLoad', { fromLocation: {}, pathChanged: true });
    const drawn = router.startViewTransition(async () => {});
    await vi.advanceTimersByTimeAsync(ms);
    tell('onRendered');
    await vi.advanceTimersByTimeAsync(0);
    await drawn;
  };
}

test('where a screen took long to draw the next appears without a fade, until one is quick again', async () => {
  const go = going();
  await go(10);
  await go(200);
  expect(fades).toBe(2);
  await go(200);
  expect(fades).toBe(2);
  await go(10);
  expect(fades).toBe(2);
  await go(10);
  expect(fades).toBe(3);
});
