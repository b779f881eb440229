import { expect, type Page, test } from '@playwright/test';
import { inFirefox, leaveOut, WAKING } from './engine.ts';

/** What the browser's protocol can hand to a worker (CDP, ServiceWorker). */
interface Handed {
  deliverPushMessage: { data: string };
  dispatchPeriodicSyncEvent: { tag: string };
  dispatchSyncEvent: { tag: string; lastChance: boolean };
}

/** Wakes the worker of this page as the browser does. It does not wait until the worker is done. */
export async function handToWorker<M extends keyof Handed>(page: Page, method: M, asked: Handed[M]): Promise<void> {
  if (inFirefox(page)) return leaveOut(test.info(), WAKING);
  const session = await page.context().newCDPSession(page);
  const found: { registrationId: string }[] = [];
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => found.push(...registrations));
  await session.send('ServiceWorker.enable');
  await expect.poll(() => found.length).toBeGreaterThan(0);
  const registrationId = found[0]?.registrationId ?? '';
  const origin = new URL(page.url()).origin;
  await session.send(`ServiceWorker.${method}` as 'ServiceWorker.dispatchSyncEvent', {
    origin,
    registrationId,
    ...(asked as Handed['dispatchSyncEvent']),
  });
  await session.detach();
}
