import type { Page } from '@playwright/test';
import { expect, readyOffline, test } from '../harness/test.ts';

const KEPT = 'Lo que está pendiente de envío sigue guardado aquí.';
const trouble = (page: Page) => page.getByRole('alert').filter({ has: page.getByRole('heading', { level: 1 }) });

/** Matches the app's entry script, but none of the scripts it loads later. */
const entry = (path: string) => /^\/assets\/index-[^/]+\.js$/.test(path);

for (const address of ['/', '/#/app/configuraciones', '/#/registro/residencia']) {
  test(`[D64] without the app's script ${address} says so, and opens once the script is back`, async ({
    page,
    line,
  }) => {
    line.fault = (_, path) => (entry(path) ? { status: 404, body: 'gone' } : null);
    await page.goto(address);
    await expect(trouble(page)).toContainText('No pudimos abrir Amparo');
    await expect(trouble(page)).toContainText(KEPT);
    line.fault = () => null;
    await page.getByRole('button', { name: 'Reintentar' }).click();
    // Until the page loads anew, both headings stand.
    await expect(page.getByRole('heading', { name: 'No pudimos abrir Amparo' })).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
}

test('[D64] an unreadable script says that the browser is too old, also at a deep address', async ({ page, line }) => {
  line.fault = (_, path) => (entry(path) ? { rewrite: () => 'class Future { this is not today‘s syntax }' } : null);
  await page.goto('/#/app/configuraciones');
  await expect(trouble(page)).toContainText('Este navegador es demasiado antiguo para Amparo');
});

test('[D64] a known device without an answer shows why after ten seconds, and opens when the script arrives', async ({
  page,
  line,
}) => {
  line.fault = (_, path) => (entry(path) ? { delayMs: 15_000 } : null);
  await page.addInitScript(() =>
    localStorage.setItem('amparo', '{"open":true,"waiting":1,"passkey":false,"ended":false,"greeted":false}'),
  );
  await page.goto('/', { waitUntil: 'commit' });
  await expect(trouble(page)).toContainText('Amparo tarda en abrirse', { timeout: 14_000 });
  await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ingresa', exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(trouble(page)).toHaveCount(0);
});

const cannot = [
  {
    what: 'an address without https',
    without: () => Object.defineProperty(window, 'isSecureContext', { value: false }),
    said: 'Esta dirección no es segura',
    way: 'Abrir la dirección segura',
  },
  {
    what: 'no cryptography',
    without: () => Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined }),
    said: 'Este navegador es demasiado antiguo para Amparo',
    way: null,
  },
  {
    what: 'storage forbidden',
    without: () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('forbidden', 'SecurityError');
      };
    },
    said: 'Este navegador no deja que Amparo guarde datos',
    way: 'Reintentar',
  },
  {
    what: 'a storage that does not open',
    without: () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('damaged', 'UnknownError');
      };
    },
    said: 'No pudimos abrir el almacenamiento de este navegador',
    way: 'Reintentar',
  },
];

for (const { what, without, said, way } of cannot) {
  test(`[D64] ${what} is reported before anything is typed, at the start and in the registration`, async ({ page }) => {
    await page.addInitScript(without);
    for (const address of ['/', '/#/registro/residencia']) {
      await page.goto(address);
      await page.reload();
      await expect(trouble(page)).toContainText(said);
      await expect(page.locator('#root')).toBeHidden();
      await expect(page.getByText('No pudimos conectarnos')).toHaveCount(0);
      if (way) await expect(trouble(page).getByText(way)).toBeVisible();
    }
  });
}

test('[D64] without JavaScript a notice comes first, and no dead button is shown', {
  tag: '@scripting-off',
}, async ({ browser, line }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(line.url);
  await expect(page.locator('.scriptless')).toBeInViewport();
  await expect(page.locator('.scriptless')).toContainText('Amparo necesita JavaScript');
  expect(await page.getByRole('button').or(page.getByRole('textbox')).or(page.getByRole('link')).count()).toBe(0);
  await context.close();
});

test('[D64] a sound browser shows no warning, and the trial of its storage leaves nothing behind', async ({ page }) => {
  await page.goto('/');
  await readyOffline(page);
  await expect(page.locator('#trouble')).toHaveCount(0);
  const names = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await expect.poll(names).not.toContain('amparo-prueba');
});
