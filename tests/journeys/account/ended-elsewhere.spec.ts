import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import { MINUTE_MS } from '#contract/age.ts';
import { moveClockOf, rowsOnDevice } from '../harness/device.ts';
import { foundIn, type Piece, piecesOf } from '../harness/dump.ts';
import type { Line } from '../harness/line.ts';
import { accessible, fits, looks } from '../harness/looks.ts';
import { MARK, type Planted, plant } from '../harness/planted.ts';
import type { RunningServer } from '../harness/server.ts';
import { expect, PASSWORD, readyOffline, signIn, test } from '../harness/test.ts';
import { askTicket, fillTicket, openTicketForm, TICKETS, ticketArrivedOnce } from '../harness/ticket.ts';
import { EMAIL } from '../harness/trip.ts';

const NEW = 'Distinta2027';
const ENDED = 'Tu sesión se cerró: la cerraste en otro lugar o tu contraseña cambió.';
const QUEUED = `${MARK} en cola`;

test.describe.configure({ timeout: 300_000 });

const home = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toContainText('María Fernanda');
const ended = (page: Page) =>
  expect(page.getByRole('alert').filter({ hasText: ENDED }).first()).toBeVisible({ timeout: 20_000 });

/** A phone that lies open in somebody else's hand: it shows home, a ticket waits there and another one is half written. */
async function lose(page: Page, line: Line): Promise<Planted> {
  const planted = plant();
  line.fault = (method, path) => (path === TICKETS ? { status: 503 } : planted.inAnswer(method, path));
  await moveClockOf(page.context());
  await page.goto('/');
  await readyOffline(page);
  await signIn(page, EMAIL);
  await home(page);
  for (const path of [
    '/pagos/520021',
    '/reembolsos/520021',
    '/carnet/520021',
    '/configuraciones/informacionPersonal',
  ]) {
    await page.goto(`/#/app${path}`);
    await expect(page.getByText(new RegExp(MARK)).first()).toBeVisible();
  }
  await askTicket(page, QUEUED);
  await openTicketForm(page);
  await fillTicket(page, `${MARK} a medias`);
  await expect.poll(() => rowsOnDevice(page, 'drafts')).toBe(1);
  await page.goto('/#/app');
  await home(page);
  // Marks would also take the place of a refusal's code.
  line.fault = (_, path) => (path === TICKETS ? { status: 503 } : null);
  return planted;
}

/** The owner's other device, signed in. */
async function owner(browser: Browser, server: RunningServer, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await signIn(page, EMAIL);
  await home(page);
  await page.goto(`/#/app/configuraciones${path}`);
  return page;
}

const named = (pieces: readonly Piece[], table: string) =>
  pieces.find(({ where }) => where === `amparo/${table}`)?.text.trim() ?? '';

/** Nothing of the customer can be read, on the screen, after a reload, or anywhere in the browser's storage. */
async function nothingReadable(page: Page, planted: Planted): Promise<void> {
  const secrets = [
    ...planted.secrets(),
    ...[EMAIL, PASSWORD, NEW, 'María Fernanda', MARK].map((text) => Buffer.from(text)),
  ];
  for (const again of [false, true]) {
    if (again) await page.reload();
    await ended(page);
    const shown: Piece = { where: 'DOM', text: await page.content(), digest: '' };
    const pieces = await piecesOf(page);
    // The app's own files say none of it; a mark or a name there would be a mistake of this journey.
    expect(foundIn([shown, ...pieces], secrets)).toEqual([]);
    expect(named(pieces, 'vault')).toContain('ended');
    for (const key of ['reading', 'sending', 'activity']) expect(named(pieces, 'vault')).not.toContain(key);
  }
}

/** After the next sign-in of the same customer the ticket goes out, once, and the half-written one is still there. */
async function goesOn(page: Page, line: Line, server: RunningServer, password = PASSWORD): Promise<void> {
  line.fault = () => null;
  await signIn(page, EMAIL, password);
  await home(page);
  await expect(page.getByText(ENDED)).toHaveCount(0);
  await ticketArrivedOnce(page, server.url, QUEUED, password);
}

test('[S30][D83] a lost phone that lies open is closed from another device: within a minute nothing of the customer is readable there, and the next sign-in sends what waited', async ({
  page,
  line,
  browser,
  server,
}) => {
  const planted = await lose(page, line);
  const second = await page.context().newPage();
  await second.goto('/#/app/pagos/520021');
  await expect(second.getByText(new RegExp(MARK)).first()).toBeVisible();
  const there = await owner(browser, server, '/sesiones');
  await there
    .getByRole('button', { name: /^Cerrar la sesión de/ })
    .first()
    .click();
  await expect(there.getByText(/Se cierra en cuanto Amparo se use allí con conexión/)).toBeVisible();
  await looks(there, 'cerrar-otra-sesion');
  await accessible(there, 'ending another session');
  await there.getByRole('dialog').getByRole('button', { name: 'Cerrar sesión' }).press('Enter');
  await expect(there.getByText('No hay sesiones abiertas en otros dispositivos.')).toBeVisible();

  // Nobody touches anything: the page asks by itself.
  await page.clock.fastForward(MINUTE_MS + 1000);
  await ended(page);
  await ended(second);
  await second.close();
  await looks(page, 'sesion-cerrada-desde-otro');
  await fits(page, 'after the ending');
  await nothingReadable(page, planted);
  expect(await rowsOnDevice(page, 'outbox')).toBe(1);
  await goesOn(page, line, server);
  await openTicketForm(page);
  await expect(page.getByLabel('Cuéntanos un poco más')).toHaveValue(`${MARK} a medias`);
});

