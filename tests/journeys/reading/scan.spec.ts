import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { ecuadorKey } from '../../invoices/papers.ts';
import { accessible } from '../harness/looks.ts';
import { attach, samplePdf } from '../harness/refund.ts';
import { test } from '../harness/test.ts';
import { EMAIL, signInHome } from '../harness/trip.ts';
import { photoWith } from './photo-with.ts';
import { toInvoice } from './to-invoice.ts';

/** What the camera sees: a film of one picture, which Chromium opens with the camera. */
const FILM = join(tmpdir(), `amparo-film-${process.pid}.mjpeg`);
const SHOTS = process.env.AMPARO_SHOTS;

test.use({
  launchOptions: async ({ browserName, launchOptions }, use) => {
    const args = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${FILM}`];
    await use(
      browserName === 'chromium' ? { ...launchOptions, args: [...(launchOptions.args ?? []), ...args] } : launchOptions,
    );
  },
});
test.afterAll(() => rmSync(FILM, { force: true }));

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Escanear el código' });
const card = (page: Page) => page.getByRole('region', { name: 'Leímos tu factura' });
const open = (page: Page) => page.getByRole('button', { name: 'Escanear el código' }).press('Enter');
const show = async (page: Page, text: string) => writeFileSync(FILM, await photoWith(page, text, 1280));

/** Notes each camera that the page was given. */
const noteCameras = (context: BrowserContext) =>
  context.addInitScript(() => {
    const given: MediaStreamTrack[] = [];
    Object.assign(window, { cameras: given });
    const ask = navigator.mediaDevices?.getUserMedia.bind(navigator.mediaDevices);
    if (!ask) return;
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await ask(wanted);
      given.push(...stream.getTracks());
      return stream;
    };
  });
const cameras = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { cameras: MediaStreamTrack[] }).cameras.map(
      ({ kind, readyState }) => `${kind} ${readyState}`,
    ),
  );
const ended = (count: number) => Array.from({ length: count }, () => 'video ended');

/** What a page notices when another app or tab covers it, or no longer does. */
const cover = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((visibilityState) => {
    Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

test('[D75] the code of a paper is read by the camera, which is off whenever nobody looks', async ({
  page,
  context,
}) => {
  test.setTimeout(180_000);
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/content security policy|trusted ?types|permissions policy/i.test(message.text()))
      violations.push(message.text());
  });
  await context.grantPermissions(['camera']);
  await noteCameras(context);
  await signInHome(page, EMAIL);
  await toInvoice(page, 'Ecuador');
  await show(page, 'WIFI:S:clinica;T:WPA;P:secreto;;');
  await open(page);
  await expect(sheet(page).getByText('Ese código no es el de una factura electrónica.')).toBeVisible();
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/scan-390.png` });
  await cover(page, 'hidden');
  await expect.poll(() => cameras(page)).toEqual(ended(1));
  await cover(page, 'visible');
  await expect.poll(() => cameras(page)).toEqual([...ended(1), 'video live']);
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toBeHidden();
  await expect.poll(() => cameras(page)).toEqual(ended(2));
  await expect(page.getByRole('button', { name: 'Escanear el código' })).toBeFocused();

  await show(page, ecuadorKey({ kind: '04' }));
  await open(page);
  await expect(sheet(page).getByText('Esto es una nota de crédito, no una factura.')).toBeVisible();
  if (SHOTS) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.screenshot({ path: `${SHOTS}/scan-1280.png` });
    await page.setViewportSize({ width: 390, height: 844 });
  }
  await page.goBack();
  await expect(sheet(page)).toBeHidden();
  await expect.poll(() => cameras(page)).toEqual(ended(3));

  await show(page, ecuadorKey({ date: '28102025' }));
  await open(page);
  await expect(card(page).getByText('001-013-000712364')).toBeVisible();
  await expect(sheet(page)).toBeHidden();
  await expect.poll(() => cameras(page)).toEqual(ended(4));
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/scanned-390.png`, fullPage: true });
  // A form is written a moment after its last change.
  await page.waitForTimeout(600);
  // It is in the draft, and the paper itself is asked for and does not take it away.
  await page.reload();
  await expect(card(page).getByText('001-013-000712364')).toBeVisible();
  await attach(page, 'documentoFactura', 'factura.pdf', 'application/pdf', samplePdf());
  await expect(page.getByText('Adjunta también la factura')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Escanear el código' })).toBeHidden();
  await expect(card(page).getByText('001-013-000712364')).toBeVisible();
  await page.getByRole('button', { name: 'Quitar lo escaneado' }).click();
  await expect(card(page)).toBeHidden();
  expect(violations).toEqual([]);
});

test('[D75] a camera stops when the screen goes, and who allows none is told how to go on', async ({
  page,
  context,
}) => {
  test.setTimeout(180_000);
  await noteCameras(context);
  // All others are refused.
  await context.grantPermissions(['notifications']);
  await signInHome(page, EMAIL);
  await toInvoice(page, 'Ecuador');
  await show(page, 'x');
  await open(page);
  await expect(sheet(page).getByText('Amparo no tiene permiso para usar la cámara.')).toBeVisible();
  await accessible(page, 'a camera that is refused');
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/scan-refused-390.png` });
  await sheet(page).getByRole('button', { name: 'Volver a la factura' }).press('Enter');
  await expect(sheet(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Escanear el código' })).toBeFocused();
  await context.grantPermissions(['camera']);
  await open(page);
  await expect.poll(() => cameras(page)).toEqual(['video live']);
  await accessible(page, 'a camera that is looked through');
  await page.evaluate(() => location.assign('#/app'));
  await expect.poll(() => cameras(page)).toEqual(ended(1));
});
