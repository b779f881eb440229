import { test } from '../harness/deployment.ts';
import { looks } from '../harness/looks.ts';
import { expect, readyOffline } from '../harness/test.ts';
import { signInHome } from '../harness/trip.ts';

test('[D62][H2.57] the card can be shown, copied and printed offline at a counter, with numbers to call', async ({
  page,
  context,
  deployment,
}) => {
  test.setTimeout(240_000);
  await deployment.deploy({ VITE_SHARE_CARD: 'on', VITE_PHONES: 'sample' });
  await signInHome(page);
  await readyOffline(page);
  await page.goto('/#/app/carnet/520021');
  await expect(page.getByText('Titular')).toBeVisible();
  await context.setOffline(true);
  await looks(page, 'carnet');
  await expect(page.getByRole('link', { name: /^Emergencias/ })).toHaveAttribute('href', /^tel:\+506\d+$/);
  await expect(page.getByText(/Números de ejemplo/)).toBeVisible();
  // In groups for the eyes alone: what is marked or copied is the number.
  const member = page.getByRole('button', { name: /^Copiar N\.º de miembro: W 5/ });
  await expect(member).toHaveText(/^W\d+$/);
  const groups = await member
    .locator('span > span')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
  const [first, second] = groups.filter(({ width }) => width > 0);
  expect((second?.left ?? 0) - (first?.right ?? 0), 'a gap between the groups').toBeGreaterThan(3);
  expect(second?.top).toBe(first?.top);
  await expect(page.getByRole('article')).toContainText(/Nacimiento: \d+ de [a-z]+ de \d{4}/);

  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Mostrar' }).click();
  const layer = page.getByRole('dialog', { name: /^Carnet de María Fernanda/ });
  await expect(layer).toBeVisible();
  // The layer is white in any theme and fills the window.
  expect(await layer.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgb(255, 255, 255)');
  expect(await layer.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
  await expect(layer).toContainText(/Nacimiento: \d+ de/);
  await looks(page, 'carnet-mostrar');
  await page.goBack();
  await expect(layer).toBeHidden();
  await expect(page).toHaveURL(/carnet/);
  await page.getByRole('button', { name: 'Mostrar' }).press('Enter');
  await page.keyboard.press('Escape');
  await expect(layer).toBeHidden();
  await expect(page.getByRole('button', { name: 'Mostrar' })).toBeFocused();
});
