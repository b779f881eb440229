import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { toInvoice } from '../reading/to-invoice.ts';
import { photographOf } from '../registration/pictures.ts';
import { begin, fill, goOnAndKeep, type Hand, stepOf, touch, walkOf, walkTo } from '../registration/walk.ts';
import { addPasskey, giveAuthenticator, unlockButton } from './authenticator.ts';
import { rowsOnDevice } from './device.ts';
import { insurer } from './insurer.ts';
import type { LayerState } from './layers.ts';
import type { Line } from './line.ts';
import { attach, choose, fillRefund, samplePdf, samplePhoto, toReview } from './refund.ts';
import type { RunningServer } from './server.ts';
import { PASSWORD, readyOffline, signIn } from './test.ts';
import { askTicket, queueTicket, TICKETS } from './ticket.ts';
import { revokeTokens } from './tokens.ts';
import { EMAIL, openNewRefund, pressSignOut, signInHome } from './trip.ts';

interface At {
  page: Page;
  context: BrowserContext;
  browser: Browser;
  server: RunningServer;
  line: Line;
}

const NEW = 'Distinta2027';
const PENDING = '/#/app/configuraciones/pendientes';
const mouse: Hand = {
  ...touch,
  press: (control) => control.click(),
  type: (field, text) => field.fill(text),
  async pick(page, select, option) {
    await select.click();
    await page.getByRole('option', { name: option, exact: true }).click();
  },
};

/** A registration in Costa Rica at the questions about the document, all answered but for the photos. */
async function atTheDocument(page: Page, hand: Hand): Promise<void> {
  const address = { email: 'capas@correo.test', emailConfirmacion: 'capas@correo.test' };
  const walk = await walkOf(page, hand, 'Costa Rica', address);
  await begin(walk);
  await walkTo(walk, 'documentacion');
  const step = stepOf(walk, 'documentacion');
  await fill(walk, { ...step, fields: step.fields.filter(({ kind }) => kind !== 'photo') });
}

/** An outpatient refund at its second step, where the first paper is asked for. */
async function atThePapers(page: Page): Promise<void> {
  await signInHome(page);
  await openNewRefund(page);
  await choose(page, 'Paciente', 0);
  await page.getByLabel('Diagnóstico').fill('Faringitis');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByText('Paso 2 de 4 · Ambulatorio').first()).toBeVisible();
}

async function changePasswordElsewhere(browser: Browser, baseURL: string): Promise<void> {
  const elsewhere = await browser.newContext({ baseURL });
  const page = await elsewhere.newPage();
  await signInHome(page);
  await page.goto('/#/app/configuraciones/password');
  await page.getByLabel('Contraseña actual').fill(PASSWORD);
  await page.getByLabel('Contraseña nueva', { exact: true }).fill(NEW);
  await page.getByLabel('Repite la contraseña nueva').fill(NEW);
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click();
  await expect(page.getByText('Contraseña cambiada correctamente')).toBeVisible();
  await elsewhere.close();
}

