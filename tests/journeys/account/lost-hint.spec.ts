import type { Page } from '@playwright/test';
import { awayFor, inVault, rowsOnDevice, withoutBackgroundSync } from '../harness/device.ts';
import { expect, test } from '../harness/test.ts';
import { queueTicket, ticketArrivedOnce } from '../harness/ticket.ts';
import { signInHome } from '../harness/trip.ts';

/** What a browser that is killed right after a sign-in has not written down yet. The page's own hint is gone with its process. */
async function loseHint(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.goto('/health');
  await page.evaluate(() => localStorage.clear());
}

const start = (page: Page) => expect(page.getByRole('button', { name: 'Ingresa', exact: true }).first()).toBeVisible();
const hasKey = async (page: Page) => (await inVault(page, 'reading')) !== undefined;

test('[F58] a session that is over is locked on the start page, though the browser lost the hint of it', async ({
  page,
}) => {
  await signInHome(page);
  await awayFor(page, 11 * 60_000);
  await loseHint(page);
  expect(await hasKey(page)).toBe(true);
  await page.goto('/');
  await start(page);
  await expect.poll(() => hasKey(page), { timeout: 15_000 }).toBe(false);
  await expect(page.getByText('c•••@demo.test')).toBeVisible();
});

test('[F58] a session that is open leads inside by itself, though the browser lost the hint of it', async ({
  page,
}) => {
  await signInHome(page);
  await loseHint(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('María Fernanda', { timeout: 15_000 });
});

test('[F58] what waits is sent from the start page, though the browser lost the hint of it', async ({
  page,
  context,
  server,
}) => {
  test.setTimeout(150_000);
  await page.addInitScript(withoutBackgroundSync);
  await queueTicket(page, context, 'Sin que nadie se acuerde');
  await awayFor(page, 11 * 60_000);
  expect(await rowsOnDevice(page, 'outbox')).toBe(1);
  await page.goto('about:blank');
  await context.setOffline(false);
  await loseHint(page);
  await page.goto('/');
  await start(page);
  await ticketArrivedOnce(page, server.url, 'Sin que nadie se acuerde');
});
