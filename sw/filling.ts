import type { PrecacheController, PrecacheEntry } from 'workbox-precaching';
import { bringWhole, isLost } from './whole-file.ts';

/** One file of this version, as the build lists it. */
export interface Listed extends PrecacheEntry {
  /** Needed for the start page to open; the install waits for these alone. */
  shell?: boolean;
}

/** How many files of this version are on the device. */
export interface Filled {
  stored: number;
  all: number;
}

/** Over HTTP/1.1 a browser opens six connections to one server. Two are left to the page. */
const PARALLEL_REQUESTS = 4;

/**
 * Downloads the files of this version, several at a time. Workbox would store them one after the other, with a round trip
 * for each.
 *
 * A stored file is not downloaded again, neither after an interruption nor when the previous version had it too. A file is
 * stored only if its bytes have the hash that the build recorded.
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
    // A name with a hash always means the same bytes, so the browser's cache will do. Any other name is revalidated.
    const response = await bringWhole(url, revision ? 'no-cache' : 'default', (how) =>
      fetch(
        new Request(url, {
          ...how,
          credentials: 'same-origin',
          priority: 'low',
          ...(integrity && { integrity }),
        }),
      ),
    );
    // Bytes that are lost go first: on a full disk a file that is missing comes from the network, a damaged one never.
    await cache.delete(keyOf(url));
    await cache.put(keyOf(url), response);
  };
  const fill = async (waiting: Listed[]): Promise<void> => {
    const cache = await caches.open(precache.strategy.cacheName);
    // The first failure ends its lane: without a connection the other files would fail too.
    const lane = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await bring(next, cache);
    };
    const lanes = await Promise.allSettled(Array.from({ length: PARALLEL_REQUESTS }, lane));
    for (const one of lanes) if (one.status === 'rejected') throw one.reason;
  };

  let running: Promise<void> | null = null;
  return {
    /** Downloads the files of the start page. @throws when a file does not come */
    shell: () => missing(listed.filter(({ shell }) => shell)).then(fill),
    /** Downloads all files. Calls at the same time share one run. @throws when a file does not come */
    everything: (): Promise<void> => {
      running ??= missing(listed)
        .then(fill)
        .finally(() => {
          running = null;
        });
      return running;
    },
    /** Downloads again the files whose stored bytes are lost; they stand in the cache all the same. @throws as above */
    mend: async (): Promise<void> => {
      const cache = await caches.open(precache.strategy.cacheName);
      const lost: Listed[] = [];
      for (const one of listed) if (await isLost(cache, keyOf(one.url))) lost.push(one);
      await fill(lost);
    },
    filled: async (): Promise<Filled> => ({
      stored: listed.length - (await missing(listed)).length,
      all: listed.length,
    }),
  };
}
