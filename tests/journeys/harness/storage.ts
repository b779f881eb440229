import type { Page } from '@playwright/test';

/** How long IndexedDB caches the free space: half a minute, in milliseconds. */
const REMEMBERED_MS = 31_000;

/** Lets the browser grant the origin this many bytes more than it uses now, until the returned function is called. */
export async function leaveRoom(page: Page, bytes: number): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  const { usage } = await devtools.send('Storage.getUsageAndQuota', { origin: new URL(page.url()).origin });
  return grant(page, usage + bytes);
}

/** Leaves the origin no space at all until the returned function is called. */
export const fillStorage = (page: Page): Promise<() => Promise<void>> => grant(page, 1);

async function grant(page: Page, quotaSize: number): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, quotaSize });
  await page.waitForTimeout(REMEMBERED_MS);
  // The override ends with the session that made it.
  return () => devtools.detach();
}

/** Empties tables of the device, as a browser short of space may do. */
export function forget(page: Page, tables: string[]): Promise<void> {
  return page.evaluate(async (names) => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('amparo');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    await new Promise<void>((resolve, reject) => {
      const writing = db.transaction(names, 'readwrite');
      for (const name of names) writing.objectStore(name).clear();
      writing.oncomplete = () => resolve();
      writing.onerror = () => reject(writing.error);
    });
    db.close();
  }, tables);
}
