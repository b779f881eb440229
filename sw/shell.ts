import { PrecacheController, type PrecacheEntry, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { findPrevious, forgetPrevious, isAsset, putAside, type Surroundings } from './previous-assets.ts';

const SHELL = '/index.html';

/** What the server answers itself and no shell may stand in for: calls, files, papers, the payment page, mailed links. */
const ofTheServer = [
  /^\/(?:api|host|archivos|documentos|pagar|restablecer|health)(?:\/|$)/,
  // Any other address that names a file: what the app has of those is precached and was answered before this is asked.
  /^[^?]*\.\w+(?:\?|$)/,
];

/** Static routing (WICG), which TypeScript's library does not describe. */
interface RoutingInstallEvent extends ExtendableEvent {
  addRoutes?(rules: { condition: { urlPattern: string }; source: 'network' }[]): Promise<void>;
}

/**
 * Serves the app's own files from the precache, so that it opens without a network; nothing else is ever stored.
 *
 * @param calls bases of the calls to the backend, which where the browser can be told so go past the worker: they need not
 *   wait for it to start, and one that wakes the old worker as it is being stopped for a new version puts that off by half a
 *   minute (F20)
 */
export function serveShell(
  self: ServiceWorkerGlobalScope,
  manifest: (string | PrecacheEntry)[],
  calls: readonly string[],
): void {
  const precache = new PrecacheController();
  precache.addToCacheList(manifest);
  const surroundings: Surroundings = {
    caches: self.caches,
    openWindows: async () => {
      const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
      return windows.map(({ id }) => id);
    },
  };

  self.addEventListener('install', (event: RoutingInstallEvent) => {
    event.waitUntil(precache.install(event));
    const past = calls.map((base) => ({ condition: { urlPattern: `${base}/*` }, source: 'network' as const }));
    // A browser that takes no such rule, or not this one, asks the worker as ever.
    event.waitUntil(event.addRoutes?.(past).catch(() => undefined) ?? Promise.resolve());
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
  // In development nothing is precached, and Vite answers navigations.
  if (!precache.getCacheKeyForURL(SHELL)) return;
  const shell = precache.createHandlerBoundToURL(SHELL);
  registerRoute(
    new NavigationRoute(
      (options) => {
        options.event.waitUntil(forgetPrevious(surroundings));
        return shell(options);
      },
      { denylist: ofTheServer },
    ),
  );
}

async function activate(
  self: ServiceWorkerGlobalScope,
  precache: PrecacheController,
  surroundings: Surroundings,
  event: ExtendableEvent,
): Promise<void> {
  await putAside(surroundings, precache.strategy.cacheName, new Set(precache.getURLsToCacheKeys().values()));
  await precache.activate(event);
  // At the first installation the page that installed it is served from now on; later ones have been handed over already.
  await self.clients.claim();
}
