import type { Page } from '@playwright/test';
import { accessible, fits } from '../harness/looks.ts';
import { search } from '../harness/search.ts';
import { expect, readyOffline, signIn, test } from '../harness/test.ts';
import { complaints, face, offered, show } from './look.ts';

const customers = [
  ['ecuador@demo.test', 2],
  ['costarica@demo.test', 3],
  ['dominicana@demo.test', 3],
  ['guatemala@demo.test', 3],
  ['colombia@demo.test', 3],
] as const;

for (const [email, count] of customers) {
  test(`[D29] ${email} reads everything online, offline after one visit, and offline from a cold start`, async ({
    page,
    context,
  }) => {
    test.setTimeout(300_000);
    const found = complaints(context);
    await signIn(page, email);
    await readyOffline(page);
    const seen = new Map<string, string>();
    for (let index = 0; index < count; index += 1) {
      const home = `#/app?poliza=${index}`;
      await show(page, home);
      await accessible(page, `${email} ${home}`);
      for (const href of await offered(page)) {
        await show(page, href);
        seen.set(href, await face(page));
        await accessible(page, `${email} ${href}`);
        await fits(page, href);
      }
    }
    expect(seen.size).toBeGreaterThanOrEqual(count * 2);

    await context.setOffline(true);
    for (const [href, what] of seen) {
      await show(page, href);
      await expect.poll(() => face(page), { message: `${href} offline` }).toBe(what);
    }

    await page.close();
    const cold = await context.newPage();
    await cold.goto('/');
    await expect(cold).toHaveURL(/#\/app/);
    for (const [href, what] of seen) {
      await show(cold, href);
      await expect.poll(() => face(cold), { message: `${href} after a cold start` }).toBe(what);
    }
    expect(found).toEqual([]);
  });
}

test('[H2.26] internacional@demo.test without policies sees a welcome and a mail address, offline too', async ({
  page,
  context,
}) => {
  await signIn(page, 'internacional@demo.test');
  await readyOffline(page);
  await expect(page.getByText('Parece que no tienes pólizas activas')).toBeVisible();
  await accessible(page, 'no policies');
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('Parece que no tienes pólizas activas')).toBeVisible();
  await page.close();
  const cold = await context.newPage();
  await cold.goto('/');
  await expect(cold.getByText('Parece que no tienes pólizas activas')).toBeVisible();
  await expect(cold.getByRole('link', { name: 'Contáctanos' })).toHaveAttribute('href', /^mailto:/);
});

/** A search shows those of all years. */
async function everyPayment(page: Page): Promise<void> {
  await search(page, 'ORD-');
  await expect(page.getByText(/^10\s000 pagos de tu búsqueda$/)).toBeVisible();
}

test('[H2.32] grande@demo.test opens, searches and scrolls 10,000 payments and 2,000 documents, also offline from a cold start', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  await signIn(page, 'grande@demo.test');
  await page
    .getByRole('link', { name: /^Pagos/ })
    .first()
    .click();
  await everyPayment(page);
  expect(await page.getByRole('listitem').count()).toBeLessThan(40);
  await search(page, '560001-04242');
  await expect(page.getByText('1 pago de tu búsqueda')).toBeVisible();
  await page.getByRole('button', { name: /04242/ }).press('Enter');
  await expect(page.getByText('Comisión')).toBeVisible();
  await everyPayment(page);
  await page.keyboard.press('End');
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect(page.getByText('ORD-560001-00001')).toBeVisible();
  await page.goBack();
  await page
    .getByRole('link', { name: /^Documentos/ })
    .first()
    .click();
  await expect(page.getByText(/^\d+ en \d{4}$/)).toBeVisible();
  expect(await page.getByRole('listitem').count()).toBeLessThan(40);

  await readyOffline(page);
  await context.setOffline(true);
  await page.close();
  const cold = await context.newPage();
  await cold.goto('/#/app/pagos/560001');
  await everyPayment(cold);
  await show(cold, '#/app/documentos/560001');
  await search(cold, '20');
  await expect(cold.getByText(/^2\s?000 documentos$/)).toBeVisible();
});
