/**
 * The hashed assets of earlier versions, kept while a page that may ask for them is still open (F20, F37): its lazily loaded
 * parts are no longer in the new precache, and the server may have forgotten them too. Workbox deletes them at activation, so
 * they are put aside just before. Each activation keeps what it puts aside in a cache of its own, since the pages of several
 * versions may be open at once.
 */
const CACHES = 'amparo-previous';
/** Stands among the assets; no asset has this name. */
const PAGES = '/amparo-previous-pages';

/** What of the worker's surroundings this needs; handed in so that it can be tested. */
export interface Surroundings {
  caches: CacheStorage;
  /** Ids of all open windows of this origin. */
  openWindows(): Promise<string[]>;
}

/** Puts aside the assets that are about to be deleted, and remembers which pages may still ask for them. */
export async function putAside(
  surroundings: Surroundings,
  precacheName: string,
  current: ReadonlySet<string>,
): Promise<void> {
  const { caches, openWindows } = surroundings;
  await forgetPrevious(surroundings);
  // Also the pages of versions before: they share files with the one that goes now.
  const windows = await openWindows();
  if (windows.length === 0) return;
  const precache = await caches.open(precacheName);
  const outgoing = (await precache.keys()).filter(({ url }) => !current.has(url) && isAsset(new URL(url)));
  if (outgoing.length === 0) return;
  const previous = await caches.open(`${CACHES}-${crypto.randomUUID()}`);
  // First, or a worker that is ended in between would leave a cache that nobody seems to need.
  await previous.put(PAGES, new Response(JSON.stringify(windows)));
  for (const request of outgoing) {
    const response = await precache.match(request);
    if (response) await previous.put(request, response);
  }
}

/** An asset of an earlier version, if it was put aside. */
export async function findPrevious({ caches }: Surroundings, url: string): Promise<Response | undefined> {
  for (const name of await putAsideIn(caches)) {
    const found = await (await caches.open(name)).match(url);
    if (found) return found;
  }
  return undefined;
}

/** Forgets what was put aside once none of the pages that may ask for it is open. */
export async function forgetPrevious({ caches, openWindows }: Surroundings): Promise<void> {
  const names = await putAsideIn(caches);
  if (names.length === 0) return;
  const open = new Set(await openWindows());
  for (const name of names) {
    const stored = await (await caches.open(name)).match(PAGES);
    const pages = stored ? ((await stored.json()) as string[]) : [];
    if (!pages.some((id) => open.has(id))) await caches.delete(name);
  }
}

const putAsideIn = async (caches: CacheStorage): Promise<string[]> =>
  (await caches.keys()).filter((name) => name.startsWith(CACHES));

/** Hashed files of the build: a name never stands for other bytes, so an old one is never wrong. */
export const isAsset = ({ pathname }: URL): boolean => pathname.startsWith('/assets/');
