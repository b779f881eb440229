import type { Page } from '@playwright/test';
import { openAutopush } from '../harness/autopush.ts';
import { insurer } from '../harness/insurer.ts';
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

const onThisDevice = (page: Page) => page.getByRole('switch', { name: 'Avisos en este dispositivo' });
const shown = (page: Page) =>
  page.evaluate(async () =>
    (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body }) => `${title}. ${body}`),
  );

/** Whether the server was told of the subscription. */
const serverKnows = (page: Page) =>
  page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('amparo');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const row = await new Promise<{ renewed: number | null } | undefined>((resolve) => {
      const asked = db.transaction('vault').objectStore('vault').get('push');
      asked.onsuccess = () => resolve(asked.result);
    });
    db.close();
    return typeof row?.renewed === 'number';
  });

/** The insurer's desk decides the customer's newest refund. */
async function decide(url: string, estado: string): Promise<void> {
  const maria = await insurer(url, EMAIL);
  const [refund] = await maria.refunds(POLICY);
  const body = new URLSearchParams({ accion: 'reembolso', cliente: maria.usuario.id, id: refund?.id ?? '', estado });
  const answer = await fetch(`${url}/demo/oficina`, { method: 'POST', redirect: 'manual', body });
  expect(answer.status).toBe(303);
}

test('[D21][H1.13][D63] in Firefox a push goes all the way: subscribed by the browser, sealed, opened and shown by it, and ended', async ({
  playwright,
  browserName,
  server,
}) => {
  test.skip(browserName !== 'firefox', 'Firefox alone can be given a push service; Chromium’s is played in push.spec');
  // A Firefox of its own, whose push service is ours. Nothing of the app or of the browser is played.
  const browser = await playwright.firefox.launch({
    channel: 'moz-firefox',
    executablePath: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr',
    firefoxUserPrefs: {
      'dom.push.serverURL': service.socket,
      'dom.push.testing.allowInsecureServerURL': true,
      'dom.push.connection.enabled': true,
      'permissions.default.desktop-notification': 1,
      // The system's own notices need a desktop, which a headless machine has not.
      'alerts.useSystemBackend': false,
    },
  });
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, locale: 'es-CR' });
    const at = server.url.replace('127.0.0.1', 'localhost');
    await signIn(page, EMAIL, undefined, at);
    await page.goto(`${at}/#/app/configuraciones`);
    await onThisDevice(page).click();
    await expect(page.getByRole('switch', { name: /^Facturas/ })).toBeVisible();
    await expect.poll(() => service.channels.size).toBe(1);
    await expect.poll(() => serverKnows(page), { timeout: 30_000 }).toBe(true);

    await decide(server.url, '7');
    await expect.poll(() => service.posted.length, { timeout: 30_000 }).toBe(1);
    await expect
      .poll(() => shown(page), { timeout: 30_000 })
      .toEqual(['Hay novedades en tu solicitud. Abre Amparo para verlas.']);
    // On the way nothing of it can be read.
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
