import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';

const ORIGIN = 'http://localhost:4173';
const at = (path: string) => new URL(path, ORIGIN).href;

/** Resolves addresses on the worker's origin, as a worker does. */
class WorkerRequest extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === 'string' ? at(input) : input, init);
  }
}

/** The request of a browser for an address that is opened, which Node refuses to build. */
class Navigation extends WorkerRequest {
  override get mode(): RequestMode {
    return 'navigate';
  }
}

class LaterEvent extends Event {
  work: Promise<unknown>[] = [];
  waitUntil(work: Promise<unknown>): void {
    this.work.push(work);
  }
}

class FetchingEvent extends LaterEvent {
  request: Request;
  answer: Promise<Response> | null = null;
  constructor(request: Request) {
    super('fetch');
    this.request = request;
  }
  respondWith(answer: Promise<Response>): void {
    this.answer = Promise.resolve(answer);
  }
}

const addressOf = (input: RequestInfo | URL): string =>
  typeof input === 'object' && 'url' in input ? input.url : String(input);

/** Cache Storage in memory. */
function createCaches() {
  const stores = new Map<string, Map<string, Response>>();
  const nameOf = (key: RequestInfo | URL) => at(addressOf(key));
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return {
      keys: async () => [...store.keys()].map((url) => new Request(url)),
      match: async (key: RequestInfo | URL) => store.get(nameOf(key))?.clone(),
      put: async (key: RequestInfo | URL, response: Response) => void store.set(nameOf(key), response.clone()),
      delete: async (key: RequestInfo | URL) => store.delete(nameOf(key)),
    };
  };
  return {
    stores,
    open,
    has: async (name: string) => stores.has(name),
    delete: async (name: string) => stores.delete(name),
    keys: async () => [...stores.keys()],
    match: async (key: RequestInfo | URL) =>
      [...stores.values()].map((store) => store.get(nameOf(key))?.clone()).find((found) => found !== undefined),
  };
}

/** The build's list: a page with its revision, a hashed asset and the manifest. */
const listed = [
  { url: 'index.html', revision: 'r1', shell: true },
  { url: 'assets/app-1a2b.js', revision: null },
  { url: 'manifest.webmanifest', revision: 'r1' },
];

/** A worker that serves the shell in a made-up browser. */
async function startWorker() {
  const hearers = new Map<string, ((event: Event) => void)[]>();
  const caches = createCaches();
  const network = { online: true, requested: [] as string[] };
  const part = { download: vi.fn(async () => {}), read: vi.fn() };
  const worker = {
    addEventListener: (type: string, hear: (event: Event) => void) =>
      void hearers.set(type, [...(hearers.get(type) ?? []), hear]),
    caches,
    clients: { matchAll: async () => [{ id: 'page' }], claim: async () => undefined },
    registration: { scope: at('/'), active: null as object | null },
    location: new URL(at('/sw.js')),
  };
  const fetched = async (input: RequestInfo) => {
    const { pathname } = new URL(addressOf(input), ORIGIN);
    network.requested.push(pathname);
    if (!network.online) throw new TypeError('Failed to fetch');
    return new Response(`server: ${pathname}`);
  };
  for (const [name, value] of Object.entries({
    self: worker,
    caches,
    location: worker.location,
    registration: worker.registration,
    Request: WorkerRequest,
    ExtendableEvent: LaterEvent,
    FetchEvent: FetchingEvent,
    fetch: fetched,
  })) {
    vi.stubGlobal(name, value);
  }
  // The library of a development build logs each route to a console that only browsers have.
  vi.stubEnv('NODE_ENV', 'production');
  const { serveShell } = await import('../../sw/shell.ts');
  const { complete, mend } = serveShell(
    worker as unknown as ServiceWorkerGlobalScope,
    listed,
    ['/api', 'https://otro.example/host'],
    part as never,
  );

  const dispatch = async (event: LaterEvent) => {
    for (const hear of hearers.get(event.type) ?? []) hear(event);
    await Promise.all(event.work);
  };
  const install = (addRoutes?: (rules: unknown) => Promise<void>) =>
    dispatch(Object.assign(new LaterEvent('install'), addRoutes && { addRoutes }));
  const activate = () => dispatch(new LaterEvent('activate'));
  await install();
  await activate();

  /** The worker's answer; null when it leaves the request to the browser. */
  const ask = async (request: Request): Promise<Response | null> => {
    const event = new FetchingEvent(request);
    for (const hear of hearers.get('fetch') ?? []) hear(event);
    const answer = await event.answer;
    await Promise.all(event.work);
    return answer;
  };
  const opened = (path: string) => ask(new Navigation(at(path)));
  return { ask, opened, install, activate, caches, network, part, complete, mend, registration: worker.registration };
}

