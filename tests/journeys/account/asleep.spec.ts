import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { chromiumFlags, chromiumPath } from '../harness/chromium.ts';
import { awayFor } from '../harness/device.ts';
import { expect, PASSWORD, signIn, test } from '../harness/test.ts';

const EMAIL = 'costarica@demo.test';
const OTHER = 'ecuador@demo.test';
const HOUR_MS = 60 * 60_000;
/** So many frames after a return are looked at. */
const FRAMES = 60;

/** Runs in the page: notes of each frame after a return from the back-forward cache whether the name was painted. */
function watchFrames(frames: number): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    const painted: boolean[] = [];
    Object.assign(window, { painted });
    const look = () => {
      const shown = document.querySelector('main')?.checkVisibility({ opacityProperty: true }) ?? false;
      painted.push(shown && (document.body.textContent ?? '').includes('María Fernanda'));
      if (painted.length < frames) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

const home = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toContainText('María Fernanda');

async function framesOf(page: Page): Promise<boolean[]> {
  const read = () => page.evaluate(() => (window as unknown as { painted?: boolean[] }).painted ?? []);
  await expect.poll(async () => (await read()).length, { message: 'it came from the cache' }).toBe(FRAMES);
  return read();
}

test('[F49] a page that comes back from the cache after a lock paints no frame with the name', {
  tag: '@devtools',
}, async ({ server }) => {
  test.setTimeout(180_000);
  const profile = await mkdtemp(join(tmpdir(), 'amparo-asleep-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath(),
    args: chromiumFlags,
    // Playwright turns the cache off.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    baseURL: server.url,
    viewport: { width: 390, height: 844 },
    locale: 'es-CR',
  });
  try {
    const [page = await context.newPage()] = context.pages();
    await page.addInitScript(watchFrames, FRAMES);
    await signIn(page, EMAIL);
    await home(page);

    // Nothing happened meanwhile, so the page is shown again. This also shows that the frames are seen.
    await page.goto('/health');
    await page.goBack();
    expect((await framesOf(page)).some(Boolean)).toBe(true);
    await home(page);

    await page.goto('/health');
    await awayFor(page, HOUR_MS);
    await page.goBack();
    expect((await framesOf(page)).filter(Boolean)).toEqual([]);
    await expect(page.getByText('Tu sesión ha expirado.').first()).toBeVisible();
    await expect(page.locator('html')).not.toHaveAttribute('data-covered');
  } finally {
    await context.close().catch(() => undefined);
    await rm(profile, { recursive: true, force: true });
  }
});

async function enter(page: Page, email: string): Promise<void> {
  const open = page.getByRole('button', { name: 'Ingresa', exact: true });
  if (await open.isVisible()) await open.click();
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Ingresar' }).click();
}

test('[F49][F15] a window that an earlier customer left shows neither their address nor an error about it', async ({
  page,
  context,
}) => {
  test.setTimeout(240_000);
  await signIn(page, EMAIL);
  await home(page);
  await page.goto('/#/app/reembolsos/520021');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Historial de reembolsos');
  await awayFor(page, HOUR_MS);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('Tu sesión ha expirado.').first()).toBeVisible();

  const second = await context.newPage();
  await signIn(second, OTHER);
  await expect(second.getByRole('heading', { level: 1 })).toContainText('Gabriela');
  await enter(page, OTHER);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Gabriela', { timeout: 45_000 });
  expect(page.url()).not.toContain('520021');

  // The earlier customer's address, as it may stand in the window's history.
  await page.goto('/#/app/reembolsos/520021');
  await expect(page).toHaveURL(/#\/app$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Gabriela');
  expect(await page.evaluate(() => document.body.innerText)).not.toContain('Ha ocurrido un error');
});
