import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '#contract/age.ts';
import type { Listed } from '../../sw/filling.ts';

const ORIGIN = 'http://localhost:4173';
const at = (path: string) => new URL(path, ORIGIN).href;

/** Resolves addresses on the worker's origin, and records the cache mode and hash of each request, which Node drops. */
class WorkerRequest extends Request {
  constructor(input: string, init?: RequestInit) {
    super(at(input), init);
    requested.push({ path: new URL(this.url).pathname, cache: init?.cache ?? '', integrity: init?.integrity ?? '' });
  }
}

let requested: { path: string; cache: string; integrity: string }[];
let underWay: number;
let most: number;
/** The paths that the network answers; requests for others break off. */
let network: Set<string>;
let store: Map<string, Response>;

const caches = {
  open: async () => ({
    keys: async () => [...store.keys()].map((url) => ({ url })),
    delete: async (key: string) => store.delete(key),
    put: async (key: string, response: Response) => void store.set(key, response),
  }),
} as unknown as CacheStorage;

const version = (names: readonly string[], page = 'r1'): Listed[] => [
  { url: 'index.html', revision: page, integrity: `sha256-${page}`, shell: true },
  ...names.map((name) => ({
    url: `assets/${name}`,
    revision: null,
    integrity: `sha256-${name}`,
    shell: name.startsWith('start'),
  })),
];
const names = ['start-1.js', ...Array.from({ length: 20 }, (_, one) => `part-${one}.js`)];

/** Imports late, because the library reads the worker's globals when it is loaded. */
async function filling(listed: readonly Listed[]) {
  const { PrecacheController } = await import('workbox-precaching');
  const { createFilling } = await import('../../sw/filling.ts');
  const precache = new PrecacheController();
  precache.addToCacheList([...listed]);
  for (const { url } of listed) network.add(`/${url}`);
  return createFilling(precache, listed, caches);
}
const paths = () => requested.map(({ path }) => path);

beforeEach(() => {
  requested = [];
  underWay = 0;
  most = 0;
  network = new Set();
  store = new Map();
  vi.stubEnv('NODE_ENV', 'production');
  vi.stubGlobal('location', new URL(at('/sw.js')));
  vi.stubGlobal('self', { location: new URL(at('/sw.js')), registration: { scope: at('/') } });
  vi.stubGlobal('registration', { scope: at('/') });
  vi.stubGlobal('Request', WorkerRequest);
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setTimeout(resolve, 1));
    underWay -= 1;
    if (!network.has(new URL(url).pathname)) throw new TypeError('Failed to fetch');
    return new Response(url);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

describe('[D29] the files of a version', () => {
  test('are downloaded several at a time, each with its required hash', async () => {
    const parts = await filling(version(names));
    await parts.everything();
    expect(await parts.filled()).toEqual({ stored: 22, all: 22 });
    expect(most).toBe(4);
    expect(requested.every(({ integrity }) => integrity.startsWith('sha256-'))).toBe(true);
    // A file with a hash in its name may come from the HTTP cache; the page must be requested from the server.
    expect(requested.find(({ path }) => path === '/index.html')?.cache).toBe('no-cache');
    expect(requested.find(({ path }) => path === '/assets/part-3.js')?.cache).toBe('default');
  });

  test("the start page's files are downloaded alone at first", async () => {
    const parts = await filling(version(names));
    await parts.shell();
    expect(paths()).toEqual(['/index.html', '/assets/start-1.js']);
    expect(await parts.filled()).toEqual({ stored: 2, all: 22 });
  });

  test('are completed after an interruption with only the missing ones', async () => {
    const parts = await filling(version(names));
    for (const name of names.slice(8)) network.delete(`/assets/${name}`);
    await expect(parts.everything()).rejects.toThrow('Failed to fetch');
    const before = [...store.keys()].map((url) => new URL(url).pathname);
    expect(before.length).toBeGreaterThan(5);
    expect((await parts.filled()).stored).toBe(before.length);
    requested = [];
    for (const name of names) network.add(`/assets/${name}`);
    await parts.everything();
    expect(paths().filter((path) => before.includes(path))).toEqual([]);
    expect(paths()).toHaveLength(22 - before.length);
    expect(await parts.filled()).toEqual({ stored: 22, all: 22 });
  });

  test('are requested for a new version only where they changed', async () => {
    await (await filling(version(names))).everything();
    requested = [];
    const next = await filling(version([...names.slice(0, -1), 'part-19b.js'], 'r2'));
    await next.everything();
    expect(paths()).toEqual(['/index.html', '/assets/part-19b.js']);
    expect(await next.filled()).toEqual({ stored: 22, all: 22 });
  });

  test('are downloaded once each when two callers ask at the same time', async () => {
    const parts = await filling(version(names));
    await Promise.all([parts.everything(), parts.everything()]);
    expect(new Set(paths()).size).toBe(paths().length);
  });

  test('are requested from the server when the browser\u2019s cache has them damaged', async () => {
    const parts = await filling(version(['start-1.js']));
    vi.stubGlobal('fetch', async (request: Request) => {
      const { cache } = requested.at(-1) ?? { cache: '' };
      if (cache === 'default') throw new TypeError('the hash is another');
      return new Response(request.url);
    });
    await parts.everything();
    expect(await parts.filled()).toEqual({ stored: 2, all: 2 });
  });

  test('are not stored when the answer is an error', async () => {
    const parts = await filling(version(['start-1.js']));
    vi.stubGlobal('fetch', async () => new Response('gone', { status: 404 }));
    await expect(parts.everything()).rejects.toThrow('404');
    expect(store.size).toBe(0);
  });

  test('wait ten minutes for a file whose line died, and the next run brings it', async () => {
    const parts = await filling(version(['start-1.js']));
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', (request: Request) =>
      request.url.endsWith('start-1.js') ? new Promise(() => {}) : fetch(request),
    );
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const ends = vi.fn();
    const broken = parts.everything().catch(ends);
    await vi.advanceTimersByTimeAsync(19 * MINUTE_MS);
    expect(ends).not.toHaveBeenCalled();
    // The second time is the retry's.
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
    await broken;
    expect(ends).toHaveBeenCalledOnce();
    vi.useRealTimers();
    vi.stubGlobal('fetch', fetch);
    await parts.everything();
    expect(await parts.filled()).toEqual({ stored: 2, all: 2 });
  });
});
