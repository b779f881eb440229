import { describe, expect, test } from 'vitest';
import { findPrevious, forgetPrevious, putAside, type Surroundings } from '../../sw/previous-assets.ts';

const addressOf = (path: string) => `http://localhost${path}`;

/** The part of Cache Storage that is used here, and the open windows. */
function setUp(windows: string[]) {
  const stores = new Map<string, Map<string, string>>();
  const nameOf = (key: RequestInfo | URL) =>
    new URL(key instanceof Request ? key.url : String(key), addressOf('/')).href;
  const storeOf = (name: string) => {
    const store = stores.get(name) ?? new Map<string, string>();
    stores.set(name, store);
    return store;
  };
  const open = async (name: string) => {
    const store = storeOf(name);
    return {
      keys: async () => [...store.keys()].map((url) => new Request(url)),
      match: async (key: RequestInfo | URL) => {
        const text = store.get(nameOf(key));
        return text === undefined ? undefined : new Response(text);
      },
      put: async (key: RequestInfo | URL, response: Response) => void store.set(nameOf(key), await response.text()),
    };
  };
  const caches = {
    open,
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    match: async (key: RequestInfo | URL) => {
      const texts = [...stores.values()].map((store) => store.get(nameOf(key)));
      const text = texts.find((one) => one !== undefined);
      return text === undefined ? undefined : new Response(text);
    },
  };
  const surroundings: Surroundings = {
    caches: caches as unknown as CacheStorage,
    openWindows: async () => windows,
  };
  return { surroundings, precache: storeOf('precache'), stores };
}

test('[F20] an open page of the previous version still gets its chunks after the new version took over', async () => {
  const { surroundings, precache } = setUp(['old-page']);
  precache.set(addressOf('/assets/form-old.js'), 'old');
  precache.set(addressOf('/assets/shared.js'), 'shared');
  precache.set(addressOf('/index.html?__WB_REVISION__=1'), 'old shell');
  await putAside(surroundings, 'precache', new Set([addressOf('/assets/shared.js')]));
  precache.clear();

  expect(await (await findPrevious(surroundings, addressOf('/assets/form-old.js')))?.text()).toBe('old');
  // The page of the earlier version must not be served again, and files of the new version are not kept twice.
  expect(await findPrevious(surroundings, addressOf('/index.html?__WB_REVISION__=1'))).toBeUndefined();
  expect(await findPrevious(surroundings, addressOf('/assets/shared.js'))).toBeUndefined();
});

test('[F20] the chunks are deleted when no page of their version is open any more', async () => {
  const windows = ['old-page'];
  const { surroundings, precache, stores } = setUp(windows);
  precache.set(addressOf('/assets/form-old.js'), 'old');
  await putAside(surroundings, 'precache', new Set());
  precache.clear();
  windows.push('new-page');
  await forgetPrevious(surroundings);
  expect(await findPrevious(surroundings, addressOf('/assets/form-old.js'))).toBeDefined();
  windows.shift();
  await forgetPrevious(surroundings);
  expect(await findPrevious(surroundings, addressOf('/assets/form-old.js'))).toBeUndefined();
  expect([...stores.keys()]).toEqual(['precache']);
});

test('[F20] a version that takes over while no page is open keeps nothing of the previous one', async () => {
  const { surroundings, precache, stores } = setUp([]);
  precache.set(addressOf('/assets/form-old.js'), 'old');
  await putAside(surroundings, 'precache', new Set());
  expect([...stores.keys()]).toEqual(['precache']);
});

test('[F37] after two new versions in a row, a page of the first still gets the assets that either removed', async () => {
  const windows = ['first-page'];
  const { surroundings, precache } = setUp(windows);
  precache.set(addressOf('/assets/form-1.js'), 'of the first');
  precache.set(addressOf('/assets/shared-1-2.js'), 'of both');
  await putAside(
    surroundings,
    'precache',
    new Set([addressOf('/assets/shared-1-2.js'), addressOf('/assets/form-2.js')]),
  );
  precache.delete(addressOf('/assets/form-1.js'));
  precache.set(addressOf('/assets/form-2.js'), 'of the second');
  windows.push('second-page');
  await putAside(surroundings, 'precache', new Set([addressOf('/assets/form-3.js')]));
  precache.clear();

  const texts = () =>
    Promise.all(
      ['form-1', 'shared-1-2', 'form-2'].map(async (name) =>
        (await findPrevious(surroundings, addressOf(`/assets/${name}.js`)))?.text(),
      ),
    );
  expect(await texts()).toEqual(['of the first', 'of both', 'of the second']);
  windows.splice(0, 1);
  await forgetPrevious(surroundings);
  expect(await texts()).toEqual([undefined, 'of both', 'of the second']);
  windows.splice(0, 1, 'third-page');
  await forgetPrevious(surroundings);
  expect(await texts()).toEqual([undefined, undefined, undefined]);
});