/** Brings each state about. */
export const layerStates: Record<LayerState, (at: At) => Promise<void>> = {
  'a visitor': async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Ingresa', exact: true })).toBeVisible();
  },
  'a registration begun': async ({ page }) => {
    const address = { email: 'capas@correo.test', emailConfirmacion: 'capas@correo.test' };
    const walk = await walkOf(page, touch, 'Costa Rica', address);
    await begin(walk);
    const [first] = walk.country.steps;
    if (!first) throw new Error('no step');
    await fill(walk, first);
    await goOnAndKeep(walk);
    // The page that began it goes on by itself after a reload; any other offers to.
    await page.evaluate(() => sessionStorage.clear());
    await page.goto('about:blank');
    await page.goto('/#/registro');
    await expect(page.getByRole('button', { name: 'Empezar de nuevo' })).toBeVisible();
  },
  'another residence chosen': async ({ page }) => {
    await atTheDocument(page, touch);
    await page.goto('/#/registro/residencia');
    await page.getByText('Guatemala', { exact: true }).tap();
    await expect(page.getByRole('radio', { name: 'Guatemala' })).toBeChecked();
  },
  'the document on a phone': async ({ page }) => {
    await atTheDocument(page, touch);
    const buffer = await photographOf(page, 'Costa Rica\nReverso');
    const input = page.locator('[data-field="reverso"] input[type=file]').last();
    await input.setInputFiles({ name: 'reverso.jpg', mimeType: 'image/jpeg', buffer });
    await expect(page.getByRole('button', { name: 'Ampliar: Reverso' })).toBeVisible();
  },
  'the document on a desk': ({ page }) => atTheDocument(page, mouse),
  'signed in': async ({ page, server }) => {
    await signInHome(page);
    // Another device, whose session can be ended.
    await insurer(server.url, EMAIL);
  },
  'an email that waits for its code': async ({ page }) => {
    await signInHome(page);
    await page.goto('/#/app/configuraciones/informacionPersonal');
    await page.getByRole('button', { name: /^Editar contacto/ }).press('Enter');
    await page.locator('[data-field="email"] input').fill('maria.nueva@demo.test');
    await page.getByRole('dialog').getByLabel('Tu contraseña', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Guardar' }).press('Enter');
    await expect(page.getByRole('dialog', { name: 'Confirma tu correo nuevo' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  },
  'a session that is over': async ({ page, server }) => {
    await signInHome(page);
    await revokeTokens(server);
    await page.reload();
    await expect(page.getByRole('button', { name: /^Ingresa de nuevo/ })).toBeVisible({ timeout: 30_000 });
  },
  'a passkey': async ({ page }) => {
    await giveAuthenticator(page);
    await signInHome(page);
    await addPasskey(page, PASSWORD);
    await unlockButton(page).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('María Fernanda');
  },
  'a queue under an earlier password': async ({ page, context, browser, line }) => {
    await queueTicket(page, context, 'Con la anterior');
    await page.goto('/#/app/configuraciones');
    await pressSignOut(page);
    await expect(page.getByText(/^Sesión cerrada/)).toBeVisible();
    await context.setOffline(false);
    await changePasswordElsewhere(browser, line.url);
    await signIn(page, EMAIL, NEW);
    await page.getByRole('button', { name: /1 solicitud guardada con tu contraseña anterior/ }).click();
  },
  'a question begun': async ({ page }) => {
    await signInHome(page);
    await page.getByRole('link', { name: 'Reembolsos' }).first().click();
    await page
      .getByRole('button', { name: /En trámite.*R-\d{4}-/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Preguntar por este caso' }).click();
    const question = page.getByLabel('Cuéntanos un poco más');
    await question.press('End');
    await question.pressSequentially('¿Falta algo?');
    // It is written before the page is left.
    await page.waitForTimeout(1000);
  },
  'a request with a correction': async ({ page, line }) => {
    line.fault = (_, path) => (path === TICKETS ? { status: 503 } : null);
    await signInHome(page);
    await readyOffline(page);
    await askTicket(page, 'Con una errata');
    await page.goto(PENDING);
    await page.getByRole('button', { name: 'Editar' }).click();
    await page.getByLabel('Cuéntanos un poco más').fill('Sin la errata');
    await expect.poll(() => rowsOnDevice(page, 'drafts')).toBe(1);
  },
  'a photo in a refund': async ({ page }) => {
    await atThePapers(page);
    await attach(page, 'documentoHistoriaClinica', 'historia.jpg', 'image/jpeg', await samplePhoto(page));
  },
  'two pages in a refund': async ({ page }) => {
    await atThePapers(page);
    const buffer = await samplePhoto(page);
    const photo = (name: string) => ({ name, mimeType: 'image/jpeg', buffer });
    const input = page.locator('[data-field="documentoHistoriaClinica"] input[type="file"]').first();
    await input.setInputFiles([photo('uno.jpg'), photo('dos.jpg')]);
    await expect(page.getByRole('button', { name: 'Ampliar página 2' })).toBeVisible();
  },
  'a refund to be reviewed': async ({ page }) => {
    await signInHome(page);
    await page.getByRole('link', { name: 'Reembolsos' }).first().click();
    await fillRefund(page, { diagnosis: 'Faringitis', photo: await samplePhoto(page), pdf: samplePdf() });
    await toReview(page);
  },
  'a refund that asks for its invoice': async ({ page }) => {
    await signInHome(page);
    await toInvoice(page, 'Ecuador');
  },
};
