import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { addPasskey, giveAuthenticator, unlockButton } from '../harness/authenticator.ts';
import { contentsOf, keysOf, recorded, recordSecrets } from '../harness/carving.ts';
import { chromiumFlags, chromiumPath } from '../harness/chromium.ts';
import { accessible, looks } from '../harness/looks.ts';
import { expect, PASSWORD, readyOffline, signIn, test } from '../harness/test.ts';

const EMAIL = 'costarica@demo.test';

/** Passkeys belong to a host name, never to an IP address, so this uses the server's own name. */
test.use({ baseURL: async ({ server }, use) => use(server.url.replace('127.0.0.1', 'localhost')) });

test.describe.configure({ timeout: 180_000 });

const home = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toContainText('María Fernanda');

test('[D56] a passkey set up in the settings opens Amparo after a cold start, offline too, beside the password', {
  tag: '@devtools',
}, async ({ page, context }) => {
  await giveAuthenticator(page);
  await signIn(page, EMAIL);
  await home(page);
  await readyOffline(page);
  await page.goto('/#/app/configuraciones/huella');
  await expect(page.getByRole('button', { name: 'Activar' })).toBeVisible();
  await accessible(page, 'passkeys, none');
  await looks(page, 'passkeys-none');
  await addPasskey(page, PASSWORD);
  await accessible(page, 'door');
  await looks(page, 'door');
  await unlockButton(page).click();
  await home(page);

  await page.goto('/#/app/configuraciones/huella');
  await expect(page.getByText(/Este teléfono\s· Desde el/)).toBeVisible();
  await accessible(page, 'passkeys, one');
  await looks(page, 'passkeys-one');

  await page.goto('/#/app');
  await home(page);
  await context.setOffline(true);
  await page.reload();
  await unlockButton(page).click();
  await home(page);
  await page.reload();
  await page.getByRole('button', { name: 'Ingresar con tu contraseña' }).click();
  await page.getByLabel('Correo electrónico').fill(EMAIL);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Ingresar', exact: true }).click();
  await home(page);
});

test('[D56] a second window gets its keys from the first, and none is open after that one closes', {
  tag: '@devtools',
}, async ({ page, context }) => {
  await giveAuthenticator(page);
  await signIn(page, EMAIL);
  await addPasskey(page, PASSWORD);
  await unlockButton(page).click();
  await home(page);
  const second = await context.newPage();
  await second.goto('/');
  await home(second);
  await page.close();
  await second.reload();
  await expect(unlockButton(second)).toBeVisible();
});

test("[D56] the browser's suggestion in the email field uses the passkey too", { tag: '@devtools' }, async ({
  page,
}) => {
  await giveAuthenticator(page, { offers: true });
  await signIn(page, EMAIL);
  await page.goto('/#/app/configuraciones/huella');
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Activar' }).click();
  await expect(page).toHaveURL(/#\/app$/, { timeout: 45_000 });
  await home(page);
});

test('[D56][S19] a passkey removed in the settings opens nothing any more', { tag: '@devtools' }, async ({ page }) => {
  await giveAuthenticator(page);
  await signIn(page, EMAIL);
  await addPasskey(page, PASSWORD);
  await unlockButton(page).click();
  await home(page);
  await page.goto('/#/app/configuraciones/huella');
  await page.getByRole('button', { name: 'Quitar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar' }).click();
  await expect(page.getByText('Todavía en ningún dispositivo.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Usar otra cuenta' })).toBeVisible();
  await expect(unlockButton(page)).toBeHidden();
});

test('[S13][D56] no reading key of a device with a passkey can be carved out of the browser’s files', {
  tag: '@devtools',
}, async ({ server }) => {
  const profile = await mkdtemp(join(tmpdir(), 'amparo-carved-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath(),
    args: chromiumFlags,
    baseURL: server.url.replace('127.0.0.1', 'localhost'),
    viewport: { width: 390, height: 844 },
    locale: 'es-CR',
  });
  try {
    const [page = await context.newPage()] = context.pages();
    await page.addInitScript(recordSecrets);
    await giveAuthenticator(page);
    await signIn(page, EMAIL);
    const before = await recorded(page);
    await addPasskey(page, PASSWORD);
    await unlockButton(page).click();
    await home(page);
    // These are the last page's secrets, as the passkey opened them.
    const since = await recorded(page);
    await page.goto('/#/app/configuraciones');
    await page.getByRole('button', { name: 'Cerrar sesión' }).click();
    const leave = page.getByRole('dialog').getByRole('button', { name: /Cerrar sesión/ });
    await expect(leave).toBeVisible();
    // The button stands where the last press was, and ignores the second half of a double press.
    await page.waitForTimeout(400);
    await leave.click();
    await expect(page).toHaveURL(/#\/?$/, { timeout: 45_000 });
    await context.close();

    const files = await contentsOf(profile);
    const found = (secrets: Buffer[]) => keysOf(secrets).filter((key) => files.some((file) => file.includes(key)));
    expect(since.length).toBeGreaterThan(0);
    // The search works: it finds the key that the sign-in by password stored.
    expect(found(before).length).toBeGreaterThan(0);
    expect(found(since)).toEqual([]);
  } finally {
    await context.close().catch(() => undefined);
    await rm(profile, { recursive: true, force: true });
  }
});
