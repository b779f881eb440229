import { awayFor, rowsOnDevice } from '../harness/device.ts';
import { insurer } from '../harness/insurer.ts';
import { enter, expect, test } from '../harness/test.ts';
import { arrivedOnce, askOffline, DIAGNOSIS, EMAIL } from '../harness/trip.ts';

test('[D29][H2.41] a refund requested offline with a photo and a PDF arrives once, although the app was closed', {
  tag: '@background-sync',
}, async ({ page, context, server }) => {
  const queued = await askOffline(page, context);
  // The first country in the list is the customer's own.
  expect(queued.fields.pais).toBe('Costa Rica');
  await page.goto('/#/app');
  await page.getByRole('link', { name: 'Reembolsos' }).first().click();
  await expect(page.getByText('Pendiente de envío').first()).toBeVisible();
  await page.close();

  // With every page closed only the service worker can send it.
  await context.setOffline(false);
  await arrivedOnce(server.url, queued);

  const later = await context.newPage();
  await later.goto('/#/app');
  await later.getByRole('link', { name: 'Reembolsos' }).first().click();
  await expect(later.getByText('Pendiente de envío')).toBeHidden();
  const office = await insurer(server.url, EMAIL);
  const refund = (await office.refunds(queued.fields.poliza ?? '')).find(
    ({ diagnostico }) => diagnostico === DIAGNOSIS,
  );
  await expect(later.getByText(refund?.CaseNumber ?? 'no case number')).toBeVisible();
  expect(await rowsOnDevice(later, 'outbox')).toBe(0);
  expect(await rowsOnDevice(later, 'outboxFiles')).toBe(0);
});

test('[F30][D25] a refund is sent when the connection returns after two hours, and no data is readable meanwhile', {
  tag: '@background-sync',
}, async ({ page, context, server }) => {
  const queued = await askOffline(page, context);
  await awayFor(page, 2 * 60 * 60_000);
  await page.close();
  await context.setOffline(false);
  await arrivedOnce(server.url, queued);

  const later = await context.newPage();
  await later.goto('/#/app');
  await expect(later.getByText('Tu sesión ha expirado.').first()).toBeVisible();
  expect(await later.evaluate(() => document.body.innerText)).not.toContain('María Fernanda');
  await enter(later, EMAIL);
  await later.getByRole('link', { name: 'Reembolsos' }).first().click();
  await expect(later.getByText('Pendiente de envío')).toBeHidden();
  expect(await rowsOnDevice(later, 'receipts')).toBe(1);
});

test('[F2] after a lost answer the server gives the first receipt again, and one refund exists', async ({
  page,
  context,
  server,
  line,
}) => {
  const queued = await askOffline(page, context);
  let lost = 0;
  line.fault = (method, path) => {
    if (method !== 'POST' || !path.startsWith('/api/reembolsos/create') || lost > 0) return null;
    lost += 1;
    return 'lose-answer';
  };
  await context.setOffline(false);
  await expect(page.getByText('Ya la tenemos.')).toBeVisible({ timeout: 60_000 });
  expect(lost).toBe(1);
  expect(line.seen.filter((one) => one === 'POST /api/reembolsos/create').length).toBeGreaterThan(1);
  await arrivedOnce(server.url, queued);
});
