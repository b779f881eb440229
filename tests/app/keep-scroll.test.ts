import '#tests/page.ts';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepScroll } from '#app/keep-scroll.ts';

type Told = { fromLocation?: unknown; toLocation?: unknown };
let told: Record<string, (event: Told) => void>;
let stop: () => void;
const entry = (key: string) => ({ state: { __TSR_key: key }, href: `/${key}` });
const leave = (from: string) => told.onBeforeLoad?.({ fromLocation: entry(from) });
const arrive = (from: string, to: string) => told.onRendered?.({ fromLocation: entry(from), toLocation: entry(to) });
const frame = () => new Promise((next) => setTimeout(next, 40));
let high = 0;
const scrollY = Object.getOwnPropertyDescriptor(window, 'scrollY');

beforeEach(() => {
  told = {};
  const subscribe = (name: string, hear: (event: Told) => void) => {
    told[name] = hear;
    return () => {};
  };
  Object.defineProperty(document.documentElement, 'scrollHeight', { configurable: true, get: () => high });
  vi.spyOn(window, 'scrollTo').mockImplementation(((_: number, y: number) => {
    Object.defineProperty(window, 'scrollY', { configurable: true, value: Math.min(y, high - window.innerHeight) });
  }) as never);
  stop = keepScroll({ subscribe } as never);
});
afterEach(() => {
  stop();
  vi.restoreAllMocks();
  // Later files of this process scroll the same page.
  if (scrollY) Object.defineProperty(window, 'scrollY', scrollY);
  else Reflect.deleteProperty(window, 'scrollY');
  Reflect.deleteProperty(document.documentElement, 'scrollHeight');
});

const scrolled = (y: number) => Object.defineProperty(window, 'scrollY', { configurable: true, value: y });

test("a list's scroll position is restored as soon as it is high enough", async () => {
  scrolled(3000);
  leave('list');
  scrolled(0);
  high = 900;
  arrive('detail', 'list');
  await frame();
  expect(window.scrollY).toBe(0);
  high = 9000;
  await frame();
  expect(window.scrollY).toBe(3000);
});

test('a scroll meanwhile cancels the restoring, and a new screen starts at its top', async () => {
  scrolled(3000);
  leave('list');
  scrolled(0);
  high = 900;
  arrive('detail', 'list');
  window.dispatchEvent(new (window as unknown as typeof globalThis).Event('wheel'));
  high = 9000;
  await frame();
  expect(window.scrollY).toBe(0);
  arrive('list', 'another');
  await frame();
  expect(window.scrollTo).not.toHaveBeenCalled();
});
