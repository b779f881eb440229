import type { Page } from '@playwright/test';
import { cutOff, textSpaced, tooWide, uncovered, wordsBroken } from '../harness/looks.ts';
import { fillRefund, samplePdf, samplePhoto, toReview } from '../harness/refund.ts';
import { everyScreen, open, screens, shot, textSize } from '../harness/screens.ts';
import { expect, signIn, test } from '../harness/test.ts';
import { begin, fillAll, touch, walkOf } from '../registration/walk.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const sizes = [
  [390, 844],
  [320, 640],
  [1280, 800],
] as const;

/**
 * What is cut off or broken at twice the text size and three widths. Words of titles, labels, days and buttons must
 * stay whole.
 */
async function brokenAtTwice(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await textSize(page, '200%');
    await page.waitForTimeout(300);
    await shot(page, `twice-${name}-${width}`, width < 400);
    const problems = [...(await tooWide(page)), ...(await wordsBroken(page))];
    found.push(...problems.map((problem) => `${name}, ${width}: ${problem}`));
  }
  await textSize(page, '');
  await page.setViewportSize({ width: 390, height: 844 });
  return found;
}

test('[H2.19] every screen at twice the text size keeps its words whole, on two phones and on a desk', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await signIn(page, 'costarica@demo.test');
  const broken: string[] = [];
  for (const [name, hash] of screens) {
    await open(page, hash);
    broken.push(...(await brokenAtTwice(page, name)));
  }
  expect(broken).toEqual([]);
});

/** Amounts on two lines, and stops of a refund's way whose name reaches into the next one (D74, D73). */
const amountsAndStops = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const rects = (one: Element) => {
      const range = document.createRange();
      // What only screen readers hear comes behind it.
      range.selectNodeContents(document.createTreeWalker(one, NodeFilter.SHOW_TEXT).nextNode() ?? one);
      return [...range.getClientRects()].filter(({ width }) => width > 1);
    };
    const amounts = [...document.querySelectorAll('main .amount, main [data-lead] [class*="_text_"]')];
    const twoLines = amounts.filter((one) => new Set(rects(one).map(({ top }) => Math.round(top))).size > 1);
    const names = [...document.querySelectorAll('main ol [class*="_name_"]')];
    const into = names.filter((one) => {
      const stop = one.closest('li')?.getBoundingClientRect();
      return stop !== undefined && rects(one).some(({ right }) => right > stop.right + 1);
    });
    return [...twoLines, ...into].map(({ textContent }) => textContent ?? '');
  });

test('[D73][D74] a refund from its steps over the review to its detail keeps amounts and words whole at twice the text size', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await signIn(page, 'costarica@demo.test');
  const broken: string[] = [];
  const look = async (name: string) => {
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      for (const size of ['150%', '200%']) {
        await textSize(page, size);
        await page.waitForTimeout(300);
        await shot(page, `${size}-${name}-${width}`, width < 400);
        const checks = [tooWide, wordsBroken, cutOff, amountsAndStops];
        const problems = (await Promise.all(checks.map((check) => check(page)))).flat();
        broken.push(...problems.map((problem) => `${name}, ${width} at ${size}: ${problem}`));
      }
    }
    await textSize(page, '');
    await page.setViewportSize({ width: 390, height: 844 });
  };
  await open(page, '#/app/reembolsos/520021');
  await fillRefund(page, {
    diagnosis: 'Lumbalgia',
    photo: await samplePhoto(page),
    pdf: samplePdf(),
    amount: ['123.456,78', 0],
    onStep: (step) => look(`step ${step}`),
  });
  await toReview(page);
  await look('review');
  await open(page, '#/app/reembolsos/520021');
  await page
    .getByRole('button', { name: /R-\d{4}-/ })
    .first()
    .click();
  // The list has amounts too, until the refund stands in its place.
  await expect(page).toHaveURL(/reembolsos\/detalles/);
  await expect(page.locator('main .amount')).toHaveCount(1);
  await look('detail');
  expect(broken).toEqual([]);
});

test('every screen at the spacing of text that readers may ask for keeps all of its words', async ({ page }) => {
  test.setTimeout(300_000);
  await signIn(page, 'costarica@demo.test');
  await textSpaced(page);
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    for (const [name, hash] of everyScreen) {
      await open(page, hash);
      await shot(page, `spaced-${name}-${width}`, width < 400);
      const cut = [...(await tooWide(page)), ...(await cutOff(page))];
      expect.soft(cut, `${name} at ${width}`).toEqual([]);
    }
  }
});

test('the editors at twice the text size on the narrowest phone have their buttons beside or above each other, and no foot over a field', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await signIn(page, 'costarica@demo.test');
  await page.setViewportSize({ width: 320, height: 640 });
  await textSize(page, '200%');
  await open(page, '#/app/configuraciones/informacionPersonal');
  await page.getByRole('button', { name: 'Editar contacto' }).click();
  const editor = page.getByRole('dialog');
  const email = editor.getByLabel('Correo electrónico');
  await email.fill('otra@correo.test');
  const password = editor.getByLabel('Tu contraseña', { exact: true });
  await password.focus();
  await uncovered(password);
  await shot(page, 'twice-editor-password');
  expect(await wordsBroken(page)).toEqual([]);
  const [save, cancel] = await Promise.all(
    ['Guardar', 'Cancelar'].map((name) => editor.getByRole('button', { name }).boundingBox()),
  );
  if (!save || !cancel) throw new Error('not shown');
  expect(cancel.y, 'Guardar is never above Cancelar with nothing beside it').toBeLessThanOrEqual(save.y);
});

for (const [country, answers] of [
  ['Costa Rica', { nif: '303450678' }],
  ['Guatemala', {}],
] as const) {
  test(`[V2.12] every step of the registration in ${country} at twice the text size keeps its words whole`, async ({
    page,
  }) => {
    test.setTimeout(240_000);
    const address = 'letra@correo.test';
    const walk = await walkOf(page, touch, country, { ...answers, email: address, emailConfirmacion: address });
    const broken: string[] = [];
    walk.onStep = async ({ id }) => {
      broken.push(...(await brokenAtTwice(page, `${country} ${id}`)));
    };
    await begin(walk);
    await fillAll(walk);
    expect(broken).toEqual([]);
  });
}
