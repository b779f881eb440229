import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumFlags, chromiumPath } from '../harness/chromium.ts';
import { expect, readyOffline, signIn, test } from '../harness/test.ts';

test('Chromium finds no obstacle to installing the app', { tag: '@devtools' }, async ({ playwright, line }) => {
  // The incognito profile of usual tests cannot install anything.
  const profile = await mkdtemp(join(tmpdir(), 'amparo-profile-'));
  const context = await playwright.chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath(),
    args: chromiumFlags,
  });
  const page = await context.newPage();
  await page.goto(line.url);
  await readyOffline(page);
  const devtools = await context.newCDPSession(page);
  await expect.poll(async () => (await devtools.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);
  await context.close();
  await rm(profile, { recursive: true, force: true });
});

test('the manifest is served unchanged under its own name', async ({ page }) => {
  const answer = await page.request.get('/manifest.webmanifest');
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  expect(await answer.text()).toBe(readFileSync(new URL('../../../manifest.webmanifest', import.meta.url), 'utf8'));
});

test('[D29] after one visit, visited screens open offline, also after a cold start', async ({ page, context }) => {
  await signIn(page, 'costarica@demo.test');
  await readyOffline(page);
  await page.getByRole('link', { name: 'Reembolsos' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Historial de reembolsos');
  const refunds = await page.locator('main').innerText();
  await page.goBack();
  await page.getByRole('link', { name: 'Pagos' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Historial de pagos electrónicos');
  await expect(page.locator('main')).toContainText('Actualizado');

  await context.setOffline(true);
  await page.close();
  const cold = await context.newPage();
  await cold.goto('/');
  await expect(cold.getByRole('heading', { level: 1 })).toContainText('María Fernanda');
  await expect(cold.getByText('Parece que no tienes conexión a internet.')).toBeVisible();
  await cold.getByRole('link', { name: 'Reembolsos' }).first().click();
  await expect(cold.getByRole('heading', { level: 1 })).toContainText('Historial de reembolsos');
  const firstYear = refunds.match(/\b20\d\d\b/)?.[0] ?? '';
  await expect(cold.locator('main')).toContainText(firstYear);
  await cold.goBack();
  await cold.getByRole('link', { name: 'Pagos' }).first().click();
  await expect(cold.getByRole('heading', { level: 1 })).toContainText('Historial de pagos electrónicos');
});

test('[V2.18][H2.17][V8.6] the offline banner closes on a tap and returns at the next loss of connection', async ({
  page,
  context,
}) => {
  const banner = page.getByRole('button', {
    name: 'Parece que no tienes conexión a internet. Verifica que está activa para poder hacer uso de tu app.',
  });
  await signIn(page, 'costarica@demo.test');
  await expect(banner).toBeHidden();
  await context.setOffline(true);
  await expect(banner).toBeVisible();
  await banner.click();
  await expect(banner).toBeHidden();
  await context.setOffline(false);
  await context.setOffline(true);
  await expect(banner).toBeVisible();
  await context.setOffline(false);
  await expect(banner).toBeHidden();
});

test('[S1] a mailed link opens the page of the server, not the shell of the installed app', async ({ page }) => {
  await page.goto('/');
  await readyOffline(page);
  await page.reload();
  await page.goto('/restablecer/no-existe');
  await expect(page.locator('body')).toContainText(/enlace/i);
  await expect(page.getByRole('button', { name: 'Ingresa', exact: true })).toHaveCount(0);
});

test('[V2.7] on an empty device the start loads no React, database, drawer or form library', async ({ page }) => {
  const scripts: string[] = [];
  page.on('response', (response) => {
    if (!response.request().serviceWorker() && response.url().endsWith('.js')) scripts.push(response.url());
  });
  // Asked for again: the body of a response that still comes in when the test ends would fail it.
  const isHeavy = async (url: string) =>
    /\/react-/.test(url) || /DexieError|data-base-ui|FormApi/.test(await (await page.request.get(url)).text());
  const heavy = async () => (await Promise.all(scripts.map(isHeavy))).filter(Boolean).length;
  await page.goto('/');
  await readyOffline(page);
  // A moment after the page stands it asks the database who is here.
  await expect.poll(() => scripts.filter((one) => one.includes('/standing-'))).toHaveLength(1);
  await page.waitForTimeout(1000);
  expect(scripts.length).toBeGreaterThan(1);
  expect(await heavy(), scripts.join(' ')).toBe(0);
  // Signing in loads the libraries, which shows that the search can find them.
  await signIn(page, 'costarica@demo.test');
  expect(await heavy()).toBeGreaterThan(0);
});
