import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../harness/test.ts';
import { EMAIL } from '../harness/trip.ts';

// The style sheets are changed on their way. Neither the policy's digests nor a worker's copies may prevent that.
test.use({ serviceWorkers: 'block', bypassCSP: true });

/** Makes :has unknown. Chrome before 105 and Firefox before 121 skip each rule with it in the same way. */
async function withoutHas(page: Page): Promise<() => number> {
  let changed = 0;
  await page.route(/\.css$|\/(#.*)?$/, async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    const body = text.replaceAll(':has(', ':unknown-here(');
    if (body !== text) changed += 1;
    await route.fulfill({ response: answer, body });
  });
  return () => changed;
}

const styleOf = (page: Page, selector: string, name: string) =>
  page
    .locator(selector)
    .filter({ visible: true })
    .first()
    .evaluate((one, property) => getComputedStyle(one).getPropertyValue(property), name);

const dangerColour = (page: Page) =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--danger)';
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });

test('[D64] a browser without :has still draws the veil, the chosen card, a wrong field’s edge, and no empty line', {
  tag: '@devtools',
}, async ({ page }) => {
  const changed = await withoutHas(page);
  await page.goto('/');
  expect(changed()).toBeGreaterThan(0);
  expect(await page.evaluate(() => CSS.supports('selector(:unknown-here(a))'))).toBe(false);
  const enter = page.getByRole('button', { name: 'Ingresa', exact: true });
  await expect(enter).toBeVisible();
  for (const line of await page.locator('[data-waiting]').all()) await expect(line).toBeHidden();

  await enter.click();
  await expect(page.getByLabel('Correo electrónico')).toBeVisible();
  await expect.poll(() => styleOf(page, '[data-veil]', 'opacity')).toBe('1');

  await signIn(page, EMAIL);
  await page.getByRole('link', { name: 'Reembolsos' }).first().click();
  await page.getByRole('link', { name: 'Solicitar reembolso' }).click();
  const card = page.locator('label', { hasText: 'Ambulatorio' });
  const shadow = () => card.evaluate((one) => getComputedStyle(one).boxShadow);
  const before = await shadow();
  await card.click();
  await expect(card.getByRole('radio')).toBeChecked();
  await expect.poll(shadow).not.toBe(before);

  await page.goto('/#/app/configuraciones/password');
  const password = page.getByLabel('Contraseña nueva', { exact: true });
  await page.getByLabel('Contraseña actual').fill('Amparo2026');
  await password.fill('corta');
  await page.getByLabel('Repite la contraseña nueva').fill('corta');
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click();
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  // The frame surrounds the field and its eye.
  const edge = () => password.locator('..').evaluate((frame) => getComputedStyle(frame).boxShadow);
  await expect.poll(edge).toContain(await dangerColour(page));
});

test('[D64] in a browser without :has nothing lies under the rail, and no notice covers a button of the start page', {
  tag: '@devtools',
}, async ({ page, context }) => {
  await withoutHas(page);
  await page.goto('/');
  const enter = page.getByRole('button', { name: 'Ingresa', exact: true });
  await enter.hover();
  // The start screen's script comes with the first sign of use; without it nothing hears of the connection.
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  const said = page.getByRole('button', { name: /Parece que no tienes conexión/ });
  await expect(said).toBeVisible();
  const [notice, button] = [await said.boundingBox(), await enter.boundingBox()];
  expect((notice?.y ?? 0) + (notice?.height ?? 0)).toBeLessThan(button?.y ?? 0);
  await context.setOffline(false);

  await signIn(page, EMAIL);
  await page.setViewportSize({ width: 1280, height: 800 });
  const [rail, content] = [
    await page.getByRole('navigation', { name: 'Secciones' }).boundingBox(),
    await page.getByRole('heading', { level: 1 }).boundingBox(),
  ];
  expect(content?.x ?? 0).toBeGreaterThan((rail?.x ?? 0) + (rail?.width ?? 0));
});
