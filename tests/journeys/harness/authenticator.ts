import type { Page } from '@playwright/test';

/**
 * Gives the browser a virtual authenticator with PRF, as a phone has one, which always verifies the user.
 * With `offers` it takes the passkey suggested in the email field at once; without it nothing is suggested.
 */
export async function giveAuthenticator(page: Page, { offers = false } = {}): Promise<void> {
  if (!offers) {
    await page.context().addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
  }
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Sets up a passkey in the customer's settings, and waits for the lock screen. */
export async function addPasskey(page: Page, password: string): Promise<void> {
  await page.goto('/#/app/configuraciones');
  await page.getByRole('switch', { name: 'Huella, rostro o PIN' }).click();
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Activar' }).click();
  await unlockButton(page).waitFor({ timeout: 45_000 });
}

export const unlockButton = (page: Page) =>
  page.getByRole('button', { name: 'Desbloquear con tu huella o rostro' }).filter({ visible: true });
