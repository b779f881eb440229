import type { Page } from '@playwright/test';
import { openAutopush } from '../harness/autopush.ts';
import { serverKnowsPush } from '../harness/device.ts';
import { decideRefund } from '../harness/insurer.ts';
import { expect, signIn, test } from '../harness/test.ts';

const EMAIL = 'costarica@demo.test';
const POLICY = '520021';

let service: Awaited<ReturnType<typeof openAutopush>>;
test.beforeAll(async () => {
  service = await openAutopush();
  process.env.AMPARO_PUSH_TRIAL = service.url;
});
test.afterAll(async () => {
  delete process.env.AMPARO_PUSH_TRIAL;
  await service.close();
});

const onThisDevice = (page: Page) => page.getByRole('switch', { name: 'Avisos en este teléfono' });
const shown = (page: Page) =>
  page.evaluate(async () =>
    (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body }) => `${title}. ${body}`),
  );

/** Decides the customer's newest refund at the insurer's desk. */
const decide = (url: string, state: string) => decideRefund(url, EMAIL, POLICY, state);

test('[D21][H1.13][D63] a push in Firefox is subscribed, sealed, opened, shown and ended by the browser itself', async ({
  playwright,
  browserName,
  server,
}) => {
  test.skip(browserName !== 'firefox', 'Firefox alone can be given a push service; Chromium’s is played in push.spec');
  // This Firefox uses our push service. No other part of the app or the browser is simulated.
  const browser = await playwright.firefox.launch({
    channel: 'moz-firefox',
    executablePath: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr',
    firefoxUserPrefs: {
      'dom.push.serverURL': service.socket,
      'dom.push.testing.allowInsecureServerURL': true,
      'dom.push.connection.enabled': true,
      'permissions.default.desktop-notification': 1,
      // The system's own notices need a desktop, which a headless machine lacks.
      'alerts.useSystemBackend': false,
    },
  });
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, locale: 'es-CR' });
    const address = server.url.replace('127.0.0.1', 'localhost');
    await signIn(page, EMAIL, undefined, address);
    await page.goto(`${address}/#/app/configuraciones`);
    await onThisDevice(page).click();
    await expect(page.getByRole('switch', { name: /^Facturas/ })).toBeVisible();
    await expect.poll(() => service.channels.size).toBe(1);
    await expect.poll(() => serverKnowsPush(page), { timeout: 30_000 }).toBe(true);

    await decide(server.url, '7');
    await expect.poll(() => service.posted.length, { timeout: 30_000 }).toBe(1);
    await expect
      .poll(() => shown(page), { timeout: 30_000 })
      .toEqual(['Hay novedades en tu solicitud. Abre Amparo para verlas.']);
    // The message cannot be read on its way.
    expect(service.posted).toHaveLength(1);
    expect(service.posted[0]?.includes('solicitudes')).toBe(false);

    await onThisDevice(page).click();
    await expect(page.getByRole('switch', { name: /^Facturas/ })).toBeHidden();
    await expect.poll(() => service.channels.size).toBe(0);
    await decide(server.url, '5');
    await page.waitForTimeout(2000);
    expect(service.posted).toHaveLength(1);
  } finally {
    await browser.close();
  }
});
