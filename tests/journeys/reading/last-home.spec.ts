import type { Page } from '@playwright/test';
import { awayFor } from '../harness/device.ts';
import { onDevice } from '../harness/on-device.ts';
import { expect, signIn, test } from '../harness/test.ts';

/** Holds back the app, whose scripts wait for the drawing to be painted. @returns what lets it go on */
async function holdApp(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    let painted: Promise<void> | undefined;
    const released = new Promise<void>((resolve) => {
      Object.assign(window, { releaseApp: resolve });
    });
    Object.defineProperty(window, 'lastHomeShown', {
      get: () => released.then(() => painted),
      set: (promise: Promise<void> | undefined) => {
        painted = promise;
      },
    });
  });
  return () => page.evaluate(() => (window as unknown as { releaseApp(): void }).releaseApp());
}

/** Tells one keeping of home from another: each is sealed anew. */
const kept = (page: Page) =>
  onDevice(page, async ({ all }) => (await all<{ iv: Uint8Array }>('lastHomes')).map(({ iv }) => iv.join()).join(' '));

async function homeIsKept(page: Page): Promise<void> {
  await signIn(page, 'costarica@demo.test');
  await expect(page.getByRole('heading', { name: 'Lo que sigue' })).toBeVisible();
  await expect(page.getByText('Tus datos se abren sin conexión.')).toBeVisible({ timeout: 45_000 });
  // What came late stands last in this visit, and home is kept as it will stand at the next start.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Lo que sigue' })).toBeVisible();
  await expect(
    page
      .locator('#root')
      .getByText(/R-\d{4}-000008/)
      .first(),
  ).toBeVisible();
  // Home is kept once it is quiet for a second. The row of the page before may show it as it stood then.
  await expect(async () => {
    const before = await kept(page);
    await page.waitForTimeout(1500);
    expect(before).not.toBe('');
    expect(await kept(page)).toBe(before);
  }).toPass();
  // The worker puts it into the page.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

test('[D38] the last home is drawn while the app loads, and its links work', async ({ page }) => {
  await homeIsKept(page);
  const release = await holdApp(page);
  await page.reload({ waitUntil: 'commit' });
  const drawn = page.locator('#last-home');
  await expect(drawn.getByText('María Fernanda')).toBeVisible();
  await expect(drawn.getByText('Salud Global Plus').first()).toBeVisible();
  // What holds the first frame back lets go, though the app is not there yet.
  await expect.poll(() => page.evaluate(() => performance.getEntriesByType('paint').length)).toBeGreaterThan(0);
  // The drawing shows no age and no number of waiting requests, because they may have changed.
  await expect(drawn.getByText('Actualizado')).toHaveCount(0);
  await drawn.locator('main a[href*="carnet"]').first().click();
  await release();
  await expect(page.getByRole('heading', { level: 1, name: 'Carnet de salud' })).toBeVisible();
  await expect(drawn).toHaveCount(0);
});

test('[D38] a press on the drawn home is seen at once, and a button is pressed once the app is there', async ({
  page,
}) => {
  await homeIsKept(page);
  const release = await holdApp(page);
  await page.reload({ waitUntil: 'commit' });
  const all = page.locator('#last-home').getByText('Ver las 3 pólizas');
  await expect(all).toBeVisible();
  const ground = () => all.evaluate((node) => getComputedStyle(node.closest('button') ?? node).backgroundImage);
  expect(await ground()).toBe('none');
  await all.click();
  expect(await ground()).toContain('gradient');
  await all.click();
  await release();
  await expect(page.getByRole('dialog', { name: 'Tus pólizas' })).toBeVisible();
  await expect(page.locator('[data-pressed]')).toHaveCount(0);
});

test('[D38] the drawn home stands on a desk exactly where home will stand', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await homeIsKept(page);
  const box = (within: string) => page.locator(`${within} main article`).first().boundingBox();
  const before = await box('#root');
  const release = await holdApp(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('#last-home main article').first()).toBeVisible();
  expect(await box('#last-home')).toEqual(before);
  await release();
  await expect(page.locator('#root main article').first()).toBeVisible();
  expect(await box('#root')).toEqual(before);
});

for (const size of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]) {
  test(`[F50] all that is drawn stands where home has it from its first frame on, at ${size.width}`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await homeIsKept(page);
    // Looked at while the app takes the drawing away, before anything else can change.
    await page.addInitScript(() => {
      const places = (within: string) =>
        [...document.querySelectorAll(`${within} main :is(h2, h3, article, a, button)`)]
          .filter((one) => !one.closest('[data-passing]'))
          .map((one) => {
            const { x, y, width, height } = one.getBoundingClientRect();
            return `${one.textContent} ${[x, y, width, height].map(Math.round)}`;
          });
      const seen = { drawn: [] as string[], taken: [] as string[] };
      Object.assign(window, { seen });
      document.addEventListener('DOMContentLoaded', () => {
        // Drawn without a style sheet, nothing would stand in its place.
        const { homeStyles } = window as unknown as { homeStyles?: Promise<unknown> };
        void homeStyles?.then(() => {
          seen.drawn = places('#last-home');
        });
        new MutationObserver((changes) => {
          const isGone = changes.some(({ removedNodes }) =>
            [...removedNodes].some((node) => (node as Element).id === 'last-home'),
          );
          if (isGone) seen.taken = places('#root');
        }).observe(document.body, { childList: true });
      });
    });
    await page.reload();
    const seen = () => page.evaluate(() => (window as unknown as { seen: Record<'drawn' | 'taken', string[]> }).seen);
    await expect.poll(async () => (await seen()).taken.length).toBeGreaterThan(5);
    const { drawn, taken } = await seen();
    expect(drawn.some((one) => /Dependientes|Personas/.test(one))).toBe(true);
    expect(taken).toEqual(drawn);
  });
}

test('[H4.9] home is not drawn for a session that was last active more than ten minutes ago', async ({ page }) => {
  await homeIsKept(page);
  await awayFor(page, 11 * 60_000);
  const release = await holdApp(page);
  await page.reload({ waitUntil: 'commit' });
  // The app starts after the drawing, which would be there by now.
  await page.waitForTimeout(2500);
  await expect(page.locator('#last-home')).toHaveCount(0);
  await expect(page.getByText('María Fernanda')).toHaveCount(0);
  await release();
  await expect(page.getByText(/sesión/i).first()).toBeVisible();
});
