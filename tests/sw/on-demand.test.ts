import { afterEach, expect, test, vi } from 'vitest';
import { bringOnDemand, forgetReplaced, isOnDemand } from '../../sw/on-demand.ts';

const at = (path: string) => `http://localhost${path}`;
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Cache Storage and a network in memory. */
function setUp({ isFull = false } = {}) {
  const store = new Map<string, Response>();
  const cache = {
    match: async (key: string) => store.get(key)?.clone(),
    keys: async () => [...store.keys()].map((url) => new Request(url)),
    put: async (key: string, answer: Response) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      store.set(key, answer);
    },
    delete: async (key: string) => store.delete(key),
  };
  const network = { status: 200, type: 'text/javascript', asked: [] as string[] };
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    network.asked.push(url);
    if (network.status === 0) throw new TypeError('Failed to fetch');
    const headers = { 'content-security-policy': 'of the worker', 'content-type': network.type };
    return new Response(url, { status: network.status, headers });
  });
  const caches = { open: async () => cache, has: async () => true } as unknown as CacheStorage;
  const ask = (path: string) => bringOnDemand(caches, new Request(at(path)));
  return { store, network, ask, forget: () => forgetReplaced(caches) };
}

test('a file of the reader comes over the line once, with its policy, and from the device afterwards', async () => {
  const { network, ask } = setUp();
  await ask('/assets/paper.worker-Aa_1-b.js');
  network.status = 0;
  const again = await ask('/assets/paper.worker-Aa_1-b.js');
  expect([again.status, again.headers.get('content-security-policy')]).toEqual([200, 'of the worker']);
  expect(network.asked).toHaveLength(1);
  await expect(ask('/assets/zxing_reader-Aa1.wasm')).rejects.toThrow('Failed to fetch');
});

test.each([
  ['before its answer', () => new Promise<Response>(() => {})],
  [
    'within its answer',
    async () => new Response(new ReadableStream({ start: (part) => part.enqueue(new Uint8Array(9)) })),
  ],
])('[D75] a line that dies without a word ends a minute later: %s', async (_, answer) => {
  vi.useFakeTimers();
  const { ask } = setUp();
  vi.stubGlobal('fetch', answer);
  const asked = ask('/assets/paper-Aa1.js').then(
    () => 'here',
    () => 'not here',
  );
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await Promise.race([asked, 'no end'])).toBe('not here');
});

test('[D75] a slow line has as long as it needs', async () => {
  vi.useFakeTimers();
  const { store, ask } = setUp();
  const pieces = new ReadableStream({
    async start(body) {
      for (const piece of [1, 2, 3]) {
        await new Promise((resolve) => setTimeout(resolve, 50_000));
        body.enqueue(new Uint8Array([piece]));
      }
      body.close();
    },
  });
  vi.stubGlobal('fetch', async () => new Response(pieces));
  const asked = ask('/assets/paper-Aa1.js');
  await vi.advanceTimersByTimeAsync(150_000);
  expect(new Uint8Array(await (await asked).arrayBuffer())).toEqual(new Uint8Array([1, 2, 3]));
  expect(store.size).toBe(1);
});

test('an answer that is no file is not kept', async () => {
  const { network, store, ask } = setUp();
  network.status = 404;
  expect((await ask('/assets/paper-Aa1.js')).status).toBe(404);
  expect([...store.keys()]).toEqual([]);
  Object.assign(network, { status: 200, type: 'text/html; charset=utf-8' });
  await ask('/assets/paper-Aa1.js');
  expect([...store.keys()], "a café's page").toEqual([]);
});

test('[F37] the file of another version stays beside the new one, and goes once it is said that no page asks for it', async () => {
  const { store, ask, forget } = setUp();
  const paths = ['/assets/paper-1.js', '/assets/paper-1.css', '/assets/paper.worker-1.js', '/assets/paper-2.js'];
  for (const path of paths) await ask(path);
  expect([...store.keys()]).toEqual(paths.map(at));
  await forget();
  expect([...store.keys()]).toEqual(paths.slice(1).map(at));
});

test('on a full disk the file is used all the same', async () => {
  const { store, ask } = setUp({ isFull: true });
  expect(await (await ask('/assets/paper-1.js')).text()).toBe(at('/assets/paper-1.js'));
  expect(store.size).toBe(0);
});

test('nothing but what reads an invoice is kept so', () => {
  const isKept = (path: string) => isOnDemand(new URL(at(path)));
  expect(['/assets/paper-a.js', '/assets/paper-a.css', '/assets/zxing_reader-a.wasm'].every(isKept)).toBe(true);
  const others = ['/assets/papers.js', '/assets/start-a.js', '/assets/x/paper-a.js', '/api/assets/paper-a.js', '/'];
  expect(others.some(isKept)).toBe(false);
});