let worker: Awaited<ReturnType<typeof startWorker>>;
// The library has one router per process, so all tests use the same worker.
beforeAll(async () => {
  worker = await startWorker();
});
beforeEach(() => {
  worker.network.online = true;
  worker.network.requested.length = 0;
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

test('[F20] calls to the backend skip the worker where the browser has static routing', async () => {
  const routed = vi.fn(async (_rules: unknown) => {});
  await worker.install(routed);
  expect(routed).toHaveBeenCalledWith([
    { condition: { urlPattern: '/api/*' }, source: 'network' },
    { condition: { urlPattern: 'https://otro.example/host/*' }, source: 'network' },
  ]);
});

test('[D29] the files of this version skip the worker too, and come from their cache', async () => {
  const routed = vi.fn(async (_rules: unknown) => {});
  await worker.install(routed);
  expect(routed).toHaveBeenCalledWith([
    {
      condition: { or: [{ urlPattern: '/assets/app-1a2b.js' }] },
      source: { cacheName: `workbox-precache-v2-${at('/')}` },
    },
  ]);
});

test('[F20] a new version is installed only when it is complete; a first one needs only the start page', async () => {
  const precache = await worker.caches.open(`workbox-precache-v2-${at('/')}`);
  await precache.delete(at('/assets/app-1a2b.js'));
  worker.network.online = false;
  await worker.install();
  worker.registration.active = {};
  await expect(worker.install()).rejects.toThrow('Failed to fetch');
  worker.network.online = true;
  await worker.install();
  worker.registration.active = null;
  expect(await precache.match(at('/assets/app-1a2b.js'))).toBeDefined();
});

test('[F30] the installation downloads the sending part, and fails without it', async () => {
  worker.part.download.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(worker.install()).rejects.toThrow('Failed to fetch');
  worker.part.read.mockClear();
  await worker.install();
  expect(worker.part.read).toHaveBeenCalledOnce();
});

test('[F37] assets of a previous version are deleted at a start after the last page that needed them closed', async () => {
  const keep = async (name: string, page: string) =>
    (await worker.caches.open(name)).put(at('/amparo-previous-pages'), new Response(JSON.stringify([page])));
  await keep('amparo-previous-a', 'page');
  await keep('amparo-previous-b', 'closed');
  // What reads an invoice stays beside the newer one for that page too.
  const held = await worker.caches.open('amparo-on-demand');
  for (const version of ['old', 'new']) await held.put(`/assets/paper-${version}.js`, new Response(version));
  await worker.complete();
  expect(await held.keys()).toHaveLength(2);
  expect((await worker.caches.keys()).filter((name) => name.startsWith('amparo-previous'))).toEqual([
    'amparo-previous-a',
  ]);
  await worker.caches.delete('amparo-previous-a');
  await worker.complete();
  expect((await held.keys()).map(({ url }) => url)).toEqual([at('/assets/paper-new.js')]);
  await worker.caches.delete('amparo-on-demand');
});

test('[F20][F51] where a full disk takes no copy of an earlier file, the activation fails before it deletes one', async () => {
  const FILE = '/assets/form-old.js';
  const precache = await worker.caches.open(`workbox-precache-v2-${at('/')}`);
  await precache.put(at(FILE), new Response('old part'));
  const text = async () => (await worker.ask(new Request(at(FILE))))?.text();
  const { open: opened } = worker.caches;
  const put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
  const full = vi.spyOn(worker.caches, 'open').mockImplementation(async (name) => ({
    ...(await opened(name)),
    ...(name.startsWith('amparo-previous') && { put }),
  }));
  await expect(worker.activate()).rejects.toThrow('full');
  expect(await precache.match(at(FILE))).toBeDefined();
  full.mockRestore();
  await worker.activate();
  expect(await precache.match(at(FILE))).toBeUndefined();
  expect(await text()).toBe('old part');
  for (const name of await worker.caches.keys())
    if (name.startsWith('amparo-previous')) await worker.caches.delete(name);
});

describe('[F51] missing files', () => {
  const isMissing = async () => {
    const precache = await worker.caches.open(`workbox-precache-v2-${at('/')}`);
    await precache.delete(at('/assets/app-1a2b.js'));
  };
  afterEach(() => vi.restoreAllMocks());

  test('are downloaded where a full disk deletes no cache of an earlier version', async () => {
    await (await worker.caches.open('amparo-previous-c')).put(at('/amparo-previous-pages'), new Response('["closed"]'));
    await isMissing();
    const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
    const deleting = vi.spyOn(worker.caches, 'delete').mockImplementation(full);
    expect(await worker.complete()).toEqual({ stored: 3, all: 3 });
    expect(deleting).toHaveBeenCalledOnce();
    deleting.mockRestore();
    await worker.complete();
    expect(await worker.caches.keys()).toEqual([`workbox-precache-v2-${at('/')}`]);
  });

  test.each(['keys', 'open'] as const)('are counted for the page that waits, also where %s fails', async (what) => {
    const broken = () => Promise.reject(new DOMException('Internal error', 'UnknownError'));
    const failing = vi.spyOn(worker.caches, what).mockImplementation(broken);
    expect(await worker.complete()).toEqual({ stored: what === 'open' ? 0 : 3, all: 3 });
    failing.mockRestore();
    expect(await worker.complete()).toEqual({ stored: 3, all: 3 });
  });
});

test('[F20] a browser that refuses static routes installs the worker too', async () => {
  await expect(worker.install(() => Promise.reject(new TypeError('not of this browser')))).resolves.toBeUndefined();
});

/** An answer whose bytes break off when they are read. */
const damaged = () => {
  const lost = () => new ReadableStream({ start: (controller) => controller.error(new TypeError('lost')) });
  return Object.defineProperty(new Response(''), 'clone', { value: () => new Response(lost()) });
};

describe('[D29][D75] a file whose bytes are lost is brought again when the page asks for it', () => {
  const FILE = '/assets/app-1a2b.js';
  const READER = '/assets/qr-1a2b.js';
  const textOf = async (path: string) => (await worker.ask(new Request(at(path))))?.text();
  const stores = () => worker.caches.stores;
  beforeEach(async () => {
    await worker.complete();
    await textOf(READER);
    stores()
      .get(`workbox-precache-v2-${at('/')}`)
      ?.set(at(FILE), damaged());
    stores().get('amparo-on-demand')?.set(at(READER), damaged());
    worker.network.requested.length = 0;
  });
  afterEach(() => stores().delete('amparo-on-demand'));

  test('and none besides', async () => {
    await expect(textOf(FILE)).rejects.toThrow('lost');
    expect(await worker.complete()).toEqual({ stored: 3, all: 3 });
    expect(worker.network.requested).toEqual([]);
    expect(await worker.mend()).toEqual({ stored: 3, all: 3 });
    expect(worker.network.requested.sort()).toEqual([FILE, READER]);
    worker.network.online = false;
    expect([await textOf(FILE), await textOf(READER)]).toEqual([`server: ${FILE}`, `server: ${READER}`]);
  });

  test('and stays without a connection: it may be read later all the same', async () => {
    worker.network.online = false;
    expect(await worker.mend()).toEqual({ stored: 3, all: 3 });
    expect(stores().get('amparo-on-demand')?.has(at(READER))).toBe(true);
    worker.network.online = true;
    await worker.mend();
  });

  test('and where the disk is full it comes from the server from then on', async () => {
    const { open: opened } = worker.caches;
    const put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
    const open = vi.spyOn(worker.caches, 'open').mockImplementation(async (name) => ({ ...(await opened(name)), put }));
    expect(await worker.mend()).toEqual({ stored: 2, all: 3 });
    open.mockRestore();
    expect([await textOf(FILE), await textOf(READER)]).toEqual([`server: ${FILE}`, `server: ${READER}`]);
    await worker.complete();
  });
});

describe('[D29] a storage that cannot be read costs only the way to the server', () => {
  const unreadable = () => Promise.reject(new DOMException('Internal error', 'UnknownError'));
  const precache = () => worker.caches.open(`workbox-precache-v2-${at('/')}`);
  afterEach(() => vi.restoreAllMocks());

  test.each(['/', '/assets/app-1a2b.js', '/assets/form-old.js', '/assets/qr-1a2b.js'])('%s', async (path) => {
    vi.spyOn(worker.caches, 'match').mockImplementation(unreadable);
    vi.spyOn(worker.caches, 'open').mockImplementation(unreadable);
    const answer = await (path === '/' ? worker.opened(path) : worker.ask(new Request(at(path))));
    expect(await answer?.text()).toBe(`server: ${path}`);
  });

  test('a page whose bytes are lost is brought again', async () => {
    const stored = (await (await precache()).keys()).find(({ url }) => url.includes('index.html')) as Request;
    const store = worker.caches.stores.get(`workbox-precache-v2-${at('/')}`);
    store?.set(stored.url, damaged());
    // Without a connection it may be read later all the same.
    worker.network.online = false;
    await expect(worker.opened('/')).rejects.toThrow('Failed to fetch');
    expect(store?.has(stored.url)).toBe(true);
    worker.network.online = true;
    expect(await (await worker.opened('/'))?.text()).toBe('server: /');
    expect(store?.has(stored.url)).toBe(false);
    expect(await worker.complete()).toEqual({ stored: 3, all: 3 });
    expect(await (await (await precache()).match(stored))?.text()).toBe('server: /index.html');
  });
});

describe('an address that is opened', () => {
  test.each(['/', '/index.html', '/?poliza=1', '/?ir=carnet.pdf', '/registro', '/app/pagos/1?a=b'])(
    '%s shows the app from the device, with and without a connection',
    async (path) => {
      expect(await (await worker.opened(path))?.text()).toBe('server: /index.html');
      worker.network.online = false;
      expect(await (await worker.opened(path))?.text()).toBe('server: /index.html');
      expect(worker.network.requested).toEqual([]);
    },
  );

  test.each([
    ['a mailed link to a new password', '/restablecer/4f9a0c'],
    ['the desk of the demo', '/demo/oficina'],
    ['a paper of the group', '/documentos/condiciones-ecuador.pdf'],
    ['a file handed out once', '/archivos/4f9a0c'],
    ['the payment page', '/pagar/4f9a0c'],
    ['the health of the server', '/health'],
    ['a call', '/api/usuarios/login'],
    ['a picture that is not precached', '/screenshots/inicio.png'],
    ['a file nobody knows', '/condiciones.pdf?v=2'],
    ['an asset nobody knows', '/instalar.apk'],
    ['an address nobody knows', '/cualquier/cosa'],
    ['where the warning mail leads', '/.well-known/change-password'],
  ])('%s is left to the server: %s', async (_, path) => {
    expect(await worker.opened(path)).toBeNull();
    worker.network.online = false;
    expect(await worker.opened(path)).toBeNull();
  });

  test('[S12] the worker answers no address of the endpoint table, opened or fetched', async () => {
    for (const { base, path } of Object.values(endpoints)) {
      const address = `/${base}${path}`;
      expect(await worker.opened(address), address).toBeNull();
      expect(await worker.ask(new Request(at(address))), address).toBeNull();
      expect(await worker.ask(new Request(at(address), { method: 'POST', body: '{}' })), address).toBeNull();
    }
    expect(await worker.caches.keys()).toEqual([`workbox-precache-v2-${at('/')}`]);
  });

  test('a posted form is left to the server', async () => {
    expect(await worker.ask(new Navigation('/', { method: 'POST', body: 'a=1' }))).toBeNull();
  });
});

describe('a file of the app', () => {
  test('comes from the device without a connection', async () => {
    worker.network.online = false;
    for (const path of ['/assets/app-1a2b.js', '/manifest.webmanifest']) {
      expect(await (await worker.ask(new Request(at(path))))?.text()).toBe(`server: ${path}`);
    }
  });

  test('[F20] of the previous version comes from its cache, else from the server, and is never stored', async () => {
    const aside = await worker.caches.open('amparo-previous');
    await aside.put(at('/assets/form-old.js'), new Response('old part'));
    expect(await (await worker.ask(new Request(at('/assets/form-old.js'))))?.text()).toBe('old part');
    const unknown = new Request(at('/assets/form-new.js'));
    expect(await (await worker.ask(unknown.clone()))?.text()).toBe('server: /assets/form-new.js');
    worker.network.online = false;
    await expect(worker.ask(unknown)).rejects.toThrow('Failed to fetch');
  });
});
