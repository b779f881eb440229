import type { PrecacheController, PrecacheEntry } from 'workbox-precaching';

/** One file of this version, as the build lists it. */
export interface Listed extends PrecacheEntry {
  /** Needed for the start page to open; the install waits for these alone. */
  shell?: boolean;
}

/** How much of this version lies on the device. */
export interface Filled {
  stored: number;
  all: number;
}

/** Over HTTP/1.1 a browser opens six to one server: two are left to the page. */
const PARALLEL_REQUESTS = 4;

/**
 * Brings the files of this version onto the device, several at a time. Workbox stores them one after the other, and waits a
 * round trip for each.
 *
 * A file that is there already is not asked for again: neither after a break, nor when the version before had it too. What
 * arrives is stored only if its bytes have the hash that the build wrote down.
 */
export function createFilling(precache: PrecacheController, listed: readonly Listed[], caches: CacheStorage) {
  const missing = async (among: readonly Listed[]): Promise<Listed[]> => {
    const cache = await caches.open(precache.strategy.cacheName);
    const stored = new Set((await cache.keys()).map(({ url }) => url));
    return among.filter(({ url }) => !stored.has(keyOf(url)));
  };
  const keyOf = (url: string): string => {
    const key = precache.getCacheKeyForURL(url);
    if (!key) throw new Error(`${url} is not listed`);
    return key;
  };
  const bring = async ({ url, revision, integrity }: Listed, cache: Cache): Promise<void> => {
    const ask = (mode: RequestCache) =>
      fetch(
        new Request(url, {
          cache: mode,
          credentials: 'same-origin',
          priority: 'low',
          ...(integrity && { integrity }),
        }),
      );
    // A name with a hash never stands for other bytes, so the page may have fetched it already. Any other is asked for anew.
    const first = ask(revision ? 'no-cache' : 'default');
    // Spoiled on its way, it may lie in the browser's cache for a year.
    const response = await first.catch(() => ask('reload'));
    if (!response.ok || response.redirected) throw new Error(`${url} answered ${response.status}`);
    await cache.put(keyOf(url), response);
  };
  const fill = async (among: readonly Listed[]): Promise<void> => {
    const cache = await caches.open(precache.strategy.cacheName);
    const waiting = await missing(among);
    // The first that fails ends it: without a connection the others would fail as well.
    const lane = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await bring(next, cache);
    };
    const lanes = await Promise.allSettled(Array.from({ length: PARALLEL_REQUESTS }, lane));
    for (const one of lanes) if (one.status === 'rejected') throw one.reason;
  };

  let running: Promise<void> | null = null;
  return {
    /** What the start page needs. @throws when a file does not come */
    shell: () => fill(listed.filter(({ shell }) => shell)),
    /** Everything. Asked for while it is under way, the same work is meant. @throws when a file does not come */
    everything: (): Promise<void> => {
      running ??= fill(listed).finally(() => {
        running = null;
      });
      return running;
    },
    filled: async (): Promise<Filled> => ({
      stored: listed.length - (await missing(listed)).length,
      all: listed.length,
    }),
  };
}
