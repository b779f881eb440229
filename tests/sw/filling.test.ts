import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Listed } from '../../sw/filling.ts';

const ORIGIN = 'http://localhost:4173';
const at = (path: string) => new URL(path, ORIGIN).href;

/** In a worker an address without an origin is one of its own; Node keeps no mode of caching. */
class OwnRequest extends Request {
  constructor(input: string, init?: RequestInit) {
    super(at(input), init);
    asked.push({ path: new URL(this.url).pathname, cache: init?.cache ?? '', integrity: init?.integrity ?? '' });
  }
}

let asked: { path: string; cache: string; integrity: string }[];
let underWay: number;
let most: number;
/** Answers of the network; a path that is missing here breaks off. */
let network: Set<string>;
let store: Map<string, Response>;

const caches = {
  open: async () => ({
    keys: async () => [...store.keys()].map((url) => ({ url })),
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

/** The library looks for a worker's surroundings as it is loaded. */
async function filling(listed: readonly Listed[]) {
  const { PrecacheController } = await import('workbox-precaching');
  const { createFilling } = await import('../../sw/filling.ts');
  const precache = new PrecacheController();
  precache.addToCacheList([...listed]);
  for (const { url } of listed) network.add(`/${url}`);
  return createFilling(precache, listed, caches);
}
const paths = () => asked.map(({ path }) => path);

beforeEach(() => {
  asked = [];
  underWay = 0;
  most = 0;
  network = new Set();
  store = new Map();
  vi.stubEnv('NODE_ENV', 'production');
  vi.stubGlobal('location', new URL(at('/sw.js')));
  vi.stubGlobal('self', { location: new URL(at('/sw.js')), registration: { scope: at('/') } });
  vi.stubGlobal('registration', { scope: at('/') });
  vi.stubGlobal('Request', OwnRequest);
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
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

describe('[D29] the files of a version', () => {
  test('are downloaded several at a time, each with its required hash', async () => {
    const parts = await filling(version(names));
    await parts.everything();
    expect(await parts.filled()).toEqual({ stored: 22, all: 22 });
    expect(most).toBe(4);
    expect(asked.every(({ integrity }) => integrity.startsWith('sha256-'))).toBe(true);
    // What has a hash in its name may come from where the page got it; the page itself is asked for anew.
    expect(asked.find(({ path }) => path === '/index.html')?.cache).toBe('no-cache');
    expect(asked.find(({ path }) => path === '/assets/part-3.js')?.cache).toBe('default');
  });

  test("the start page's files are downloaded alone at first", async () => {
    const parts = await filling(version(names));
    await parts.shell();
    expect(paths()).toEqual(['/index.html', '/assets/start-1.js']);
    expect(await parts.filled()).toEqual({ stored: 2, all: 22 });
  });

  test('after an interruption only missing files are requested', async () => {
    const parts = await filling(version(names));
    for (const name of names.slice(8)) network.delete(`/assets/${name}`);
    await expect(parts.everything()).rejects.toThrow('Failed to fetch');
    const before = [...store.keys()].map((url) => new URL(url).pathname);
    expect(before.length).toBeGreaterThan(5);
    expect((await parts.filled()).stored).toBe(before.length);
    asked = [];
    for (const name of names) network.add(`/assets/${name}`);
    await parts.everything();
    expect(paths().filter((path) => before.includes(path))).toEqual([]);
    expect(paths()).toHaveLength(22 - before.length);
    expect(await parts.filled()).toEqual({ stored: 22, all: 22 });
  });

  test('a new version requests only changed files', async () => {
    await (await filling(version(names))).everything();
    asked = [];
    const next = await filling(version([...names.slice(0, -1), 'part-19b.js'], 'r2'));
    await next.everything();
    expect(paths()).toEqual(['/index.html', '/assets/part-19b.js']);
    expect(await next.filled()).toEqual({ stored: 22, all: 22 });
  });

  test('two requests at a time download each file once', async () => {
    const parts = await filling(version(names));
    await Promise.all([parts.everything(), parts.everything()]);
    expect(new Set(paths()).size).toBe(paths().length);
  });

  test('a damaged file in the browser\u2019s cache is requested from the server', async () => {
    const parts = await filling(version(['start-1.js']));
    vi.stubGlobal('fetch', async (request: Request) => {
      const { cache } = asked.at(-1) ?? { cache: '' };
      if (cache === 'default') throw new TypeError('the hash is another');
      return new Response(request.url);
    });
    await parts.everything();
    expect(await parts.filled()).toEqual({ stored: 2, all: 2 });
  });

  test('an error answer is not stored', async () => {
    const parts = await filling(version(['start-1.js']));
    vi.stubGlobal('fetch', async () => new Response('gone', { status: 404 }));
    await expect(parts.everything()).rejects.toThrow('404');
    expect(store.size).toBe(0);
  });
});
