import type { Page } from '@playwright/test';
import { shot } from '../harness/screens.ts';
import { none, shifts, watchShifts } from '../harness/shifts.ts';
import { expect, readyOffline, test } from '../harness/test.ts';
import { askTicket } from '../harness/ticket.ts';
import { openNewRefund, signInHome } from '../harness/trip.ts';

const next = (page: Page) => page.getByRole('region', { name: 'Lo que sigue' });
/** Home is complete, and its late pulls have come. */
async function homeStands(page: Page): Promise<void> {
  await expect(next(page)).toContainText(/En trámite|R-20/);
  await expect(next(page)).toContainText('Próxima factura');
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1200);
}

/** By script: what follows a press of the customer's own would not be counted. */
const go = (page: Page, hash: string) =>
  page.evaluate((to) => {
    location.hash = to;
  }, hash);

/** Another screen stands too: what comes late there is not home's. */
async function screenStands(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1200);
  await shifts(page);
}

for (const size of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]) {
  test(`[F50] nothing of home moves at start, at a reload and at each return, at ${size.width}`, async ({ page }) => {
    test.setTimeout(180_000);
    await page.setViewportSize(size);
    await watchShifts(page);
    await signInHome(page);
    await homeStands(page);
    none(await shifts(page), 'after the sign-in');
    await readyOffline(page);

    for (const round of ['first', 'second']) {
      await page.reload();
      await homeStands(page);
      await shot(page, `quieto-${size.width}-${round}`);
      none(await shifts(page), `${round} reload`);
    }

    await go(page, '#/app/documentos/520021');
    await screenStands(page, 'Tus Documentos');
    await page.evaluate(() => document.querySelector<HTMLElement>('main button[title="Volver"]')?.click());
    await expect(next(page)).toBeVisible();
    await homeStands(page);
    none(await shifts(page), 'return by Volver');

    await go(page, '#/app/pagos/520021');
    await screenStands(page, 'Historial');
    await page.goBack();
    await homeStands(page);
    none(await shifts(page), 'return by the browser');

    await go(page, '#/app/pagos/520021');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Historial');
    await page.reload();
    await screenStands(page, 'Historial');
    await page.goBack();
    await homeStands(page);
    none(await shifts(page), 'return to an entry of before a reload');
  });

  test(`[F50] nor does a request that waits, or a form that was begun, move anything, at ${size.width}`, async ({
    page,
    context,
  }) => {
    test.setTimeout(180_000);
    await page.setViewportSize(size);
    await watchShifts(page);
    await signInHome(page);
    await homeStands(page);
    await readyOffline(page);
    await shifts(page);
    await openNewRefund(page);
    await page.getByLabel('Diagnóstico').fill('Gripe');
    await shifts(page);
    await go(page, '#/app');
    await expect(page.getByText(/sin enviar/)).toBeVisible();
    await homeStands(page);
    none(await shifts(page), 'return from a form');

    await context.setOffline(true);
    await askTicket(page, 'Una duda');
    await shifts(page);
    await go(page, '#/app');
    await expect(page.getByText('1 solicitud pendiente de envío.')).toBeVisible();
    await homeStands(page);
    none(await shifts(page), 'return with a request that waits');
    await page.reload();
    await expect(page.getByText('1 solicitud pendiente de envío.')).toBeVisible();
    await homeStands(page);
    none(await shifts(page), 'reload with a request that waits');
  });
}
