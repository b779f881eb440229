import type { PrecacheController } from 'workbox-precaching';
import type { Listed } from './filling.ts';
import { isAsset } from './previous-assets.ts';

/** Static routing (WICG), which TypeScript's library lacks. */
interface Condition {
  urlPattern?: string | { pathname: string; search: string };
  requestMode?: 'navigate';
  or?: Condition[];
}
interface RouterRule {
  condition: Condition;
  source: 'network' | { cacheName: string };
}
export interface RoutingInstallEvent extends ExtendableEvent {
  addRoutes?(rules: RouterRule[]): Promise<void>;
}

const PAGE = 'amparo-page-';
/** The cache of one version's page. Static routing looks up plain addresses and cannot use Workbox's keys with a revision. */
export const pageCache = (precache: PrecacheController, page: string): string =>
  PAGE + precache.getCacheKeyForURL(page);

/** Copies the page into that cache, where static routing finds it. */
export async function keepPage(caches: CacheStorage, precache: PrecacheController, page: string): Promise<void> {
  const response = await precache.matchPrecache(page);
  if (response) await (await caches.open(pageCache(precache, page))).put('/', response);
}

/** Deletes the caches of other versions' pages. */
export async function dropOtherPages(caches: CacheStorage, precache: PrecacheController, page: string): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(PAGE) && name !== pageCache(precache, page)) await caches.delete(name);
  }
}

/**
 * Tells a browser with static routing which requests need no worker. Calls go to the network. The page and the hashed files
 * of this version come straight from their caches, or from the network when they are missing there.
 */
export async function route(
  event: RoutingInstallEvent,
  calls: readonly string[],
  precache: PrecacheController,
  { listed, page }: { listed: readonly Listed[]; page: string },
): Promise<void> {
  const add = async (rules: RouterRule[]) => {
    // A browser that does not know these rules asks the worker as usual.
    await event.addRoutes?.(rules).catch(() => undefined);
  };
  await add(calls.map((base) => ({ condition: { urlPattern: `${base}/*` }, source: 'network' })));
  const assets = listed.map(({ url }) => new URL(url, location.href)).filter(isAsset);
  if (assets.length === 0 || !precache.getCacheKeyForURL(page)) return;
  await add([
    {
      condition: { urlPattern: { pathname: '/', search: '' }, requestMode: 'navigate' },
      source: { cacheName: pageCache(precache, page) },
    },
    {
      condition: { or: assets.map(({ pathname }) => ({ urlPattern: pathname })) },
      source: { cacheName: precache.strategy.cacheName },
    },
  ]);
}
