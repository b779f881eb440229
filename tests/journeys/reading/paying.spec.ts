import { accessible, looks } from '../harness/looks.ts';
import { expect, signIn, test } from '../harness/test.ts';

test('[H7.16][H1.6] a customer in arrears pays a bill in another tab, and it is gone on return', async ({
  page,
  context,
}) => {
  await signIn(page, 'guatemala@demo.test');
  await page.getByRole('button', { name: 'Póliza siguiente' }).click();
  await page.getByRole('link', { name: 'Facturas impagadas' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Facturas impagadas' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.getByRole('button', { name: 'Realizar pago' }).first().click();
  const go = page.getByRole('link', { name: 'Ir a pagar' });
  await expect(go).toBeFocused();
  await accessible(page, 'the way to pay');
  const opened = context.waitForEvent('page');
  await go.click();
  const shop = await opened;
  await shop.getByRole('button', { name: 'Pagar' }).click();
  await expect(shop.getByText('Pago realizado')).toBeVisible();
  await shop.close();
  // A headless page is never hidden, so the journey dispatches the event of the return.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByText('Pago recibido')).toBeVisible();
  await expect(page.getByText(/Referencia ORD-S-/)).toBeVisible();
  await looks(page, 'bill-paid');
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('Pago recibido')).toBeVisible();
});

test('[H2.28] the total of several owed bills is shown', async ({ page }) => {
  await signIn(page, 'guatemala@demo.test');
  await page.getByRole('button', { name: 'Póliza siguiente' }).click();
  await page.getByRole('link', { name: 'Facturas impagadas' }).click();
  await expect(page.getByText('Total por pagar, 2 facturas')).toBeVisible();
  await looks(page, 'bills-total');
});

test('[H5.5][D19] an extra contribution is paid from home and appears in the payments', async ({ page, context }) => {
  await signIn(page, 'costarica@demo.test');
  await page.getByRole('button', { name: 'Póliza siguiente' }).click();
  await page.getByRole('button', { name: 'Aportación extra' }).click();
  await page.getByLabel('Importe').fill('150,50');
  await accessible(page, 'extra contribution');
  await page.getByRole('button', { name: 'Continuar' }).click();
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Ir a pagar US$150,50' }).click();
  const shop = await opened;
  await shop.getByRole('button', { name: 'Pagar' }).click();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('Pago recibido')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continuar' })).toHaveCount(0);
  await looks(page, 'extra-contribution-paid');
  // The app is open where the customer left it, so the payment page just closes.
  const closed = shop.waitForEvent('close');
  await shop.getByRole('link', { name: 'Volver a Amparo' }).click();
  await closed;
  expect(context.pages()).toEqual([page]);
});

test('a customer who closed the app meanwhile comes back from the payment page to an open one', async ({
  page,
  context,
}) => {
  await signIn(page, 'costarica@demo.test');
  await page.getByRole('button', { name: 'Póliza siguiente' }).click();
  await page.getByRole('button', { name: 'Aportación extra' }).click();
  await page.getByLabel('Importe').fill('151');
  await page.getByRole('button', { name: 'Continuar' }).click();
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Ir a pagar US$151,00' }).click();
  const shop = await opened;
  await shop.getByRole('button', { name: 'Pagar' }).click();
  await page.close();
  await shop.getByRole('link', { name: 'Volver a Amparo' }).click();
  await expect(shop).toHaveURL(/#\/app/);
  // The app of this window pulls what the payment changed.
  await shop.getByRole('button', { name: 'Póliza siguiente' }).click();
  // The address changes before the card is drawn.
  await expect(shop.locator('[aria-current=true]')).toContainText('Vida Universal Flexible');
  await shop
    .getByRole('main')
    .getByRole('link', { name: /^Pagos/ })
    .first()
    .click();
  await expect(shop.getByText('US$151,00').first()).toBeVisible();
});

test('[D29] the button to pay is disabled offline and says what it needs', async ({ page, context }) => {
  await signIn(page, 'guatemala@demo.test');
  await page.getByRole('button', { name: 'Póliza siguiente' }).click();
  await page.getByRole('link', { name: 'Facturas impagadas' }).click();
  await expect(page.getByRole('button', { name: 'Realizar pago' })).toHaveCount(2);
  await context.setOffline(true);
  await expect(page.getByText(/Para pagar necesitas conexión a internet/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Realizar pago' }).first()).toBeDisabled();
  await accessible(page, 'bills offline');
});
