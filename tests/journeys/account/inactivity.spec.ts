import type { Page } from '@playwright/test';
import { MINUTE_MS } from '#contract/age.ts';
import { moveClockOf, rowsOnDevice } from '../harness/device.ts';
import { uncovered } from '../harness/looks.ts';
import { enter, expect, readyOffline, signIn, test } from '../harness/test.ts';

const ALERT = 'Tu sesión ha expirado. Si necesitas seguir realizando gestiones, por favor, vuelve a iniciar sesión.';

const home = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toContainText('María Fernanda');
const expired = (page: Page) => expect(page.getByRole('alert').filter({ hasText: ALERT }).first()).toBeVisible();

/** Lets minutes pass on a visible page: its timers fire, and nobody touches anything. */
async function wait(page: Page, minutes: number): Promise<void> {
  for (let gone = 0; gone < minutes * 2; gone += 1) {
    await page.clock.fastForward(MINUTE_MS / 2);
    // A read of the last activity, which a timer starts, ends in real time.
    await page.waitForTimeout(60);
  }
}

const signInAgain = (page: Page, email = 'costarica@demo.test') => enter(page, email);

test('[H4.9][H9.1] two minutes before the lock a notice offers to stay, and its button postpones the lock', async ({
  page,
}) => {
  await moveClockOf(page.context());
  await signIn(page, 'costarica@demo.test');
  await home(page);
  await wait(page, 7.5);
  const stay = page.getByRole('button', { name: 'Seguir conectado' });
  await expect(stay).toBeHidden();
  await wait(page, 1);
  await expect(stay).toBeVisible();
  await stay.tap();
  await expect(stay).toBeHidden();
  await wait(page, 7);
  await home(page);
  await expect(page).toHaveURL(/#\/app/);
});

for (const [layer, hash, opener] of [
  ['the card at the counter', '#/app/carnet/520021', 'Mostrar'],
  ['a question', '#/app/configuraciones', 'Cerrar sesión'],
  ['an editor', '#/app/configuraciones/informacionPersonal', 'Editar domicilio'],
] as const) {
  test(`[H4.9] over ${layer} that notice is seen and pressed, by finger and by key, and the layer stays open`, async ({
    page,
  }) => {
    await moveClockOf(page.context());
    await signIn(page, 'costarica@demo.test');
    await home(page);
    await page.goto(`/${hash}`);
    await page.getByRole('button', { name: opener }).first().press('Enter');
    const open = page.getByRole('dialog');
    await expect(open).toBeVisible();
    const stay = page.getByRole('button', { name: 'Seguir conectado' });
    for (const press of [() => stay.tap(), () => stay.press('Enter')]) {
      await wait(page, 8.5);
      await expect(stay).toBeVisible();
      await uncovered(stay);
      await press();
      await expect(stay).toBeHidden();
      await expect(open).toBeVisible();
    }
    await wait(page, 5);
    await expect(open, 'the session goes on').toBeVisible();
  });
}

test('[H4.9][H8.14][D25] after ten minutes the customer sees the alert at the start, and returns to the same screen after signing in', async ({
  page,
  line,
}) => {
  const syncs = () => line.seen.filter((one) => one.endsWith('dbPoliciesSynchronization')).length;
  await moveClockOf(page.context());
  await signIn(page, 'costarica@demo.test');
  await home(page);
  await page.goto('/#/app/configuraciones/ayuda');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Historial de ayuda');
  await wait(page, 10.5);
  await expired(page);
  expect(new URL(page.url()).hash).toMatch(/^(#\/)?$/);
  await signInAgain(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Historial de ayuda');
  // H7.9: policies are synchronized after each sign-in, on whichever screen, also in a page that stays open for days.
  await expect.poll(syncs).toBe(2);
  await page.goto('/#/app');
  await home(page);
  expect(syncs()).toBe(2);
});

test('[F15] another customer who signs in after a lock starts at home, not on the previous customer’s screen', async ({
  page,
}) => {
  await moveClockOf(page.context());
  await signIn(page, 'costarica@demo.test');
  await home(page);
  await page.getByRole('link', { name: 'Pagos' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Historial de pagos electrónicos');
  const address = new URL(page.url()).hash;
  await wait(page, 10.5);
  await expired(page);
  await signInAgain(page, 'ecuador@demo.test');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Gabriela');
  expect(new URL(page.url()).hash).not.toContain(address);
});

test('[F12] a half-written ticket is the same after the lock, offline too', async ({ page, context }) => {
  await moveClockOf(page.context());
  await signIn(page, 'costarica@demo.test');
  await home(page);
  await readyOffline(page);
  await page.goto('/#/app/configuraciones/ayuda/crear');
  await page.getByLabel('Cuéntanos un poco más').fill('A medio escribir');
  await page.getByRole('radio', { name: 'Reembolsos' }).check();
  await wait(page, 10.5);
  await expired(page);
  await context.setOffline(true);
  await signInAgain(page);
  await expect(page.getByLabel('Cuéntanos un poco más')).toHaveValue('A medio escribir');
  await expect(page.getByRole('radio', { name: 'Reembolsos' })).toBeChecked();
});

test('[F12] a half-filled editor of personal information opens again after the lock, and Cancelar drops it', async ({
  page,
}) => {
  await moveClockOf(page.context());
  await signIn(page, 'costarica@demo.test');
  await home(page);
  await page.goto('/#/app/configuraciones/informacionPersonal');
  await page.getByRole('button', { name: 'Editar domicilio' }).click();
  await page.getByLabel('Dirección exacta').fill('Avenida a medio escribir');
  await wait(page, 10.5);
  await expired(page);
  await signInAgain(page);
  const editor = page.getByRole('dialog', { name: 'Domicilio' });
  await expect(editor.getByLabel('Dirección exacta')).toHaveValue('Avenida a medio escribir');
  await expect(editor.getByText('Recuperamos lo que escribiste.')).toBeVisible();
  // Enter avoids a false double press: 'Cancelar' lies where 'Ingresar' was pressed.
  await editor.getByRole('button', { name: 'Cancelar' }).press('Enter');
  await expect(editor).toBeHidden();
  // Both happen within a few milliseconds, sooner than anybody reloads.
  await expect.poll(() => rowsOnDevice(page, 'drafts')).toBe(0);
  await expect.poll(() => page.evaluate(() => history.state?.amparoLayer)).toBeUndefined();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Información personal');
  await page.getByRole('button', { name: 'Editar domicilio' }).click();
  await expect(editor.getByLabel('Dirección exacta')).not.toHaveValue('Avenida a medio escribir');
});

test('[F13][D25] a device that slept for an hour shows no data when it wakes, nor after a reload', async ({ page }) => {
  await moveClockOf(page.context());
  await signIn(page, 'costarica@demo.test');
  await home(page);
  // On a sleeping device the wall clock goes on and no timer fires.
  await page.clock.setSystemTime(Date.now() + 60 * MINUTE_MS);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expired(page);

  // The tab was discarded meanwhile. Its data must not appear, even until the clock was read.
  await signInAgain(page);
  await home(page);
  await page.addInitScript(() => {
    const look = () => {
      if (document.body?.textContent?.includes('María Fernanda')) document.documentElement.dataset.shown = 'yes';
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await page.clock.setSystemTime(Date.now() + 120 * MINUTE_MS);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Usar otra cuenta' })).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-shown');
});

test('[D25] setting the clock back locks the session instead of keeping it open', async ({ page }) => {
  await moveClockOf(page.context());
  await signIn(page, 'costarica@demo.test');
  await home(page);
  await page.clock.setSystemTime(Date.now() - 60 * MINUTE_MS);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expired(page);
  await signInAgain(page);
  await home(page);
});

test('[F14] activity in one tab keeps the other open; without activity both lock together', async ({
  page,
  context,
}) => {
  await moveClockOf(context);
  await signIn(page, 'costarica@demo.test');
  await home(page);
  const other = await context.newPage();
  await other.goto('/#/app/configuraciones');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Gestiona tu cuenta');
  await wait(page, 6);
  await page.mouse.move(40, 40);
  await page.mouse.move(60, 60);
  await wait(page, 6);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Gestiona tu cuenta');
  await wait(page, 6);
  await expired(page);
  await expired(other);
});
