import type { Page } from '@playwright/test';
import { rowsOnDevice } from '../harness/device.ts';
import { looks, phone, SHOTS, toastsCoverNothing } from '../harness/looks.ts';
import { expect, readyOffline, test } from '../harness/test.ts';
import { askTicket } from '../harness/ticket.ts';
import { signInHome } from '../harness/trip.ts';
import { begin, touch, walkOf } from '../registration/walk.ts';
import { show } from './look.ts';

const OFFLINE = 'Parece que no tienes conexión a internet. Verifica que está activa para poder hacer uso de tu app.';
const notice = (page: Page) => page.getByRole('button', { name: OFFLINE });

/** Screens of every form: long, low, with a sticky foot, in two columns. */
const screens = [
  '#/app?poliza=0',
  '#/app/pagos/520022',
  '#/app/documentos/520021',
  '#/app/reembolsos/520021',
  '#/app/reembolsos/añadir/520021',
  '#/app/carnet/520021',
  '#/app/configuraciones',
  '#/app/configuraciones/ayuda',
  '#/app/configuraciones/ayuda/crear',
  '#/app/configuraciones/informacionPersonal',
];
const sizes = [phone, { width: 375, height: 553 }, { width: 820, height: 1180 }, { width: 1280, height: 800 }];

/** The upper edges of a screen's headings, paragraphs and rows, in pixels from the window's top. */
const placesOfWords = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main h1, main h2, main p, main dt, main li, main label')]
      // Text fixed to the lower edge may move. Documents say themselves that they need a connection.
      .filter((one) => !one.closest('[class*="foot"], [class*="updated"], [class*="actions"], [data-beside]'))
      .map((one) => (one.checkVisibility() ? Math.round(one.getBoundingClientRect().top) : innerHeight))
      .filter((top) => top < innerHeight),
  );

/**
 * Headings and controls that the notice still covers after they were scrolled into view, as keyboard and screen reader
 * do.
 */
const covered = (page: Page) =>
  page.evaluate((text) => {
    const bar = [...document.querySelectorAll('button')].find((one) => one.textContent?.includes(text));
    const lies = (one: Element) => {
      const [box, over] = [one.getBoundingClientRect(), bar?.getBoundingClientRect()];
      if (!over || box.width <= 1) return false;
      return box.left < over.right && box.right > over.left && box.top < over.bottom - 1 && box.bottom > over.top + 1;
    };
    const found = [...document.querySelectorAll('h1, h2, h3, a[href], button, input, textarea')].filter((one) => {
      if (one === bar || !one.checkVisibility() || one.closest('[inert], .visually-hidden')) return false;
      one.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      return lies(one);
    });
    scrollTo(0, 0);
    return bar ? found.map((one) => one.textContent || one.outerHTML) : ['no notice is shown'];
  }, OFFLINE);

/** Waits until the texts no longer move. */
const settled = (places: () => Promise<number[]>) =>
  expect(async () => {
    const before = await places();
    await new Promise((later) => setTimeout(later, 400));
    expect(await places()).toEqual(before);
  }).toPass({ timeout: 15_000 });

const still = (page: Page) =>
  page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => undefined))));

/** @param saysSo whether the screen itself says below its title that there is no connection */
async function appears(page: Page, what: string, { saysSo = false } = {}): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.evaluate(() => scrollTo(0, 0));
    await still(page);
    const places = async () => (await placesOfWords(page)).slice(0, saysSo ? 1 : undefined);
    await settled(places);
    const before = await places();
    expect(before).not.toEqual([]);
    await page.context().setOffline(true);
    await expect(notice(page)).toBeVisible();
    await still(page);
    const where = `${what} at ${size.width}x${size.height}`;
    // Texts loaded meanwhile appear below the others.
    expect(await places(), `moved on ${where}`).toEqual(expect.arrayContaining(before));
    expect((await notice(page).boundingBox())?.height, `slim on ${where}`).toBeLessThanOrEqual(72);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/notice-${what.replace(/\W/g, '')}-${size.width}.png` });
    expect(await covered(page), `covered on ${where}`).toEqual([]);
    await page.context().setOffline(false);
    await expect(notice(page)).toHaveCount(0);
  }
}

test('[V2.18][H2.17] a notice moves no content and covers no button or heading, on any screen', async ({ page }) => {
  test.setTimeout(180_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signInHome(page);
  await readyOffline(page);
  for (const screen of screens) {
    await page.goto(`/${screen}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('main')).not.toContainText(/Cargando|Preparando/);
    await page.waitForLoadState('networkidle');
    // The form says itself that it can wait for a connection.
    await appears(page, screen, { saysSo: screen.endsWith('crear') });
  }
});

