import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute, setCatchHandler } from 'workbox-routing';
import { DATABASE_NAME } from '#database/name.ts';
import { createFilling, type Filled, type Listed } from './filling.ts';
import { pageWithLastHome } from './last-home.ts';
import { bringOnDemand, forgetReplaced, isOnDemand, mendOnDemand } from './on-demand.ts';
import { ownAddresses } from './own-addresses.ts';
import { findPrevious, forgetPrevious, isAsset, putAside, type Surroundings } from './previous-assets.ts';
import { type RoutingInstallEvent, route } from './routes.ts';
import type { SendingPart } from './sending-part.ts';

const SHELL = '/index.html';

/**
 * Serves the app's own files from the precache, so that it opens without a network. Beside these only what reads an invoice is
 * stored, once it was asked for.
 *
 * @param calls bases of the calls to the backend, which skip the worker where the browser has static routing. They need not
 *   wait for the worker to start, and do not delay a new version: a call that wakes the old worker keeps it running for half
 *   a minute (F20)
 * @param part the second script, downloaded together with the start page
 * @returns `complete` downloads the missing files of this version as far as possible, and returns how many are there.
 *   `mend` brings again those whose bytes are lost: a page waits for it
 */
export function serveShell(
  self: ServiceWorkerGlobalScope,
  manifest: readonly Listed[],
  calls: readonly string[],
  part: Pick<SendingPart, 'download' | 'read'>,
): { complete(): Promise<Filled>; mend(): Promise<Filled> } {
  const precache = new PrecacheController();
  precache.addToCacheList([...manifest]);
  const filling = createFilling(precache, manifest, self.caches);
  const surroundings: Surroundings = {
    caches: self.caches,
    openWindows: async () => {
      const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
      return windows.map(({ id }) => id);
    },
  };

  const install = async () => {
    await Promise.all([filling.shell(), part.download()]);
    // The other files travel while the second script is read.
    const rest = filling.everything();
    rest.catch(() => undefined);
    part.read();
    // On a new device the installation ends with the start page, and the other screens follow. An installed app keeps all its
    // screens: a new version takes over only when it is complete.
    if (self.registration.active) await rest;
  };
  self.addEventListener('install', (event: RoutingInstallEvent) => {
    event.waitUntil(install());
    event.waitUntil(route(event, calls, precache, manifest));
  });
  self.addEventListener('activate', (event) => {
    event.waitUntil(activate(self, precache, surroundings, event));
  });

  // Workbox's routes answer only GET requests that match. Every other request goes on as if there were no worker.
  // The index of the directory is the page, which the last route answers.
  registerRoute(new PrecacheRoute(precache, { cleanURLs: false, directoryIndex: '' }));
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isOnDemand(url),
    ({ request }) => bringOnDemand(self.caches, request),
  );
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isAsset(url),
    async ({ request }) => (await findPrevious(surroundings, request.url)) ?? fetch(request),
  );
  // A storage that cannot be read must not keep from the app who has a connection.
  setCatchHandler(({ request }) => fetch(request));
  // What fails is tried again at the next start. A page waits for the answer, so it comes in any case.
  const complete = async (): Promise<Filled> => {
    const isOver = await forgetPrevious(surroundings).catch(() => false);
    if (isOver) await forgetReplaced(self.caches).catch(() => undefined);
    await filling.everything().catch(() => undefined);
    return filled();
  };
  const filled = () => filling.filled().catch(() => ({ stored: 0, all: manifest.length }));
  const mend = async (): Promise<Filled> => {
    await Promise.allSettled([filling.mend(), mendOnDemand(self.caches)]);
    return filled();
  };
  // In development nothing is precached, and Vite answers navigations.
  if (!precache.getCacheKeyForURL(SHELL)) return { complete, mend };
  const page = precache.createHandlerBoundToURL(SHELL);
  const answer = pageWithLastHome(DATABASE_NAME);
  // The handler below puts the page's own request into what it is given.
  const open: typeof page = ({ request, ...asked }) =>
    answer(() => page({ request, ...asked })).catch(async () => {
      const answered = await fetch(request);
      await forgetPage(self, precache).catch(() => undefined);
      return answered;
    });
  registerRoute(new NavigationRoute(open, { allowlist: ownAddresses }));
  return { complete, mend };
}

/** A page whose bytes are lost stands in the cache all the same. Without it the next start brings the page again. */
async function forgetPage(self: ServiceWorkerGlobalScope, precache: PrecacheController): Promise<void> {
  const cache = await self.caches.open(precache.strategy.cacheName);
  await cache.delete(precache.getCacheKeyForURL(SHELL) ?? SHELL);
}

async function activate(
  self: ServiceWorkerGlobalScope,
  precache: PrecacheController,
  surroundings: Surroundings,
  event: ExtendableEvent,
): Promise<void> {
  await putAside(surroundings, precache.strategy.cacheName, new Set(precache.getURLsToCacheKeys().values()));
  await precache.activate(event);
  // At the first installation the worker takes over the page that installed it. Later versions already have their pages.
  await self.clients.claim();
}
