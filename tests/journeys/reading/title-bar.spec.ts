import type { Page } from '@playwright/test';
import { accessible } from '../harness/looks.ts';
import { expect, signIn, test } from '../harness/test.ts';

const EMAIL = 'costarica@demo.test';
const POLICY = '520021';
const SHOTS = process.env.AMPARO_SHOTS;
const HEIGHT_PX = 40;
/** The width of the system's three buttons at the right, as in Windows. */
const BUTTONS_PX = 140;

test.use({ viewport: { width: 1280, height: 800 } });

/**
 * Sets the title bar's measures, in pixels, in the tokens that read them, because no headless browser draws a window.
 * Everything else is the app's own style sheet.
 */
function withoutTitleBar([height, buttons]: readonly number[]): void {
  const give = () => {
    const { style } = document.documentElement;
    style.setProperty('--titlebar', `${height}px`);
    style.setProperty('--titlebar-left', '0px');
    style.setProperty('--titlebar-width', `calc(100% - ${buttons}px)`);
  };
  if (document.documentElement) give();
  else {
    const watch = new MutationObserver(() => {
      watch.disconnect();
      give();
    });
    watch.observe(document, { childList: true });
  }
}

/** Controls and titles that reach under the bar. */
const underTheBar = (page: Page) =>
  page.evaluate((height) => {
    // Nothing behind a layer can be pressed.
    const within = document.querySelector('dialog[open], [role="dialog"]') ?? document;
    const all = within.querySelectorAll<HTMLElement>('a, button, input, select, textarea, h1, [role="switch"]');
    return [...all]
      .filter(
        (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !one.closest('[inert]'),
      )
      .filter((one) => {
        const { top, bottom, width } = one.getBoundingClientRect();
        return width > 1 && bottom > 0 && top < height;
      })
      .map((one) => one.innerText || one.title || one.getAttribute('aria-label') || one.tagName);
  }, HEIGHT_PX);

const overflows = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight);

test('[D68] a window without a title bar puts nothing under the system’s buttons, on any kind of screen', async ({
  page,
}) => {
  await page.addInitScript(withoutTitleBar, [HEIGHT_PX, BUTTONS_PX] as const);
  await page.goto('/');
  await expect(page.getByLabel('Correo electrónico')).toBeVisible();
  expect(await underTheBar(page)).toEqual([]);
  expect(await overflows(page)).toBe(0);
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/titlebar-start.png` });
  await page.goto('/#/registro/residencia');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await underTheBar(page)).toEqual([]);

  await signIn(page, EMAIL);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('María Fernanda');
  expect(await underTheBar(page)).toEqual([]);
  await accessible(page, 'window without a title bar');
  if (SHOTS) {
    await page.screenshot({ path: `${SHOTS}/titlebar-home.png` });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.screenshot({ path: `${SHOTS}/titlebar-home-dark.png` });
    await page.emulateMedia({ colorScheme: 'light' });
  }
  for (const path of [
    `/reembolsos/${POLICY}`,
    `/reembolsos/añadir/${POLICY}`,
    `/carnet/${POLICY}`,
    `/pagos/${POLICY}`,
    '/configuraciones',
    '/configuraciones/ayuda/crear',
  ]) {
    await page.goto(`/#/app${path}`);
    await expect(page.getByRole('heading', { level: 1 })).not.toContainText('María Fernanda');
    await page.waitForTimeout(300);
    expect(await underTheBar(page), path).toEqual([]);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/titlebar${path.replaceAll('/', '-')}.png` });
  }
});

test('[D68] sticky elements and layers stay below the bar while a list is scrolled', async ({ page }) => {
  await page.addInitScript(withoutTitleBar, [HEIGHT_PX, BUTTONS_PX] as const);
  await page.setViewportSize({ width: 1000, height: 480 });
  await signIn(page, EMAIL);
  await page.goto(`/#/app/carnet/${POLICY}`);
  await page.getByRole('button', { name: 'Mostrar', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await underTheBar(page)).toEqual([]);
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/titlebar-layer.png` });
  await page.keyboard.press('Escape');
  await page.goto('/#/app/configuraciones');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gestiona tu cuenta');
  await page.mouse.move(700, 300);
  await page.mouse.wheel(0, 200);
  await page.waitForTimeout(300);
  // The page scrolls under the bar, which stays. A press there moves the window.
  const drawn = await page.evaluate((y) => document.elementsFromPoint(600, y)[0]?.tagName, HEIGHT_PX / 2);
  expect(drawn).toBe('BODY');
  const rail = await page.getByRole('navigation', { name: 'Secciones' }).boundingBox();
  expect(rail?.y).toBe(HEIGHT_PX);
});
