import { hkdfSync } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { addPasskey, giveAuthenticator, unlockButton } from '../harness/authenticator.ts';
import { chromiumFlags, chromiumPath } from '../harness/chromium.ts';
import { accessible, looks } from '../harness/looks.ts';
import { expect, PASSWORD, readyOffline, signIn, test } from '../harness/test.ts';

const EMAIL = 'costarica@demo.test';

/** Passkeys belong to a name, never to a number: the server's own address. */
test.use({ baseURL: async ({ server }, use) => use(server.url.replace('127.0.0.1', 'localhost')) });

test.describe.configure({ timeout: 180_000 });

const home = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toContainText('María Fernanda');

test('[D56] set up in the settings, it opens Amparo after a cold start, offline too, and the password remains', {
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
  await expect(page.getByText(/Este dispositivo · Desde el/)).toBeVisible();
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

test('[D56] a second window is let in by the first; after a lock neither is', { tag: '@devtools' }, async ({
  page,
  context,
}) => {
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

test('[D56] what the browser offers in the email field opens it too', { tag: '@devtools' }, async ({ page }) => {
  await giveAuthenticator(page, { offers: true });
  await signIn(page, EMAIL);
  await page.goto('/#/app/configuraciones/huella');
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Activar' }).click();
  await expect(page).toHaveURL(/#\/app$/, { timeout: 45_000 });
  await home(page);
});

test('[D56][S19] removed in the settings, it opens nothing any more', { tag: '@devtools' }, async ({ page }) => {
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
  await expect(page.getByRole('button', { name: 'Ingresa', exact: true })).toBeVisible();
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
    // The last page's own: the secrets as the passkey opened them.
    const since = await recorded(page);
    await page.goto('/#/app/configuraciones');
    await page.getByRole('button', { name: 'Cerrar sesión' }).click();
    const leave = page.getByRole('dialog').getByRole('button', { name: /Cerrar sesión/ });
    await expect(leave).toBeVisible();
    // It stands where the press was, and the second half of a double press is ignored there.
    await page.waitForTimeout(400);
    await leave.click();
    await expect(page).toHaveURL(/#\/?$/, { timeout: 45_000 });
    await context.close();

    const files = await contentsOf(profile);
    const found = (secrets: Buffer[]) => keysOf(secrets).filter((key) => files.some((file) => file.includes(key)));
    expect(since.length).toBeGreaterThan(0);
    // The key that the sign-in by password stored is found: the search can find.
    expect(found(before).length).toBeGreaterThan(0);
    expect(found(since)).toEqual([]);
  } finally {
    await context.close().catch(() => undefined);
    await rm(profile, { recursive: true, force: true });
  }
});

/** In the page: writes down, in memory, what HKDF is given. */
function recordSecrets(): void {
  const kept: number[][] = [];
  Object.assign(window, { kept });
  const own = crypto.subtle.importKey.bind(crypto.subtle);
  crypto.subtle.importKey = ((
    format: string,
    data: BufferSource,
    algorithm: unknown,
    ...rest: [boolean, KeyUsage[]]
  ) => {
    if (algorithm === 'HKDF') {
      const bytes = ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : data;
      kept.push([...new Uint8Array(bytes as ArrayBuffer)]);
    }
    return own(format as 'raw', data, algorithm as AlgorithmIdentifier, ...rest);
  }) as typeof crypto.subtle.importKey;
}

const recorded = async (page: Page): Promise<Buffer[]> =>
  (await page.evaluate(() => (window as unknown as { kept: number[][] }).kept)).map((bytes) => Buffer.from(bytes));

/** The secrets and what the vault makes of each (vault/keys.ts). */
function keysOf(secrets: readonly Buffer[]): Buffer[] {
  return secrets.flatMap((secret) => [
    secret,
    ...['amparo read', 'amparo names'].map((info) => Buffer.from(hkdfSync('sha256', secret, '', info, 32))),
  ]);
}

async function contentsOf(folder: string): Promise<Buffer[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(files.map((file) => readFile(join(file.parentPath, file.name)).catch(() => Buffer.alloc(0))));
}
