import { rowsOnDevice } from '../harness/device.ts';
import { expect, signIn, test } from '../harness/test.ts';
import { queueTicket, ticketsNamed } from '../harness/ticket.ts';
import { changeAddress } from '../harness/tokens.ts';
import { EMAIL, pressSignOut } from '../harness/trip.ts';

const NEW = 'maria.nueva@demo.test';
const TEXT = 'Antes de cambiar mi correo';

test('[F52] what waited here goes out once after the email was changed elsewhere, and erasing leaves nothing', async ({
  page,
  context,
  server,
}) => {
  test.setTimeout(180_000);
  await queueTicket(page, context, TEXT);
  await page.goto('/#/app/configuraciones');
  await pressSignOut(page);
  await expect(page.getByText(/^Sesión cerrada/)).toBeVisible();
  await changeAddress(server, EMAIL, NEW);
  await context.setOffline(false);

  await signIn(page, NEW);
  await expect.poll(() => rowsOnDevice(page, 'outbox'), { timeout: 45_000 }).toBe(0);
  expect(await ticketsNamed(server.url, TEXT, NEW)).toBe(1);
  await page.goto('/#/app/configuraciones/pendientes');
  await expect(page.getByRole('region', { name: 'Comprobantes' })).toBeVisible();

  await page.goto('/#/app/configuraciones');
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await page.getByRole('checkbox', { name: 'Borrar los datos de este teléfono' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar sesión' }).press('Enter');
  await expect(page.getByText('Sesión cerrada exitosamente')).toBeVisible();
  for (const table of ['vault', 'session', 'receipts', 'policies']) expect(await rowsOnDevice(page, table)).toBe(0);
});
