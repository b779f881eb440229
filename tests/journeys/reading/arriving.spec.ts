import { shot } from '../harness/screens.ts';
import { expect, test } from '../harness/test.ts';
import { askTicket, ticketsNamed } from '../harness/ticket.ts';
import { signInHome } from '../harness/trip.ts';

test('[D71] what arrives above moves nothing under the finger, takes no focus, and is marked', async ({
  page,
  browser,
  line,
}) => {
  test.setTimeout(180_000);
  await signInHome(page, 'grande@demo.test');
  await page.evaluate(() => {
    location.hash = '#/app/configuraciones/ayuda';
  });
  await expect(page.getByText('300 consultas')).toBeVisible();
  const list = page.getByRole('list', { name: 'Consultas' });
  await page.evaluate(() => scrollTo(0, 1500));
  await page.waitForTimeout(500);

  const other = await (await browser.newContext()).newPage();
  await other.goto(line.url);
  await signInHome(other, 'grande@demo.test');
  await askTicket(other, 'Desde otro teléfono');
  await expect.poll(() => ticketsNamed(line.url, 'Desde otro teléfono', 'grande@demo.test')).toBe(1);

  // The one in the middle of the window.
  const looked = list.getByRole('listitem').filter({ visible: true }).nth(8).getByRole('button').first();
  await looked.focus();
  const name = await looked.textContent();
  const top = () => page.evaluate(() => document.activeElement?.getBoundingClientRect().top ?? 0);
  const before = await top();
  const scrolledTo = await page.evaluate(() => scrollY);
  await page.evaluate(() => {
    const refresh = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Actualizar');
    refresh?.click();
  });
  await expect(page.getByText('301 consultas')).toBeAttached();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(scrolledTo + 50);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(name);
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
  await shot(page, 'llegado-quieto');

  await page.evaluate(() => scrollTo(0, 0));
  const arrived = list.getByRole('listitem').first();
  await expect(arrived).toContainText('Recién llegada.');
  await expect(list.getByText('Recién llegada.')).toHaveCount(1);
  await page.waitForTimeout(300);
  await shot(page, 'llegado-marcado');
  await page.emulateMedia({ colorScheme: 'dark' });
  await shot(page, 'llegado-marcado-oscuro');
  await other.context().close();
});
