import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setOnline } from '#tests/page.ts';

/** What the library is asked for, and what it answers. */
const library = vi.hoisted(() => ({
  registrations: 0,
  fails: false as false | Error,
  stored: [] as number[],
  /** The worker was ended before it answered, so many times. */
  silent: 0,
  breakOff: [] as (() => void)[],
}));
vi.mock('workbox-window', () => ({
  messageSW: async () => {
    library.silent -= 1;
    if (library.silent >= 0) return new Promise(() => {});
    return { stored: library.stored.length > 1 ? library.stored.shift() : library.stored[0], all: 3 };
  },
  Workbox: class {
    addEventListener(type: string, listener: () => void) {
      if (type === 'redundant') library.breakOff.push(listener);
    }
    async register() {
      library.registrations += 1;
      if (library.fails) throw library.fails;
      return new EventTarget();
    }
  },
}));

/** What the browser has registered; nothing after a first installation that broke off. */
let known: { active: object } | undefined;
let page: typeof import('#app/worker.ts') & typeof import('#app/version.ts') & typeof import('#screens/ask-stored.ts');
beforeEach(async () => {
  vi.resetModules();
  // The development server has no files to store.
  vi.stubEnv('DEV', false);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  Object.assign(library, { registrations: 0, fails: false, stored: [3], silent: 0, breakOff: [] });
  known = undefined;
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: Promise.resolve({ active: {} }), getRegistration: async () => known },
  });
  page = {
    ...(await import('#app/worker.ts')),
    ...(await import('#app/version.ts')),
    ...(await import('#screens/ask-stored.ts')),
  };
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
  library.fails = new TypeError('failed to fetch the script');
  await page.runWorker();
  expect(page.storedParts.now()).toBeNull();
  library.fails = false;
  setOnline(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(library.registrations).toBe(2);
  expect(page.storedParts.now()).toEqual({ stored: 3, all: 3 });
});

test.each([
  ['did not come: it is tried again by itself', new TypeError('failed to fetch the script'), true, 2],
  ['is not allowed: it is left', new DOMException('', 'SecurityError'), true, 1],
  ['did not come: it waits for a connection', new TypeError('failed to fetch the script'), false, 1],
])('[D65] a worker that the browser did not install, since it %s', async (_, error, online, registrations) => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  library.fails = error;
  setOnline(online);
  await page.runWorker();
  library.fails = false;
  await vi.advanceTimersByTimeAsync(4_999);
  expect(library.registrations).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(library.registrations).toBe(registrations);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(library.registrations).toBe(registrations);
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

test('[D65] a worker that is ended before it answers is asked again', async () => {
  library.silent = 1;
  void page.runWorker();
  await vi.advanceTimersByTimeAsync(126_000);
  expect(page.storedParts.now()).toEqual({ stored: 3, all: 3 });
});

test('[D65] what never came is looked for again when the page is shown', async () => {
  library.silent = 4;
  void page.runWorker();
  await vi.advanceTimersByTimeAsync(1_000_000);
  expect(page.storedParts.now()).toBeNull();
  document.dispatchEvent(new window.Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(page.storedParts.now()).toEqual({ stored: 3, all: 3 });
});

/** A worker as the browser shows it to the page. */
class Played extends EventTarget {
  scriptURL = 'http://localhost:4173/sw.js';
  state: string;
  constructor(state: string) {
    super();
    this.state = state;
  }
  postMessage(_: unknown, [port]: MessagePort[]) {
    port?.postMessage({ stored: 3, all: 3 });
  }
  become(state: string) {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

/** The browser's registration, on which the real library listens. */
class Registration extends EventTarget {
  active: Played | null = new Played('activated');
  installing: Played | null = null;
  waiting: Played | null = null;
  find(): Played {
    const found = new Played('installing');
    this.installing = found;
    this.dispatchEvent(new Event('updatefound'));
    return found;
  }
  end(found: Played, state: 'installed' | 'redundant') {
    this.installing = null;
    if (state === 'installed') this.waiting = found;
    found.become(state);
  }
}

describe('[F20] with the real library, a version that waits', () => {
  let registration: Registration;
  beforeEach(async () => {
    vi.resetModules();
    vi.doMock('workbox-window', () => vi.importActual('workbox-window'));
    registration = new Registration();
    const container = Object.assign(new EventTarget(), {
      controller: registration.active,
      ready: Promise.resolve(registration),
      register: async () => registration,
      getRegistration: async () => registration,
    });
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: container });
    Object.assign(page, await import('#app/worker.ts'), await import('#app/version.ts'));
  });
  const offered = () => page.offeredVersion.now() !== null;

  test('is offered after one that could not be installed', async () => {
    await page.runWorker();
    registration.end(registration.find(), 'redundant');
    const next = registration.find();
    expect(offered()).toBe(false);
    registration.end(next, 'installed');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(offered()).toBe(true);
  });

  test('before the page came is offered at once', async () => {
    registration.waiting = new Played('installed');
    await page.runWorker();
    expect(offered()).toBe(true);
  });

  test('on a new device is the app itself, and no offer', async () => {
    registration.active = null;
    const running = page.runWorker();
    await vi.advanceTimersByTimeAsync(0);
    const first = registration.find();
    registration.end(first, 'installed');
    registration.waiting = null;
    registration.active = first;
    first.become('activating');
    first.become('activated');
    await running;
    expect(offered()).toBe(false);
  });
});
