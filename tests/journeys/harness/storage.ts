import type { Page } from '@playwright/test';
import { onDevice } from './on-device.ts';

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
export const forget = (page: Page, tables: string[]) =>
  onDevice(
    page,
    ({ write }, names) =>
      write(names, (storeOf) => {
        for (const name of names) storeOf(name).clear();
      }),
    tables,
  );
