import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { createFilling, type Filled, type Listed } from './filling.ts';
import { findPrevious, forgetPrevious, isAsset, putAside, type Surroundings } from './previous-assets.ts';
import { dropOtherPages, keepPage, type RoutingInstallEvent, route } from './routes.ts';
import type { SendingPart } from './sending-part.ts';

const SHELL = '/index.html';

/** What the server answers itself and no shell may stand in for: calls, files, papers, the payment page, mailed links. */
const ofTheServer = [
  /^\/(?:api|host|archivos|documentos|pagar|restablecer|demo|health)(?:\/|$)/,
  // Any other address that names a file: what the app has of those is precached and was answered before this is asked.
  /^[^?]*\.\w+(?:\?|$)/,
];

/**
 * Serves the app's own files from the precache, so that it opens without a network; nothing else is ever stored.
 *
 * @param calls bases of the calls to the backend, which where the browser can be told so go past the worker: they need not
 *   wait for it to start, and one that wakes the old worker as it is being stopped for a new version puts that off by half a
 *   minute (F20)
 * @param part the second script, which comes along with the start page
 * @returns `complete` brings what is still missing of this version, as far as the network goes, and tells how much is there
 */
export function serveShell(
  self: ServiceWorkerGlobalScope,
  manifest: readonly Listed[],
  calls: readonly string[],
  part: Pick<SendingPart, 'download' | 'read'>,
): { complete(): Promise<Filled> } {
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
    part.read();
    if (precache.getCacheKeyForURL(SHELL)) await keepPage(self.caches, precache, SHELL);
    const rest = filling.everything();
    // On a new device the start page is soon safe, and the screens follow. A customer who has them all keeps them all: a new
    // version does not take over before it is whole.
    if (self.registration.active) await rest;
    else rest.catch(() => undefined);
  };
  self.addEventListener('install', (event: RoutingInstallEvent) => {
    event.waitUntil(install());
    event.waitUntil(route(event, calls, precache, { listed: manifest, page: SHELL }));
  });
  self.addEventListener('activate', (event) => {
    event.waitUntil(activate(self, precache, surroundings, event));
  });

  // Workbox routes answer GET alone, and only what they match; every other request goes its way as if there were no worker.
  registerRoute(new PrecacheRoute(precache, { cleanURLs: false }));
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isAsset(url),
    async ({ request }) => (await findPrevious(surroundings, request.url)) ?? fetch(request),
  );
  const complete = async () => {
    await forgetPrevious(surroundings);
    await filling.everything().catch(() => undefined);
    return filling.filled();
  };
  // In development nothing is precached, and Vite answers navigations.
  if (!precache.getCacheKeyForURL(SHELL)) return { complete };
  registerRoute(new NavigationRoute(precache.createHandlerBoundToURL(SHELL), { denylist: ofTheServer }));
  return { complete };
}

async function activate(
  self: ServiceWorkerGlobalScope,
  precache: PrecacheController,
  surroundings: Surroundings,
  event: ExtendableEvent,
): Promise<void> {
  await putAside(surroundings, precache.strategy.cacheName, new Set(precache.getURLsToCacheKeys().values()));
  await precache.activate(event);
  await dropOtherPages(self.caches, precache, SHELL);
  // At the first installation the page that installed it is served from now on; later ones have been handed over already.
  await self.clients.claim();
}
