import type { Page } from '@playwright/test';
import { test } from '../harness/deployment.ts';
import { rowsOnDevice } from '../harness/device.ts';
import { attach, samplePdf } from '../harness/refund.ts';
import { expect, test as journey, readyOffline } from '../harness/test.ts';
import { openNewRefund, signInHome } from '../harness/trip.ts';

const scriptsOf = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll<HTMLScriptElement>('script[type=module]')].map(({ src }) => src));

/**
 * Asks again when the page reloads between the question and its answer. A request that wakes the old worker just then keeps the
 * new one waiting half a minute in Chromium (docs/decisions/taking-a-version.md).
 */
const runsOtherThan = (page: Page, before: string[]) =>
  expect(async () => expect(await scriptsOf(page)).not.toEqual(before)).toPass({ timeout: 50_000 });

/** Asks for a new version, as the browser does from time to time, and waits until it is ready to take over. */
async function newVersionWaits(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
  });
  await expect.poll(() => page.evaluate(async () => !!(await navigator.serviceWorker.ready).waiting)).toBe(true);
}

test('[F20] a new version during a refund forces no reload, keeps old parts loading, and leaves the draft unchanged', async ({
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
  // The notice does not appear in a form. The customer accepts the new version in another tab.
  await expect(page.getByText('Hay una versión nueva de Amparo.')).toBeHidden();
  const other = await context.newPage();
  await other.goto('/#/app');
  await other.getByRole('button', { name: /Hay una versión nueva de Amparo/ }).click();
  await runsOtherThan(other, before);
  await other.close();

  // The page is still the old one, not reloaded. Parts it never loaded come from the cache of its version.
  await expect(page.getByLabel('Inicio de los síntomas', { exact: true })).toHaveValue('01-11-2025');
  expect(await scriptsOf(page)).toEqual(before);
  await page.evaluate(() => {
    location.hash = '#/app/configuraciones';
  });
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page.getByRole('dialog')).toContainText('¿Cerrar sesión?');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  // The dialog's history entry goes a few milliseconds later, sooner than anybody presses Back.
  await expect.poll(() => page.evaluate(() => history.state?.amparoLayer)).toBeUndefined();
  await page.goBack();
  await expect(page.getByText('Paso 2 de 4 · Ambulatorio').first()).toBeVisible();

  // Outside the form this page offers it too, and only reloads, because the other tab already activated it.
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

test('[F37] a tab of the first version still gets parts it never loaded after two new versions', async ({
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

  // Neither version changed the first page, and it still loads parts of its own version.
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

test("'Buscar nueva' reports no update, a failed search, and an update that it then offers", async ({
  page,
  line,
  deployment,
}) => {
  await signInHome(page);
  await readyOffline(page);
  const before = await scriptsOf(page);
  await page.goto('/#/app/configuraciones');
  const look = page.getByRole('button', { name: 'Buscar nueva' });
  await look.click();
  await expect(page.getByText('Ya tienes la última versión')).toBeVisible();
  // The browser itself makes this request, which setOffline does not stop.
  line.fault = () => 'drop';
  await look.click();
  await expect(page.getByText(/^No pudimos buscar actualizaciones/).first()).toBeVisible();
  line.fault = () => null;
  await deployment.deploy();
  await look.click();
  // It takes longer than the search on a slow machine.
  await expect(
    page.getByText(/^(Hay|Está llegando) una versión nueva[.;] (Presiona el aviso|te la ofrecemos)/),
  ).toBeVisible();
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
      const current = (await indexedDB.databases()).find(({ name }) => name === 'amparo');
      const from = performance.now();
      await new Promise<void>((resolve, reject) => {
        // Dexie multiplies versions by ten, so this is the next version of the tables.
        const opening = indexedDB.open('amparo', (current?.version ?? 0) + 10);
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
    // The old tab still reads the tables it has, and its button continues.
    expect(await rowsOnDevice(page, 'policies')).toBeGreaterThan(0);
    await page.getByText('Amparo se actualizó en otra pestaña.').click();
    await expect(page.getByText('Amparo se actualizó en otra pestaña.')).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: /María Fernanda/ })).toBeVisible();
  },
);
