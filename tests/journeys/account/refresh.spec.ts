import type { Page } from '@playwright/test';
import { awayFor, inVault } from '../harness/device.ts';
import { insurer } from '../harness/insurer.ts';
import { onDevice } from '../harness/on-device.ts';
import { expect, readyOffline, signIn, test } from '../harness/test.ts';
import { handToWorker } from '../harness/worker-event.ts';

const EMAIL = 'costarica@demo.test';
const POLICY = '520021';

const wake = (page: Page) => handToWorker(page, 'dispatchPeriodicSyncEvent', { tag: 'amparo-refresh' });

/** Closes the app: the page stays at its origin and runs none of its code. */
const closeApp = (page: Page) => page.goto('/icons/icon-192.png');

const vaultHas = async (page: Page, id: string) => (await inVault(page, id)) !== undefined;

/** Makes all mirrored data a day older, so that nothing of it counts as fresh. */
const makeOld = (page: Page) =>
  onDevice(page, ({ write }) =>
    write(['pulls'], (storeOf) => {
      const rows = storeOf('pulls').getAll();
      rows.onsuccess = () => {
        for (const row of rows.result) storeOf('pulls').put({ ...row, at: row.at - 25 * 60 * 60_000 });
      };
    }),
  );

/** Number of places that were last confirmed more than half an hour ago. */
const oldInMirror = (page: Page) =>
  onDevice(page, async ({ all }) => {
    const rows = await all<{ at: number }>('pulls');
    return rows.filter(({ at }) => at < Date.now() - 30 * 60_000).length;
  });

test('[D66] a worker woken while the app is closed and the session open pulls changes for offline reading', {
  tag: '@devtools',
}, async ({ page, context, server }) => {
  await signIn(page, EMAIL);
  await readyOffline(page);
  await page.goto(`/#/app/reembolsos/${POLICY}`);
  const maria = await insurer(server.url, EMAIL);
  const [refund] = await maria.refunds(POLICY);
  await expect(page.getByText(refund?.CaseNumber ?? '', { exact: false }).first()).toBeVisible();
  await closeApp(page);
  await makeOld(page);
  const answer = await fetch(`${server.url}/demo/oficina`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ accion: 'reembolso', cliente: maria.usuario.id, id: refund?.id ?? '', estado: '7' }),
  });
  expect(answer.status).toBe(303);
  await wake(page);
  // All of the customer's, with what was never looked at.
  await expect.poll(() => oldInMirror(page), { timeout: 30_000 }).toBe(0);
  await context.setOffline(true);
  await page.goto(`/#/app/reembolsos/${POLICY}`);
  const row = page.getByRole('listitem').filter({ hasText: refund?.CaseNumber ?? '-' });
  await expect(row.first()).toContainText('Negado');
});

test('[D66][D25][D57] a worker woken after ten minutes without activity locks the device, tells the server and reads nothing', {
  tag: '@devtools',
}, async ({ page, context }) => {
  await signIn(page, EMAIL);
  await readyOffline(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('María Fernanda');
  await closeApp(page);
  await makeOld(page);
  await awayFor(page, 2 * 60 * 60_000);
  expect(await vaultHas(page, 'reading')).toBe(true);
  const paths: string[] = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(api|host)\//.test(pathname)) paths.push(pathname);
  });
  await wake(page);
  await expect.poll(() => vaultHas(page, 'reading')).toBe(false);
  // Beside the lock it asks whether the session still stands (D83), and names nothing that it has.
  await expect.poll(() => paths.toSorted()).toEqual(['/api/lecturas', '/api/usuarios/bloquear']);
  expect(await vaultHas(page, 'sending')).toBe(true);
});