test('[S30][D83] the owner also erases what the lost phone keeps: nothing of the customer is left there, the queue included', async ({
  page,
  line,
  browser,
  server,
}) => {
  const planted = await lose(page, line);
  const there = await owner(browser, server, '/sesiones');
  await there.getByRole('button', { name: 'Cerrar mis otras sesiones' }).click();
  await there.getByRole('button', { name: 'Cerrar y borrar lo guardado allí' }).press('Enter');
  const dialog = there.getByRole('dialog');
  await expect(dialog.getByText(/se pierde/)).toBeVisible();
  await looks(there, 'cerrar-y-borrar');
  await accessible(there, 'ending and erasing');
  await dialog.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Cerrar y borrar' }).click();
  await expect(there.getByText(/Lo guardado se borra/)).toBeVisible();

  await page.getByRole('button', { name: 'Actualizar' }).first().click();
  await ended(page);
  await nothingReadable(page, planted);
  for (const table of ['outbox', 'drafts', 'session', 'policies', 'receipts', 'lastHomes']) {
    expect(await rowsOnDevice(page, table), table).toBe(0);
  }
});

test('[S30][D83] the owner changes the password: the lost phone locks, and only the new password sends what waited there', async ({
  page,
  line,
  browser,
  server,
}) => {
  const planted = await lose(page, line);
  const there = await owner(browser, server, '/password');
  await there.getByLabel('Contraseña actual').fill(PASSWORD);
  await there.getByLabel('Contraseña nueva', { exact: true }).fill(NEW);
  await there.getByLabel('Repite la contraseña nueva').fill(NEW);
  await there.getByRole('button', { name: 'Cambiar contraseña' }).click();
  await expect(there.getByText('Contraseña cambiada correctamente')).toBeVisible();

  await page.getByRole('button', { name: 'Actualizar' }).first().click();
  await ended(page);
  await nothingReadable(page, planted);
  line.fault = () => null;
  await signIn(page, EMAIL, NEW);
  await home(page);
  // What waited is sealed under the earlier password, which the customer gives once.
  await page.goto('/#/app/configuraciones/pendientes');
  const earlier = page.getByRole('textbox', { name: 'Contraseña anterior' });
  await earlier.fill(PASSWORD);
  await earlier.press('Enter');
  await ticketArrivedOnce(page, server.url, QUEUED, NEW);
});

test('[S30][D83] the owner recovers the account by mail: the lost phone locks', async ({
  page,
  line,
  browser,
  server,
}) => {
  const planted = await lose(page, line);
  const asked = await fetch(`${server.url}/api/resetPassword/forgotPassword`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL }),
  });
  expect(asked.status).toBe(200);
  const folder = join(server.data, 'correo');
  const links = async () => {
    const names = await readdir(folder).catch(() => []);
    const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    return mails.flatMap((mail) => mail.match(/\/restablecer\/\S+/) ?? []);
  };
  await expect.poll(links).toHaveLength(1);
  const there = await (await browser.newContext({ baseURL: server.url })).newPage();
  await there.goto(`${server.url}${(await links())[0]}`);
  await there.getByLabel('Nueva contraseña').fill(NEW);
  await there.getByLabel('Repite la contraseña').fill(NEW);
  await there.getByRole('button', { name: 'Guardar contraseña' }).click();
  await expect(there.getByText('Ya puedes iniciar sesión')).toBeVisible();

  await page.getByRole('button', { name: 'Actualizar' }).first().click();
  await nothingReadable(page, planted);
});

test('[S30][D83] the person is erased: the phone that lies open locks', async ({ page, line, server }) => {
  const planted = await lose(page, line);
  await server.kill();
  const env = { ...process.env, AMPARO_DATA: server.data, AMPARO_DEMO: '1', DATABASE_URL: '' };
  const erase = ['dist/server/person.js', 'erase', '--document', '112340567', '--yes'];
  const { stdout } = await promisify(execFile)(process.execPath, erase, { env });
  expect(stdout).toMatch(/^Erased/);
  await server.restart();

  await page.getByRole('button', { name: 'Actualizar' }).first().click();
  await nothingReadable(page, planted);
});

test('[S30][D83] a phone that was closed while it had no connection locks as soon as it is back', async ({
  page,
  context,
  line,
  browser,
  server,
}) => {
  const planted = await lose(page, line);
  await context.setOffline(true);
  const there = await owner(browser, server, '/sesiones');
  await there.getByRole('button', { name: 'Cerrar mis otras sesiones' }).click();
  await there.getByRole('dialog').getByRole('button', { name: 'Cerrar mis otras sesiones' }).press('Enter');
  await expect(there.getByText('No hay sesiones abiertas en otros dispositivos.')).toBeVisible();
  await home(page);
  await context.setOffline(false);
  await nothingReadable(page, planted);
});
