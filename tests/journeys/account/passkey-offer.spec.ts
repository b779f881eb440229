import { giveAuthenticator } from '../harness/authenticator.ts';
import { awayFor } from '../harness/device.ts';
import { accessible } from '../harness/looks.ts';
import { expect, PASSWORD, signIn, test } from '../harness/test.ts';

const EMAIL = 'costarica@demo.test';
const SHOTS = process.env.AMPARO_SHOTS;

/** Passkeys belong to a host name, never to an IP address, so this uses the server's own name. */
test.use({ baseURL: async ({ server }, use) => use(server.url.replace('127.0.0.1', 'localhost')) });

test('[D56] a passkey is offered after the first unlock, not before, and not again after it was dismissed', {
  tag: '@devtools',
}, async ({ page }) => {
  test.setTimeout(120_000);
  await giveAuthenticator(page);
  await signIn(page, EMAIL);
  const offer = page.getByText('La próxima vez, entra con tu huella');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('María Fernanda');
  await expect(offer).toBeHidden();
  await awayFor(page, 2 * 60 * 60_000);
  await page.goto('/');
  await signIn(page, EMAIL, PASSWORD);
  await expect(offer).toBeVisible();
  await accessible(page, 'offer of a passkey');
  if (SHOTS) {
    await page.screenshot({ path: `${SHOTS}/offer-390.png` });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.screenshot({ path: `${SHOTS}/offer-1280.png` });
    await page.setViewportSize({ width: 390, height: 844 });
  }
  // Only home offers it.
  await page.goto('/#/app/configuraciones');
  await expect(page.getByRole('switch', { name: 'Huella, rostro o PIN' })).toBeVisible();
  await expect(offer).toBeHidden();
  await page.goto('/#/app');
  await page.getByRole('button', { name: /^Ahora no/ }).click();
  await expect(offer).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('María Fernanda');
  await expect(offer).toBeHidden();
});
