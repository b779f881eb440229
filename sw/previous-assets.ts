import { thisMachine } from '#ports/machine.ts';

/**
 * The hashed assets of earlier versions, kept while a page that may ask for them is still open (F20, F37). Its lazily loaded
 * parts are no longer in the new precache, and the server may not have them either. Workbox deletes them at activation, so
 * they are copied just before. Each activation has a cache of its own, since pages of several versions may be open.
 */
const CACHES = 'amparo-previous';
/** Key of the list of pages in such a cache. No asset has this name. */
const PAGES = '/amparo-previous-pages';

/** The worker's surroundings that this needs, as arguments for tests. */
export interface Surroundings {
  caches: CacheStorage;
  /** Ids of all open windows of this origin. */
  openWindows(): Promise<string[]>;
}

/** Copies the assets that are about to be deleted, and remembers which pages may still ask for them. */
export async function putAside(
  surroundings: Surroundings,
  precacheName: string,
  current: ReadonlySet<string>,
): Promise<void> {
  const { caches, openWindows } = surroundings;
  await forgetPrevious(surroundings);
  // Pages of still earlier versions count too: they share files with the version that goes now.
  const windows = await openWindows();
  if (windows.length === 0) return;
  const precache = await caches.open(precacheName);
  const outgoing = (await precache.keys()).filter(({ url }) => !current.has(url) && isAsset(new URL(url)));
  if (outgoing.length === 0) return;
  const previous = await caches.open(`${CACHES}-${thisMachine.uuid()}`);
  // The list comes first. If the worker ended in between, the cache would seem to belong to no page.
  await previous.put(PAGES, new Response(JSON.stringify(windows)));
  for (const request of outgoing) {
    const response = await precache.match(request);
    if (response) await previous.put(request, response);
  }
}

/**
 * An asset of an earlier version, if it is still in any cache. Where a full disk left no room to copy it, the activation ended
 * before Workbox's deletions, and it still lies in the precache.
 */
export const findPrevious = ({ caches }: Surroundings, url: string): Promise<Response | undefined> => caches.match(url);

/**
 * Deletes each cache once none of the pages that may ask for it is open. What a full disk does not delete is tried again later.
 * @returns whether no page of an earlier version is open
 */
export async function forgetPrevious({ caches, openWindows }: Surroundings): Promise<boolean> {
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHES));
  if (names.length === 0) return true;
  const open = new Set(await openWindows());
  let isOver = true;
  for (const name of names) {
    const pages = await pagesOf(caches, name).catch(() => [...open]);
    if (pages.some((id) => open.has(id))) isOver = false;
    else await caches.delete(name).catch(() => false);
  }
  return isOver;
}

/** The ids of the pages that may ask for what is in the cache. Where the list cannot be read, it may be any. */
async function pagesOf(caches: CacheStorage, name: string): Promise<string[]> {
  const stored = await (await caches.open(name)).match(PAGES);
  return stored ? ((await stored.json()) as string[]) : [];
}

/** Whether it is a hashed file of the build. Its name always means the same bytes, so an old copy is never wrong. */
export const isAsset = ({ pathname }: URL): boolean => pathname.startsWith('/assets/');
