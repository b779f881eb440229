import { test as base, expect, type Page } from '@playwright/test';
import { adaptToFirefox, beginTime, CHROMIUM_ALONE, NO_TIME, pointCoarsely } from './engine.ts';
import { type Line, openLine } from './line.ts';
import { type RunningServer, startServer } from './server.ts';

interface Fixtures {
  server: RunningServer;
  line: Line;
  time: undefined;
  engine: undefined;
}

/** A journey: its own server, its own data, and a connection to it that can fail on purpose. */
export const test = base.extend<Fixtures>({
  // This runs before a browser opens, because opening one alone may use up the time of a slow machine.
  time: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from a destructuring pattern.
    async ({}, use) => {
      const time = beginTime();
      test.skip(time.late, NO_TIME);
      await use(undefined);
      time.end();
    },
    { auto: true },
  ],
  // This runs before the server, so that a journey this engine cannot run starts nothing.
  engine: [
    async ({ browser, browserName }, use, info) => {
      if (browserName === 'firefox') {
        const reason = info.tags.map((tag) => CHROMIUM_ALONE[tag]).find(Boolean);
        test.skip(reason !== undefined, reason ?? '');
        await adaptToFirefox(browser);
      }
      await use(undefined);
    },
    { auto: true },
  ],
  context: async ({ context, browserName, hasTouch }, use) => {
    if (browserName === 'firefox' && hasTouch) await context.addInitScript(pointCoarsely);
    await use(context);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from a destructuring pattern.
  server: async ({}, use) => {
    const server = await startServer();
    await use(server);
    await server.stop();
  },
  line: async ({ server }, use) => {
    const line = await openLine(server.url);
    await use(line);
    await line.close();
  },
  baseURL: async ({ line }, use) => {
    await use(line.url);
  },
});

export { expect };

export const PASSWORD = 'Amparo2026';

/** Signs in on the start screen and waits for home. */
export async function signIn(page: Page, email: string, password: string = PASSWORD, base = ''): Promise<void> {
  await page.goto(`${base}/`);
  await enter(page, email, password);
  // Both sides derive keys from the password, which takes long on a busy machine.
  await expect(page).toHaveURL(/#\/app/, { timeout: 45_000 });
}

/** Fills in the sign-in that is shown and sends it. Whoever is greeted by their address types the password alone (D72). */
export async function enter(page: Page, email: string, password: string = PASSWORD): Promise<void> {
  const open = page.getByRole('button', { name: 'Ingresa', exact: true });
  const address = page.getByLabel('Correo electrónico');
  const other = page.getByRole('button', { name: 'Usar otra cuenta' });
  // A device with a session shows none of them until it has checked the inactivity.
  await expect(open.or(address).or(other).filter({ visible: true }).first()).toBeVisible();
  if (await other.isVisible()) {
    const greeted = page.getByText('•••@').filter({ visible: true });
    await expect(greeted).toBeVisible();
    if ((await greeted.textContent()) !== `${email[0]}•••${email.slice(email.indexOf('@'))}`) await other.click();
  } else if (await open.isVisible()) await open.click();
  if (await address.isVisible()) await address.fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Ingresar', exact: true }).click();
}

/** Waits until the service worker has stored the whole app, so that every screen opens without a network. */
export async function readyOffline(page: Page): Promise<void> {
  await expect.poll(() => partsMissing(page), { message: 'the app is on the device', timeout: 30_000 }).toBe(0);
}

/** How many files of the app are not stored yet, as its worker says after downloading what it could. */
export function partsMissing(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    const answered = new Promise<{ stored: number; all: number }>((resolve) => {
      port1.onmessage = ({ data }) => resolve(data);
    });
    active?.postMessage({ type: 'complete' }, [port2]);
    const { stored, all } = await answered;
    return all - stored;
  });
}
