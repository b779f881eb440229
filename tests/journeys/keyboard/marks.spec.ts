import type { Page } from '@playwright/test';
import { fits, SHOTS, wordsWhole } from '../harness/looks.ts';
import { expect, signIn, test } from '../harness/test.ts';
import { signInHome } from '../harness/trip.ts';

const shot = async (page: Page, name: string) => {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png` });
};

/** The chosen or current elements that look like their neighbours which are not. */
function unmarked(): string[] {
  const drawn = (one: Element): string =>
    [one, ...one.querySelectorAll('*')]
      .flatMap((part) => [null, '::before', '::after'].map((pseudo) => getComputedStyle(part, pseudo)))
      .map(
        ({
          content,
          borderTopWidth,
          borderBottomWidth,
          borderInlineStartWidth,
          borderTopColor,
          outlineStyle,
          backgroundColor,
          ...style
        }) =>
          [
            content,
            borderTopWidth,
            borderBottomWidth,
            borderInlineStartWidth,
            borderTopColor,
            outlineStyle,
            backgroundColor,
            style.color,
            style.opacity,
            style.display,
            style.width === style.height ? style.width : '',
            style.textDecorationLine,
          ].join(),
      )
      .join('|');
  const states = ['[aria-current]:not([aria-current="false"])', '[aria-selected="true"]', '[data-chosen]'];
  const found: string[] = [];
  for (const state of states) {
    for (const one of document.querySelectorAll(state)) {
      if (!one.checkVisibility()) continue;
      const alike = [...document.querySelectorAll(`.${CSS.escape(one.classList[0] ?? 'none')}`)];
      const other = alike.find((each) => each !== one && !each.matches(state) && each.checkVisibility());
      if (other && drawn(one) === drawn(other)) found.push(`${state}: ${one.textContent}`);
      if (other) found.push('');
    }
  }
  return found;
}

/** @param least how many marks must be there to compare */
async function marked(page: Page, what: string, least = 1): Promise<void> {
  const found = await page.evaluate(unmarked);
  expect(found.filter(Boolean), `no mark in forced colours: ${what}`).toEqual([]);
  expect(found.length, `marks judged: ${what}`).toBeGreaterThanOrEqual(least);
}

test('[H2.19] forced colours still show the chosen option, card and year, the rail and the dots', {
  tag: '@preference',
}, async ({ page }) => {
  test.setTimeout(150_000);
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/#/registro/residencia');
  await page.locator('label').filter({ hasText: 'Guatemala' }).click();
  await marked(page, 'residence');
  await signIn(page, 'costarica@demo.test');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await marked(page, 'home on a phone');
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole('navigation', { name: 'Secciones' })).toBeVisible();
  await marked(page, 'the rail');
  await shot(page, 'marks-rail');
  await page.goto('/#/app/pagos/520021');
  await expect(page.getByText(/^\d+ pagos/).first()).toBeVisible();
  await marked(page, 'payments', 2);
  await page.goto('/#/app/reembolsos/a%C3%B1adir/520021');
  await page.locator('label').filter({ hasText: 'Ambulatorio' }).first().click();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('combobox', { name: 'Paciente' }).click();
  await page.getByRole('option').nth(1).click();
  await page.getByRole('combobox', { name: 'Paciente' }).click();
  await expect(page.getByRole('option', { selected: true })).toBeVisible();
  await marked(page, 'the chosen person');
  await shot(page, 'marks-person');
});

test('[H2.47] forced colours show where a refund stands', { tag: '@preference' }, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signIn(page, 'costarica@demo.test');
  await page.goto('/#/app/reembolsos/520021');
  await page
    .getByRole('button', { name: /En trámite.*R-\d{4}-/ })
    .first()
    .click();
  const now = page.locator('main ol > [aria-current="step"]');
  await expect(now).toContainText('En trámite');
  const frames = await now.evaluate((stop) =>
    [...(stop.parentElement?.children ?? [])]
      .filter((one) => one !== stop)
      .map((one) => one.firstElementChild)
      .concat(stop.firstElementChild)
      .map((sign) => (sign ? getComputedStyle(sign).borderTopWidth : '')),
  );
  await shot(page, 'marks-refund');
  expect(frames.slice(0, -1)).not.toContain(frames.at(-1));
});

test('[H2.19] home cuts off and breaks nothing with text of 150 and 200 %, on a low phone and beside a rail', async ({
  page,
}) => {
  test.setTimeout(150_000);
  await signIn(page, 'costarica@demo.test');
  await expect(page.getByRole('heading', { name: 'Salud Global Plus' })).toBeVisible();
  // They come last, once all of home stands.
  await expect(page.getByRole('heading', { name: 'Lo que Amparo hace por ti' })).toBeVisible();
  for (const [width, height, sizes] of [
    [390, 844, ['100%', '150%', '200%']],
    [1280, 800, ['150%', '200%']],
    [375, 553, ['100%']],
    [543, 800, ['100%', '200%']],
    [720, 800, ['100%', '150%']],
    [899, 800, ['100%', '150%']],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const size of sizes) {
      await page.evaluate((to) => document.documentElement.style.setProperty('font-size', to), size);
      await page.waitForTimeout(400);
      await shot(page, `home-${width}-${size.replace('%', '')}`);
      await fits(page, `home at ${size}, ${width}`);
      await wordsWhole(page, `home at ${size}, ${width}`);
    }
  }
});

test('a notch covers nothing that is read or pressed', { tag: '@devtools' }, async ({ page }) => {
  test.setTimeout(120_000);
  const NOTCH_PX = 47;
  const line = await page.context().newCDPSession(page);
  await page.setViewportSize({ width: 844, height: 390 });
  await line.send('Emulation.setSafeAreaInsetsOverride', {
    insets: { left: NOTCH_PX, leftMax: NOTCH_PX, right: NOTCH_PX, rightMax: NOTCH_PX },
  });
  const under = (edge: number) =>
    [...document.querySelectorAll<HTMLElement>('a, button, input, h1, h2, p, [role="switch"]')]
      .filter((one) => one.checkVisibility() && !one.closest('.visually-hidden, [inert], ul[class*="strip"]'))
      .filter((one) => {
        const { left, right, width } = one.getBoundingClientRect();
        return width > 1 && left < innerWidth && right > 0 && (left < edge || right > innerWidth - edge);
      })
      .map((one) => one.textContent || one.outerHTML.slice(0, 80));
  await page.goto('/#/registro/residencia');
  await expect(page.getByRole('button', { name: 'Iniciar' })).toBeVisible();
  expect(await page.evaluate(under, NOTCH_PX), 'residence').toEqual([]);
  await page.goto('/');
  await signIn(page, 'costarica@demo.test');
  for (const hash of ['#/app/pagos/520021', '#/app/reembolsos/a%C3%B1adir/520021', '#/app/configuraciones']) {
    await page.goto(`/${hash}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForTimeout(400);
    expect(await page.evaluate(under, NOTCH_PX), hash).toEqual([]);
    await shot(page, `notch-${hash.replaceAll('/', '-')}`);
  }
});

test('a press is seen at once on a link, a line and a button, also under a pointer', async ({ page }) => {
  await signInHome(page);
  const pay = page.getByRole('button', { name: /^Pagar/ }).or(page.getByRole('link', { name: /^Pagar/ }));
  for (const pressed of [
    // The square of a tile.
    page.getByRole('link', { name: 'Carnet' }).first().locator('span').first(),
    page.getByRole('button', { name: 'Ver las 3 pólizas' }),
    pay.first(),
  ]) {
    const ground = () => pressed.evaluate((node) => getComputedStyle(node).backgroundImage);
    await pressed.hover();
    expect(await ground()).toBe('none');
    await page.mouse.down();
    expect(await ground()).toContain('gradient');
    // Let go elsewhere, it was no press.
    await page.mouse.move(3, 3);
    await page.mouse.up();
    expect(await ground()).toBe('none');
  }
});
