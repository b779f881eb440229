/**
 * The hashed assets of the version before, kept while a page of that version is still open (F20): its lazily loaded parts
 * are no longer in the new precache, and the server may have forgotten them too. Workbox deletes them at activation, so they
 * are put aside just before.
 */
const CACHE = 'amparo-previous';
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
  { caches, openWindows }: Surroundings,
  precacheName: string,
  current: ReadonlySet<string>,
): Promise<void> {
  const windows = await openWindows();
  await caches.delete(CACHE);
  if (windows.length === 0) return;
  const precache = await caches.open(precacheName);
  const outgoing = (await precache.keys()).filter(({ url }) => !current.has(url) && isAsset(new URL(url)));
  if (outgoing.length === 0) return;
  const previous = await caches.open(CACHE);
  for (const request of outgoing) {
    const response = await precache.match(request);
    if (response) await previous.put(request, response);
  }
  await previous.put(PAGES, new Response(JSON.stringify(windows)));
}

/** An asset of the version before, if it was put aside. */
export async function findPrevious({ caches }: Surroundings, url: string): Promise<Response | undefined> {
  return (await caches.has(CACHE)) ? (await caches.open(CACHE)).match(url) : undefined;
}

/** Forgets the version before once none of its pages is open. */
export async function forgetPrevious({ caches, openWindows }: Surroundings): Promise<void> {
  if (!(await caches.has(CACHE))) return;
  const stored = await (await caches.open(CACHE)).match(PAGES);
  const old = new Set<string>(stored ? ((await stored.json()) as string[]) : []);
  if (!(await openWindows()).some((id) => old.has(id))) await caches.delete(CACHE);
}

/** Hashed files of the build: a name never stands for other bytes, so an old one is never wrong. */
export const isAsset = ({ pathname }: URL): boolean => pathname.startsWith('/assets/');
