import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setOnline } from '#tests/page.ts';

/** What the library is asked for, and what it answers. */
const library = vi.hoisted(() => ({
  registrations: 0,
  fails: false,
  stored: [] as number[],
  offers: [] as (() => void)[],
  breakOff: [] as (() => void)[],
}));
vi.mock('workbox-window', () => ({
  messageSW: async () => ({ stored: library.stored.length > 1 ? library.stored.shift() : library.stored[0], all: 3 }),
  Workbox: class {
    addEventListener(type: string, listener: () => void) {
      if (type === 'waiting') library.offers.push(listener);
      if (type === 'redundant') library.breakOff.push(listener);
    }
    async register() {
      library.registrations += 1;
      if (library.fails) throw new TypeError('failed to fetch the script');
    }
  },
}));

/** What the browser has registered; nothing after a first installation that broke off. */
let known: { active: object } | undefined;
let page: typeof import('#app/worker.ts');
beforeEach(async () => {
  vi.resetModules();
  // The development server has no files to store.
  vi.stubEnv('DEV', false);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  Object.assign(library, { registrations: 0, fails: false, stored: [3], offers: [], breakOff: [] });
  known = undefined;
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: Promise.resolve({ active: {} }), getRegistration: async () => known },
  });
  page = await import('#app/worker.ts');
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  setOnline(true);
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

test('[D65] a page registers its worker once, also when the connection comes back', async () => {
  await page.runWorker();
  expect(page.storedParts.now()).toEqual({ stored: 3, all: 3 });
  setOnline(false);
  setOnline(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(library.registrations).toBe(1);
});

test('[D65] a worker that could not be installed is tried again when the connection comes back', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  library.fails = true;
  await page.runWorker();
  expect(page.storedParts.now()).toBeNull();
  library.fails = false;
  setOnline(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(library.registrations).toBe(2);
  expect(page.storedParts.now()).toEqual({ stored: 3, all: 3 });
});

describe('[D65] an installation that broke off', () => {
  const breakOff = async () => {
    for (const tell of library.breakOff.splice(0)) tell();
    await vi.advanceTimersByTimeAsync(0);
  };

  test('is begun anew, in longer and longer pauses', async () => {
    await page.runWorker();
    await breakOff();
    expect(library.registrations).toBe(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(library.registrations).toBe(2);
    await breakOff();
    await vi.advanceTimersByTimeAsync(19_999);
    expect(library.registrations).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(library.registrations).toBe(3);
  });

  test('is begun anew when the connection comes back', async () => {
    await page.runWorker();
    await breakOff();
    setOnline(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(library.registrations).toBe(2);
  });

  test('of a new version is left to the next start', async () => {
    await page.runWorker();
    known = { active: {} };
    await breakOff();
    await vi.advanceTimersByTimeAsync(100_000);
    expect(library.registrations).toBe(1);
  });
});

test('[D65] an interrupted download goes on by itself, in longer and longer pauses', async () => {
  library.stored = [0, 1, 1, 3];
  const running = page.runWorker();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(page.storedParts.now()).toEqual({ stored: 1, all: 3 });
  await vi.advanceTimersByTimeAsync(100_000);
  await running;
  expect(page.storedParts.now()).toEqual({ stored: 3, all: 3 });
});

test('[F20] a version that waits is offered, whether it is found at the registration or later', async () => {
  await page.runWorker();
  expect(page.offeredVersion.now()).toBeNull();
  for (const offer of library.offers) offer();
  expect(page.offeredVersion.now()).toBeTypeOf('function');
});
