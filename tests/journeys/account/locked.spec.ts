import type { Page } from '@playwright/test';
import { awayFor } from '../harness/device.ts';
import { accessible, looks, phone } from '../harness/looks.ts';
import { expect, PASSWORD, test } from '../harness/test.ts';
import { queueTicket } from '../harness/ticket.ts';
import { pressSignOut, signInHome } from '../harness/trip.ts';

const EXPIRED = 'Tu sesión ha expirado. Si necesitas seguir realizando gestiones, por favor, vuelve a iniciar sesión.';
const MASKED = 'c•••@demo.test';

const address = (page: Page) => page.getByLabel('Correo electrónico');
const password = (page: Page) => page.getByLabel('Contraseña', { exact: true });
const shown = (page: Page, text: string) => page.getByText(text).filter({ visible: true });
const wholly = (page: Page) => page.evaluate(() => document.body.innerText);

/** Eleven minutes pass, and the page notices. */
async function lock(page: Page): Promise<void> {
  await awayFor(page, 11 * 60_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(shown(page, 'Usar otra cuenta')).toBeVisible();
}

for (const [device, viewport, title] of [
  ['a phone', phone, 'Hola de nuevo'],
  ['a desk', { width: 1280, height: 800 }, 'La puerta está cerrada, lo tuyo sigue dentro.'],
] as const) {
  test.describe(device, () => {
    test.use({ viewport });

    test('[D72][H4.9] after a lock only the password is asked, and opens without a connection where one was', async ({
      page,
      context,
    }) => {
      await queueTicket(page, context, 'Espera en la puerta');
      await page.goto('/#/app/configuraciones/pendientes');
      await lock(page);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Hola de nuevo' })).toBeVisible();
      await expect(shown(page, EXPIRED)).toBeVisible();
      await expect(shown(page, MASKED)).toBeVisible();
      await expect(shown(page, '1 solicitud sigue guardada aquí.')).toBeVisible();
      await expect(address(page)).toBeHidden();
      await expect(password(page)).toBeFocused();
      expect(await wholly(page)).not.toMatch(/María|costarica@/);
      await accessible(page, 'the locked screen');
      if (viewport.width === phone.width) await looks(page, 'bloqueado');

      await password(page).fill('equivocada');
      await password(page).press('Enter');
      await expect(shown(page, 'La contraseña no es correcta.')).toBeVisible();
      await expect(password(page)).toHaveValue('equivocada');
      if (viewport.width === phone.width) await looks(page, 'bloqueado-error');
      await page.evaluate(() => {
        const marks = document.documentElement.dataset;
        new MutationObserver(() => {
          if ('entered' in marks) marks.hasOpened = '';
        }).observe(document.documentElement, { attributeFilter: ['data-entered'] });
      });
      await password(page).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1, name: 'Pendientes' })).toBeVisible({ timeout: 45_000 });
      // The door opened meanwhile, and is shut for the next time.
      await expect(page.locator('html')).toHaveAttribute('data-has-opened');
      await expect(page.locator('html')).not.toHaveAttribute('data-entered');
    });

    test('[D72] a reload greets from the first paint, without a shift, and another account is a press away', async ({
      page,
    }) => {
      await signInHome(page);
      await lock(page);
      await page.addInitScript(() => {
        new PerformanceObserver((list) => {
          const shifted = list.getEntries().some((entry) => 'value' in entry && Number(entry.value) > 0);
          if (shifted) document.documentElement.dataset.shifted = '';
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await page.reload();
      await expect(shown(page, MASKED)).toBeVisible();
      await expect(shown(page, 'Escribe tu contraseña para seguir donde estabas.')).toBeVisible();
      await expect(password(page)).toBeFocused();
      await expect(page.locator('html')).not.toHaveAttribute('data-shifted');

      await page.getByRole('button', { name: 'Usar otra cuenta' }).press('Enter');
      await expect(address(page)).toBeFocused();
      await expect(shown(page, MASKED)).toHaveCount(0);
      await page.keyboard.type('guatemala@demo.test');
      await password(page).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Ixchel', { timeout: 45_000 });
      await lock(page);
      await expect(shown(page, 'g•••@demo.test')).toBeVisible();
    });
  });
}

test('[D72] with the keyboard open the field and its button are both seen', async ({ page }) => {
  await signInHome(page);
  await lock(page);
  await page.setViewportSize({ width: 390, height: 430 });
  await expect(password(page)).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Ingresar', exact: true })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 320, height: 568 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('[D72][D26] a sign-out forgets who was here', async ({ page }) => {
  await signInHome(page);
  await page.goto('/#/app/configuraciones');
  await pressSignOut(page);
  await expect(page.getByRole('button', { name: 'Ingresa', exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Ingresa', exact: true })).toBeVisible();
  expect(await wholly(page)).not.toContain('•••');
});
