import { listen } from '../harness/ear.ts';
import { choose } from '../harness/refund.ts';
import { search } from '../harness/search.ts';
import { forget } from '../harness/storage.ts';
import { expect, signIn, test } from '../harness/test.ts';
import { begin, fillAll, touch, walkOf } from '../registration/walk.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test('[V2.32] a screen reader hears only new texts during a registration', async ({ page }) => {
  test.setTimeout(180_000);
  const ear = await listen(page);
  const address = 'oida@correo.test';
  const answers = { nif: '303450678', email: address, emailConfirmacion: address };
  const walk = await walkOf(page, touch, 'Costa Rica', answers);
  const all: string[] = [];
  walk.onStep = async ({ id }) => {
    await page.waitForTimeout(900);
    all.push(...(await ear.heard(id)));
  };
  await begin(walk);
  await fillAll(walk);
  // Each of the two photos reports once that it is ready.
  expect(all.filter((text) => text === 'Listo')).toHaveLength(2);
});

test('[V2.19][H2.42] a screen reader hears what is new in a refund, a search, a filter and a lost connection', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  const ear = await listen(page);
  await signIn(page, 'costarica@demo.test');
  await ear.heard('home');
  await page.goto('/#/app/reembolsos/a%C3%B1adir/520021');
  for (const type of ['Ambulatorio', 'Hospitalario']) await page.getByText(type, { exact: true }).click();
  await page.getByText('Ambulatorio', { exact: true }).click();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await choose(page, 'Paciente', 0);
  await page.getByLabel('Diagnóstico').fill('Gripe');
  await page.waitForTimeout(900);
  expect(await ear.heard('a refund, one answer after the other')).not.toContain('Falta: diagnóstico.');
  await page.getByLabel('Diagnóstico').fill('');
  await page.waitForTimeout(900);
  expect((await ear.heard('an answer taken back')).join()).toContain('diagnóstico');

  await page.goto('/#/app/pagos/520021');
  await search(page, 'nada de esto');
  await page.waitForTimeout(600);
  await ear.heard('a search without a hit');
  await page.goto('/#/app/documentos/520021');
  await page.getByRole('button', { name: 'Todos' }).click();
  await page.getByRole('radio').nth(1).press('Space');
  await page.waitForTimeout(600);
  await ear.heard('a filter');

  await context.setOffline(true);
  await expect(page.getByText('Parece que no tienes conexión')).toBeVisible();
  const lost = await ear.heard('offline');
  expect(lost.filter((text) => text.includes('Parece que no tienes conexión')).length).toBeLessThanOrEqual(1);
  await forget(page, ['roles', 'pulls']);
  await context.setOffline(false);
  await page.waitForTimeout(1500);
  await ear.heard('online again');
});
