import type { Page } from '@playwright/test';
import { oneByOne } from '../harness/line.ts';
import { uncovered } from '../harness/looks.ts';
import { forget } from '../harness/storage.ts';
import { expect, test } from '../harness/test.ts';
import { signInHome } from '../harness/trip.ts';

const go = (page: Page, hash: string) =>
  page.evaluate((to) => {
    location.hash = to;
  }, hash);

/** Counts the fades between screens. */
async function countFades(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const counted = window as unknown as { fades: number };
    counted.fades = 0;
    const begin = document.startViewTransition?.bind(document);
    if (begin)
      document.startViewTransition = (draw) => {
        counted.fades += 1;
        return begin(draw);
      };
  });
  return () => page.evaluate(() => (window as unknown as { fades: number }).fades);
}

test('a screen fades into the next within a quarter of a second, and keeps focus and scroll position', async ({
  page,
}) => {
  const fades = await countFades(page);
  await signInHome(page);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => scrollTo(0, 120));
  const scrolledTo = await page.evaluate(() => scrollY);
  expect(scrolledTo).toBeGreaterThan(0);
  const before = await fades();
  // Pressed by script, because a click of Playwright would scroll first.
  const documents = page.getByRole('link', { name: /^Documentos/ }).first();
  await documents.evaluate((link: HTMLElement) => link.click());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tus Documentos');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await fades()).toBe(before + 1);
  const longest = await page.evaluate(() =>
    Math.max(
      0,
      ...document
        .getAnimations()
        .filter(({ effect }) => (effect as KeyframeEffect)?.pseudoElement?.startsWith('::view-transition'))
        .map(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0)),
    ),
  );
  expect(longest).toBeLessThanOrEqual(250);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('María Fernanda');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolledTo);
  await expect(documents).toBeVisible();
  // During the fade, less than a quarter of a second, a press would hit the picture of the screen.
  await expect(() => uncovered(documents)).toPass({ timeout: 2000 });
  // The carousel changes the address within one screen, so nothing fades.
  const now = await fades();
  await page
    .getByRole('button', { name: /siguiente/i })
    .first()
    .click();
  await expect(page).toHaveURL(/poliza=1/);
  expect(await fades()).toBe(now);
});

test('screens do not fade and bars do not rise with reduced motion or in an older browser', {
  tag: '@preference',
}, async ({ page }) => {
  const fades = await countFades(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signInHome(page);
  await go(page, '#/app/pagos/520022');
  await expect(page.getByText(/^Pagado en \d{4}$/)).toBeVisible();
  expect(await rising(page)).toBe(0);
  expect(await fades()).toBe(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.evaluate(() => Object.assign(document, { startViewTransition: undefined }));
  await go(page, '#/app/configuraciones');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gestiona tu cuenta');
});

const rising = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('main rect')]
        .flatMap((bar) => bar.getAnimations())
        .filter(({ playState }) => playState).length,
  );

test('the bars of a year rise once in a visit', async ({ page }) => {
  // Animations are counted at their start, because a later look could miss one that has ended.
  await page.addInitScript(() => {
    const counted = window as unknown as { rose: number };
    counted.rose = 0;
    addEventListener('animationstart', ({ target }) => {
      if (target instanceof SVGRectElement) counted.rose += 1;
    });
  });
  const rose = () => page.evaluate(() => (window as unknown as { rose: number }).rose);
  await signInHome(page);
  await go(page, '#/app/pagos/520022');
  await expect(page.getByText(/^Pagado en \d{4}$/)).toBeVisible();
  // Early in a year few months have one.
  await expect.poll(rose).toBeGreaterThan(0);
  // The last month begins a sixth of a second after the first.
  await page.waitForTimeout(300);
  const once = await rose();
  await go(page, '#/app');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('María Fernanda');
  await go(page, '#/app/pagos/520022');
  await expect(page.getByText(/^Pagado en \d{4}$/)).toBeVisible();
  await page.waitForTimeout(300);
  expect(await rose()).toBe(once);
});

test('the stones of the arch are set once in a visit, and not with reduced motion', async ({ page }) => {
  await page.addInitScript(() => {
    const counted = window as unknown as { set: number };
    counted.set = 0;
    addEventListener('animationstart', ({ target }) => {
      if (target instanceof SVGGElement) counted.set += 1;
    });
  });
  const set = () => page.evaluate(() => (window as unknown as { set: number }).set);
  const look = async (path: string) => {
    await go(page, '#/app/configuraciones');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gestiona tu cuenta');
    await go(page, path);
    await expect(page.getByText('entre 3 personas')).toBeVisible();
    await page.waitForTimeout(500);
  };
  await signInHome(page);
  await look('#/app/beneficiarios/520022');
  expect(await set()).toBe(3);
  await look('#/app/dependientes/520021');
  expect(await set()).toBe(3);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await look('#/app/beneficiarios/520022');
  expect(await set()).toBe(0);
});

const loaded = [
  ['pagos/520022', 'getInternetPayments', 'payments'],
  ['documentos/520021', 'getDocuments', 'documents'],
  ['beneficiarios/520022', 'getAccountRoles', 'roles'],
  ['dependientes/520021', 'getDependents', 'dependents'],
  ['carnet/520021', 'getPolicyCards', 'cards'],
  ['facturas/520022/VTUSA/null/AMPARO/0', 'getPendingBills', 'bills'],
  ['reembolsos/520021', 'getByPolicy', 'refunds'],
  ['configuraciones/ayuda', 'getTicketsByPoliza', 'tickets'],
] as const;

for (const size of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]) {
  test(`loaded content replaces its skeleton without a jump, at ${size.width}`, async ({ page, line }) => {
    test.setTimeout(180_000);
    line.fault = oneByOne();
    await page.setViewportSize(size);
    await signInHome(page);
    for (const [path, call, table] of loaded) {
      let arrive = () => {};
      const arrived = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      await page.route(new RegExp(call), async (route) => {
        await arrived;
        await route.continue();
      });
      await go(page, '#/app/configuraciones');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gestiona tu cuenta');
      await forget(page, [table, 'pulls']);
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gestiona tu cuenta');
      await go(page, `#/app/${path}`);
      await expect(page.getByRole('main').getByText(/^Cargando/)).toBeVisible();
      await page.evaluate(() => {
        const shifted = window as unknown as { shift: number };
        shifted.shift = 0;
        new PerformanceObserver((list) => {
          for (const one of list.getEntries()) shifted.shift += (one as unknown as { value: number }).value;
        }).observe({ type: 'layout-shift' });
      });
      arrive();
      await expect(page.getByRole('main').getByText(/^Cargando/)).toHaveCount(0);
      await page.waitForTimeout(300);
      const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
      expect(shift, `${path} at ${size.width}`).toBeLessThanOrEqual(0.1);
      await page.unroute(new RegExp(call));
    }
    expect(line.seen.length).toBeGreaterThan(0);
  });
}
