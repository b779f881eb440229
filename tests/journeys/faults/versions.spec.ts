import type { Page } from '@playwright/test';
import { test } from '../harness/deployment.ts';
import { rowsOnDevice } from '../harness/device.ts';
import { attach, samplePdf } from '../harness/refund.ts';
import { expect, test as journey, readyOffline } from '../harness/test.ts';
import { openNewRefund, signInHome } from '../harness/trip.ts';

const scriptsOf = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll<HTMLScriptElement>('script[type=module]')].map(({ src }) => src));

/** A page that reloads between the question and its answer is asked again. */
const runsOtherThan = (page: Page, before: string[]) =>
  expect(async () => expect(await scriptsOf(page)).not.toEqual(before)).toPass({ timeout: 20_000 });

/** Asks for a new version, as the browser does by itself from time to time, and waits until it is ready to take over. */
async function newVersionWaits(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
  });
  await expect.poll(() => page.evaluate(async () => !!(await navigator.serviceWorker.ready).waiting)).toBe(true);
}

test('[F20] a new version in the middle of a refund: the old parts still come, nothing is forced, and the draft is the same after the reload', async ({
  page,
  context,
  deployment,
}) => {
  test.setTimeout(150_000);
  await signInHome(page);
  await readyOffline(page);
  const before = await scriptsOf(page);
  await openNewRefund(page);
  await page.getByLabel('Diagnóstico').fill('Escrito con la versión anterior');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await attach(page, 'documentoHistoriaClinica', 'historia.pdf', 'application/pdf', samplePdf(60_000));
  await page.getByLabel('Inicio de los síntomas', { exact: true }).fill('01-11-2025');

  await deployment.deploy();
  await newVersionWaits(page);
  // Not in the middle of a form; in another tab the customer takes it.
  await expect(page.getByText('Hay una versión nueva de Amparo.')).toBeHidden();
  const other = await context.newPage();
  await other.goto('/#/app');
  await other.getByRole('button', { name: /Hay una versión nueva de Amparo/ }).click();
  await runsOtherThan(other, before);
  await other.close();

  // Still the old page: neither reloaded nor broken, and parts it never loaded come from where they were put aside.
  await expect(page.getByLabel('Inicio de los síntomas', { exact: true })).toHaveValue('01-11-2025');
  expect(await scriptsOf(page)).toEqual(before);
  await page.evaluate(() => {
    location.hash = '#/app/configuraciones';
  });
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page.getByRole('dialog')).toContainText('¿Cerrar sesión?');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  // The dialog's own entry of the history goes a few milliseconds later, sooner than anybody presses Back.
  await expect.poll(() => page.evaluate(() => history.state?.amparoLayer)).toBeUndefined();
  await page.goBack();
  await expect(page.getByText('Paso 2 de 4 · Ambulatorio').first()).toBeVisible();

  // Outside of the form it is offered here too, and only has to load: what was waiting has been taken in the other tab.
  await page.goForward();
  await page.getByRole('button', { name: /Hay una versión nueva de Amparo/ }).click();
  await runsOtherThan(page, before);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Paso 2 de 4 · Ambulatorio').first()).toBeVisible();
  await expect(page.getByLabel('Inicio de los síntomas', { exact: true })).toHaveValue('01-11-2025');
  await expect(page.locator('[data-field="documentoHistoriaClinica"]')).toContainText('historia.pdf');
  await page.getByRole('button', { name: 'Volver' }).click();
  await expect(page.getByLabel('Diagnóstico')).toHaveValue('Escrito con la versión anterior');
});

test('[F37] two new versions one after the other: a tab of the first still gets parts it never loaded', async ({
  page,
  context,
  deployment,
}) => {
  test.setTimeout(240_000);
  await signInHome(page);
  await readyOffline(page);
  const first = await scriptsOf(page);
  await openNewRefund(page);
  await page.getByLabel('Diagnóstico').fill('Escrito con la primera versión');

  await deployment.deploy();
  await newVersionWaits(page);
  const other = await context.newPage();
  await other.goto('/#/app');
  await other.getByRole('button', { name: /Hay una versión nueva de Amparo/ }).click();
  await runsOtherThan(other, first);
  const second = await scriptsOf(other);
  await deployment.deploy({ VITE_CONTACT_EMAIL: 'tercera@amparo.example' });
  await newVersionWaits(other);
  await other.getByRole('button', { name: /Hay una versión nueva de Amparo/ }).click();
  await runsOtherThan(other, second);
  expect(await scriptsOf(other)).not.toEqual(first);

  // The first page was left alone by both, and what it loads now is of its own version.
  expect(await scriptsOf(page)).toEqual(first);
  await expect(page.getByLabel('Diagnóstico')).toHaveValue('Escrito con la primera versión');
  await page.evaluate(() => {
    location.hash = '#/app/configuraciones';
  });
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page.getByRole('dialog')).toContainText('¿Cerrar sesión?');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await scriptsOf(page)).toEqual(first);
});

test("'Buscar actualizaciones' says that there is none, that it cannot look, and that one was found, which is then offered", async ({
  page,
  line,
  deployment,
}) => {
  await signInHome(page);
  await readyOffline(page);
  const before = await scriptsOf(page);
  await page.goto('/#/app/configuraciones');
  const look = page.getByRole('button', { name: 'Buscar actualizaciones', exact: true });
  await look.click();
  await expect(page.getByText('Ya tienes la última versión')).toBeVisible();
  // The browser asks by itself, past what makes a page offline here.
  line.fault = () => 'drop';
  await look.click();
  await expect(page.getByText(/^No pudimos buscar actualizaciones/)).toBeVisible();
  line.fault = () => null;
  await deployment.deploy();
  await look.click();
  await expect(page.getByText(/^Hay una versión nueva. Toca el aviso/)).toBeVisible();
  await page.getByRole('button', { name: /Hay una versión nueva de Amparo/ }).click();
  await runsOtherThan(page, before);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gestiona tu cuenta');
});

journey(
  '[F22] a newer version upgrades the database in another tab: it need not wait, and the old tab says so',
  async ({ page, context }) => {
    await signInHome(page);
    const newer = await context.newPage();
    await newer.goto('/manifest.webmanifest');
    const waited = await newer.evaluate(async () => {
      const known = (await indexedDB.databases()).find(({ name }) => name === 'amparo');
      const from = performance.now();
      await new Promise<void>((resolve, reject) => {
        // Dexie counts in tens: the version of the tables after today's.
        const opening = indexedDB.open('amparo', (known?.version ?? 0) + 10);
        opening.onupgradeneeded = () => opening.result.createObjectStore('newer', { keyPath: 'id' });
        opening.onsuccess = () => {
          opening.result.close();
          resolve();
        };
        opening.onerror = () => reject(opening.error);
      });
      return performance.now() - from;
    });
    expect(waited).toBeLessThan(5000);
    await expect(page.getByText('Amparo se actualizó en otra pestaña.')).toBeVisible({ timeout: 5000 });
    // What it knows of the tables it still reads, and its button leads on.
    expect(await rowsOnDevice(page, 'policies')).toBeGreaterThan(0);
    await page.getByText('Amparo se actualizó en otra pestaña.').click();
    await expect(page.getByText('Amparo se actualizó en otra pestaña.')).toBeHidden();
    await expect(page.locator('main h1')).toContainText('María Fernanda');
  },
);
