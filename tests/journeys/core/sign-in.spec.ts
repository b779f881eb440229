import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../harness/test.ts';

test('[V2.7][V2.9][D38] a customer signs in on a phone, and the start address then leads to home', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Ingresa', exact: true }).click();
  const submit = page.getByRole('button', { name: 'Ingresar' });
  await expect(submit).toBeDisabled();
  await page.getByLabel('Correo electrónico').fill('costarica@demo.test');
  await page.getByLabel('Contraseña', { exact: true }).fill('Amparo2026');
  await submit.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('María Fernanda');
  await page.goto('/');
  await expect(page).toHaveURL(/#\/app/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('María Fernanda');
});

for (const [how, ask] of [
  ['by Enter', (page: Page) => page.keyboard.press('Enter')],
  ['by the button', (page: Page) => page.getByRole('button', { name: 'Ingresar' }).click()],
] as const) {
  test(`[V2.9][F8] a sign-in sent ${how} before the app's script has loaded is sent once, after it has`, async ({
    page,
    line,
  }) => {
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await arrived;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Ingresa', exact: true }).click();
    await page.getByLabel('Correo electrónico').fill('costarica@demo.test');
    await page.getByLabel('Contraseña', { exact: true }).fill('Amparo2026');
    await ask(page);
    await expect(page.locator('html')).toHaveAttribute('data-entering', 'session');
    arrive();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('María Fernanda');
    await expect(page.locator('html')).not.toHaveAttribute('data-entering');
    expect(line.seen.filter((request) => request.endsWith('/login'))).toHaveLength(1);
  });
}

test('[V2.11][V8.4] a wrong password is reported, and typed text stays', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Ingresa', exact: true }).click();
  await page.getByLabel('Correo electrónico').fill('costarica@demo.test');
  await page.getByLabel('Contraseña', { exact: true }).fill('equivocada');
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await expect(page.getByRole('alert').filter({ hasText: /no son correctos/ })).toBeVisible();
  await expect(page.getByLabel('Correo electrónico')).toHaveValue('costarica@demo.test');
  await expect(page.getByLabel('Contraseña', { exact: true })).toHaveValue('equivocada');
});

const failures = [
  ['the server is down', 'drop', /conexión/],
  ['the server answers 500', { status: 500, body: '{"code":"unavailable"}' }, /no podemos atender|conexión/],
  ['a café answers with its own page', 'portal', /conexión|no es de Amparo/],
] as const;

for (const [name, fault, text] of failures) {
  test(`[F8][D29] signing in while ${name} shows a clear message, keeps typed text and works afterwards`, async ({
    page,
    line,
  }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Ingresa', exact: true }).click();
    await page.getByLabel('Correo electrónico').fill('costarica@demo.test');
    await page.getByLabel('Contraseña', { exact: true }).fill('Amparo2026');
    line.fault = (_, path) => (path.startsWith('/api/') ? fault : null);
    await page.getByRole('button', { name: 'Ingresar' }).click();
    await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
    await expect(page.getByLabel('Correo electrónico')).toHaveValue('costarica@demo.test');
    line.fault = () => null;
    await page.getByRole('button', { name: 'Ingresar' }).click();
    await expect(page).toHaveURL(/#\/app/);
  });
}

test('[V2.1] an unknown address shows the start screen', async ({ page }) => {
  await page.goto('/#/no/existe');
  await expect(page.getByRole('button', { name: 'Ingresa', exact: true })).toBeVisible();
});

test('[V2.5][H2.1][V4.6] the signed-in area without a session leads to the start screen', async ({ page }) => {
  await page.goto('/#/app/pagos/1');
  await expect(page.getByRole('button', { name: 'Ingresa', exact: true })).toBeVisible();
});

test('[S1] the content policy forbids everything of other origins, and the app violates none of it', async ({
  page,
}) => {
  const violations: string[] = [];
  await page.exposeFunction('seenViolation', (text: string) => violations.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      (window as unknown as { seenViolation(text: string): void }).seenViolation(
        `${event.violatedDirective} ${event.blockedURI} ${event.sample}`,
      );
    });
  });
  const answer = await page.goto('/');
  const policy = answer?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toContain('unsafe-');
  await signIn(page, 'costarica@demo.test');
  await page.getByRole('link', { name: 'Reembolsos' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Historial de reembolsos');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  expect(violations).toEqual([]);
});