test('[F37] a version that takes over deletes assets that no open page needs', async () => {
  const windows = ['first-page'];
  const { surroundings, precache, stores } = setUp(windows);
  precache.set(addressOf('/assets/form-1.js'), 'of the first');
  await putAside(surroundings, 'precache', new Set([addressOf('/assets/form-2.js')]));
  windows.splice(0, 1);
  await putAside(surroundings, 'precache', new Set([addressOf('/assets/form-3.js')]));
  expect([...stores.keys()]).toEqual(['precache']);
});

test('[F37][F51] a cache that a full disk does not delete keeps no other one from going, and goes later', async () => {
  const { surroundings, stores } = setUp([]);
  const { caches } = surroundings;
  for (const name of ['amparo-previous-a', 'amparo-previous-b']) {
    await (await caches.open(name)).put(addressOf('/amparo-previous-pages'), new Response('["closed"]'));
  }
  const remove = caches.delete;
  caches.delete = (name) =>
    name.endsWith('a') ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : remove(name);
  await forgetPrevious(surroundings);
  expect([...stores.keys()]).toEqual(['precache', 'amparo-previous-a']);
  caches.delete = remove;
  await forgetPrevious(surroundings);
  expect([...stores.keys()]).toEqual(['precache']);
});

describe('a full disk at the activation', () => {
  /** Each cache of earlier files takes so many entries. */
  function fill({ caches }: Surroundings, room: number): () => void {
    const open = caches.open.bind(caches);
    caches.open = async (name) => {
      const cache = await open(name);
      if (!name.startsWith('amparo-previous')) return cache;
      const put: Cache['put'] = async (...entry) => {
        if ((await cache.keys()).length >= room) throw new DOMException('full', 'QuotaExceededError');
        await cache.put(...entry);
      };
      return { ...cache, put };
    };
    return () => {
      caches.open = open;
    };
  }
  const files = ['form-1', 'list-1'].map((name) => addressOf(`/assets/${name}.js`));
  const ready = (windows: string[]) => {
    const made = setUp(windows);
    for (const file of files) made.precache.set(file, 'of the first');
    return made;
  };
  const texts = (surroundings: Surroundings) =>
    Promise.all(files.map(async (file) => (await findPrevious(surroundings, file))?.text()));

  test.each([0, 1, 2])('[F20] [F51] with room for %i entries leaves an open page all its chunks', async (room) => {
    const { surroundings } = ready(['first-page']);
    fill(surroundings, room);
    // The activation (sw/shell.ts) ends with this error, before Workbox deletes anything.
    await expect(putAside(surroundings, 'precache', new Set())).rejects.toThrow('full');
    expect(await texts(surroundings)).toEqual(['of the first', 'of the first']);
  });

  test('[F20] [F51] is made up for by the next version, and what was half copied goes with its pages', async () => {
    const windows = ['first-page'];
    const { surroundings, precache, stores } = ready(windows);
    const empty = fill(surroundings, 2);
    await expect(putAside(surroundings, 'precache', new Set())).rejects.toThrow('full');
    empty();
    await putAside(surroundings, 'precache', new Set());
    precache.clear();
    expect(await texts(surroundings)).toEqual(['of the first', 'of the first']);
    windows.splice(0, 1);
    await forgetPrevious(surroundings);
    expect([...stores.keys()]).toEqual(['precache']);
  });
});

test('[F20][F51] files whose list of pages cannot be read stay while any page is open, and stop no cleaning', async () => {
  const windows = ['old-page'];
  const { surroundings, precache, stores } = setUp(windows);
  precache.set(addressOf('/assets/form-1.js'), 'old');
  await putAside(surroundings, 'precache', new Set());
  const [damaged] = [...stores.keys()].filter((name) => name !== 'precache');
  const { caches } = surroundings;
  const open = caches.open.bind(caches);
  const unreadable = () => Promise.reject(new DOMException('damaged', 'UnknownError'));
  caches.open = async (name) =>
    name === damaged ? ({ ...(await open(name)), match: unreadable } as unknown as Cache) : open(name);
  precache.set(addressOf('/assets/form-2.js'), 'newer');
  await putAside(surroundings, 'precache', new Set([addressOf('/assets/form-1.js')]));
  precache.clear();
  expect(await forgetPrevious(surroundings)).toBe(false);
  expect(await (await findPrevious(surroundings, addressOf('/assets/form-1.js')))?.text()).toBe('old');
  windows.splice(0, 1);
  expect(await forgetPrevious(surroundings)).toBe(true);
  expect([...stores.keys()]).toEqual(['precache']);
});
