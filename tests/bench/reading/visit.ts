import { chromium, type Page } from '@playwright/test';
import { chromiumFlags, chromiumPath } from '../../journeys/harness/chromium.ts';

export const PASSWORD = 'Amparo2026';

/** Opens a new browser on the customer's profile, with the pages' clock `days` ahead. */
export async function visit<T>(
  profile: string,
  days: number,
  look: (page: Page) => Promise<T>,
  flags: readonly string[] = [],
): Promise<T> {
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath(),
    args: [...chromiumFlags, ...flags],
    viewport: { width: 390, height: 844 },
    locale: 'es-CR',
  });
  try {
    await browser.addInitScript((ahead) => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + ahead;
    }, days * 86_400_000);
    return await look(browser.pages()[0] ?? (await browser.newPage()));
  } finally {
    await browser.close();
  }
}

/** Signs in with the start page's form and waits for the app. */
export async function enter(page: Page, url: string, email: string): Promise<void> {
  await page.goto(`${url}/`);
  const open = page.getByRole('button', { name: 'Ingresa', exact: true });
  await open.click();
  await page.getByLabel('Correo electrónico').filter({ visible: true }).fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page
    .getByRole('button', { name: /^(Ingresa|Ingresar|Entrar)$/ })
    .last()
    .click();
  await page.waitForURL(/#\/app/);
}