test('[V2.18] a notice before signing in moves no content and covers no button or heading', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await readyOffline(page);
  await appears(page, 'entrada');
  await page.goto('/#/registro/residencia');
  await expect(page.getByRole('heading', { name: '¿Cuál es tu país de residencia fiscal?' })).toBeVisible();
  await appears(page, 'residencia', { saysSo: true });
  await page.setViewportSize(phone);
  await begin(await walkOf(page, touch, 'Costa Rica', {}));
  await appears(page, 'registro', { saysSo: true });
  await page.setViewportSize(phone);
  await page.context().setOffline(true);
  await looks(page, 'registro-sin-conexion');
});

/** One drawer of each kind: a list, short sheets, a question with buttons at its edge. */
const drawers = [
  ['#/app/documentos/520021', 'Todos', 'documentos'],
  ['#/app/pagos/520022', 'Exportar', 'exportar'],
  ['#/app/configuraciones', 'Cerrar sesión', 'cerrar-sesion'],
  ['#/app?poliza=0', 'Ver las 3 pólizas', 'polizas'],
] as const;

test("[V3.14] a toast shown while a drawer is open covers no button, neither the page's nor the drawer's", async ({
  page,
  context,
}) => {
  test.setTimeout(240_000);
  await signInHome(page);
  await readyOffline(page);
  // The form's subjects come in the background.
  await expect.poll(() => rowsOnDevice(page, 'ticketTypes')).toBeGreaterThan(0);
  for (const [index, [screen, opener, name]] of drawers.entries()) {
    for (const size of index === 0 ? sizes : [phone]) {
      await page.setViewportSize(phone);
      // This visit with a connection stores the screen on the device.
      await page.goto(`/${screen}`);
      await expect(page.getByRole('button', { name: opener }).first()).toBeVisible();
      await page.goto('/#/app/configuraciones/ayuda');
      await context.setOffline(true);
      await askTicket(page, `Sin conexión ${name} ${size.width}`);
      await page.setViewportSize(size);
      await page.goto(`/${screen}`);
      await page.getByRole('button', { name: opener }).first().click();
      const layer = page.getByRole('dialog').or(page.getByRole('alertdialog')).first();
      await expect(layer).toBeVisible();
      await still(page);
      await context.setOffline(false);
      const toast = page.locator('[aria-live][aria-relevant="additions"] > *');
      await expect(toast.first()).toBeVisible({ timeout: 30_000 });
      await still(page);
      await expect(layer).toBeVisible();
      await expect(() => toastsCoverNothing(page, `${name} at ${size.width}`)).toPass({ timeout: 2500 });
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/toast-${name}-${size.width}.png` });
      await page.keyboard.press('Escape');
      await expect(layer).toBeHidden();
    }
  }
});

test('[D49] a refresh that fails moves no row of a list, at 390 and 360', async ({ page, line }) => {
  test.setTimeout(180_000);
  await signInHome(page, 'grande@demo.test');
  await readyOffline(page);
  const main = page.getByRole('main');
  const refresh = main.getByRole('button', { name: 'Actualizar' }).first();
  /** The height from the heading's row to the first entry. */
  const height = () =>
    page.evaluate(() => {
      const head = document.querySelector('main [class*="updated"]')?.parentElement?.getBoundingClientRect().top ?? 0;
      return Math.round((document.querySelector('main [data-index="0"]')?.getBoundingClientRect().top ?? 0) - head);
    });
  for (const path of ['pagos/560001', 'documentos/560001', 'reembolsos/560001', 'configuraciones/ayuda']) {
    for (const width of [390, 360]) {
      line.fault = () => null;
      await page.setViewportSize({ width, height: 844 });
      await show(page, `#/app/${path}`);
      await refresh.click();
      await expect(main.getByText('Actualizado hace un momento').first()).toBeAttached();
      const before = await height();
      expect(before).toBeGreaterThan(40);
      for (const fault of [{ status: 500 }, 'drop'] as const) {
        line.fault = (_, address) => (address.startsWith('/api/') ? fault : null);
        await refresh.click();
        await expect(main.getByText(/\. Actualizado hace/).first()).toBeAttached();
        await expect(refresh).not.toHaveAttribute('aria-disabled', 'true');
        await settled(() => placesOfWords(page));
        expect(await height(), `${path} at ${width}`).toBe(before);
      }
    }
  }
});
