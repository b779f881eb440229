import { expect, signIn, test } from '../harness/test.ts';

test('[H2.32] payments go on paper whole, and not only the rows on the screen', { tag: '@devtools' }, async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signIn(page, 'grande@demo.test');
  await page.goto('/#/app/pagos/560001');
  const rows = page.getByRole('main').getByRole('button', { name: /Ref. ORD-560001-/ });
  await expect(rows.first()).toBeVisible();
  const onScreen = await rows.count();
  expect(onScreen).toBeLessThan(60);
  const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
  // A page of A4 holds about 20 rows, and a thousand are printed.
  const sheets = paper.match(/\/Type \/Page\b/g)?.length ?? 0;
  expect(sheets).toBeGreaterThan(20);
  await expect.poll(() => rows.count()).toBeLessThan(60);
});
