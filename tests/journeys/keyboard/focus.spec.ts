import { watchFocus } from '../harness/focus.ts';
import { oneByOne } from '../harness/line.ts';
import { search } from '../harness/search.ts';
import { forget } from '../harness/storage.ts';
import { expect, signIn, test } from '../harness/test.ts';
import { fillTicket, openTicketForm } from '../harness/ticket.ts';
import { signInHome } from '../harness/trip.ts';

const onBody = () => document.activeElement === document.body;

test('[V2.7] Regístrate pressed by key moves the focus to the title of the first question', async ({ page }) => {
  const focus = await watchFocus(page);
  await page.goto('/');
  await page.getByRole('link', { name: 'Regístrate' }).first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: '¿Cuál es tu país de residencia fiscal?' })).toBeFocused();
  await focus.kept('Regístrate');
});

test("[V2.7] signing in by key moves the focus to home's title; a new page begins at its skip link", async ({
  page,
}) => {
  const focus = await watchFocus(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, 'costarica@demo.test');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await focus.kept('signing in');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Salud Global Plus' })).toBeVisible();
  expect(await page.evaluate(onBody)).toBe(true);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Saltar al contenido' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('[V2.18] the banner, a search without a match and a toast pass the focus on when they disappear', async ({
  page,
  context,
  line,
}) => {
  const focus = await watchFocus(page);
  await signIn(page, 'costarica@demo.test');
  await page.getByRole('link', { name: 'Pagos' }).first().click();
  await search(page, 'nada de esto');
  const field = page.getByRole('searchbox', { name: 'Referencia, importe o mes' });
  await page.getByRole('button', { name: 'Borrar la búsqueda' }).press('Enter');
  await expect(field).toBeFocused();
  await context.setOffline(true);
  await page.getByRole('button', { name: /no tienes conexión/ }).press('Enter');
  await expect(field, 'where it came from').toBeFocused();
  await focus.kept('search and banner');
  line.fault = oneByOne((_, path) => (path.includes('getPolicyCards') ? { status: 500 } : null));
  await context.setOffline(false);
  await forget(page, ['cards', 'pulls']);
  await page.goto('/#/app/reembolsos/a%C3%B1adir/520021');
  await page.getByRole('radio', { name: /^Ambulatorio/ }).press('Space');
  await page.getByRole('button', { name: 'Continuar' }).press('Enter');
  const toast = page.locator('[aria-relevant="additions"] button');
  await expect(toast).toHaveText(/Error al cargar los pacientes/);
  // An error stays longer than a success.
  await page.waitForTimeout(3500);
  await toast.press('Enter');
  await expect(toast).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await focus.kept('the toast');
});

test('[V4.3] Tab right after the last letter stops at the button, which then sends', async ({ page }) => {
  const focus = await watchFocus(page);
  await signInHome(page);
  await openTicketForm(page);
  await fillTicket(page, 'Una pregunt');
  const send = page.getByRole('button', { name: 'Enviar mi solicitud' });
  await expect(send).toBeEnabled();
  await page.getByLabel('Cuéntanos un poco más').pressSequentially('a');
  await page.keyboard.press('Tab');
  await expect(send).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Consulta/ })).toBeFocused();
  await focus.kept('the ticket');
});

test("[H2.19] Tab stops only in the policy in front; the last 'Póliza siguiente' keeps the focus", async ({ page }) => {
  const focus = await watchFocus(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'grande@demo.test');
  const strip = page.getByRole('list', { name: 'Tus pólizas' });
  await expect(strip).toBeVisible();
  await strip.focus();
  const before = page.url();
  let stops = 0;
  const next = page.getByRole('button', { name: 'Póliza siguiente' });
  while (!(await next.evaluate((element) => element === document.activeElement)) && stops < 10) {
    await page.keyboard.press('Tab');
    stops += 1;
  }
  expect(stops, 'stops of Tab from the strip to the buttons, with 40 policies').toBeLessThanOrEqual(3);
  expect(page.url()).toBe(before);
  await page.goto('/#/app?poliza=37');
  await expect(page).toHaveURL(/poliza=37/);
  // The address is there before the strip has moved.
  await expect(page.getByRole('listitem', { name: 'Póliza 38 de 40' })).toHaveAttribute('aria-current', 'true');
  await next.focus();
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/poliza=39/);
  await expect(next).toBeFocused();
  await expect(page.getByRole('listitem', { name: 'Póliza 40 de 40' })).toHaveAttribute('aria-current', 'true');
  // An arrow key inside a card moves to the next card, and the focus to the strip around both.
  await page.locator('[aria-current=true] a').first().focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(/poliza=38/);
  await expect(strip).toBeFocused();
  await focus.kept('the carousel');
});

test('[H2.59] arrow keys move through the categories of the open filter; Enter takes the current one', async ({
  page,
}) => {
  const focus = await watchFocus(page);
  await signIn(page, 'costarica@demo.test');
  await page.getByRole('link', { name: 'Documentos', exact: true }).first().click();
  await page.getByRole('button', { name: 'Todos' }).press('Enter');
  await page.getByRole('radio', { name: 'Todos' }).focus();
  const all = await page.getByText(/^\d+ documentos$/).textContent();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByText(all ?? '')).toHaveCount(0);
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('radio', { name: 'Todos' })).toBeChecked();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await focus.kept('the filter');
});
