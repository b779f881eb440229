import type { BrowserContext, Page } from '@playwright/test';
import { rowsOnDevice } from '../harness/device.ts';
import { dumpOf } from '../harness/dump.ts';
import { insurer } from '../harness/insurer.ts';
import { attach, samplePdf } from '../harness/refund.ts';
import { expect, readyOffline, signIn, test } from '../harness/test.ts';
import { askTicket, openTicketForm } from '../harness/ticket.ts';
import { openNewRefund } from '../harness/trip.ts';

const EMAIL = 'costarica@demo.test';

/** The router has opened: an address set before that would be lost. */
const home = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toContainText('María Fernanda');

/** Planted where the customer types or picks something; the file's name and content carry one too. */
const TYPED = {
  draft: 'borrador-que-nadie-mas-lee',
  queued: 'consulta-en-cola-que-nadie-lee',
  diagnosis: 'diagnostico-que-nadie-lee',
  address: 'calle-a-medio-escribir',
  fileName: 'historia-que-nadie-lee.pdf',
  fileContent: 'contenido-que-nadie-lee',
};

/** Every name, number and sentence the server knows of the customer; single words may stand in the app's own code. */
async function markersOf(url: string): Promise<string[]> {
  const office = await insurer(url, EMAIL);
  const [info, tickets, cards, roles] = await Promise.all([
    office.get(`/api/usuarios/getPersonalInformation?id=${office.usuario.id}`),
    office.tickets(),
    ...['getPolicyCards', 'getAccountRoles'].map((path) =>
      office.get(`/api/integraciones/${path}?policyId=${encodeURIComponent(office.polizas[0]?.Policy ?? '')}`),
    ),
  ]);
  const texts = textsIn([info, office.polizas, tickets, cards, roles]);
  return [...texts, office.usuario.nif, EMAIL, 'María Fernanda', 'Amparo2026', ...Object.values(TYPED)];
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return /\d{5}|\p{L}+ \p{L}+ \p{L}+/u.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const found = (dump: string, markers: readonly string[]) => markers.filter((marker) => dump.includes(marker));

/** Leaves something in every kind of store: mirror, drafts with a file, an editor's draft, a queued ticket. */
async function leaveTraces(page: Page, context: BrowserContext): Promise<void> {
  await openNewRefund(page);
  await page.getByLabel('Diagnóstico').fill(TYPED.diagnosis);
  await page.getByRole('button', { name: 'Continuar' }).click();
  const file = Buffer.concat([samplePdf(20_000), Buffer.from(TYPED.fileContent)]);
  await attach(page, 'documentoHistoriaClinica', TYPED.fileName, 'application/pdf', file);
  await page.goto('/#/app/configuraciones/informacionPersonal');
  await expect(page.getByRole('heading', { name: 'Información legal' })).toBeVisible();
  await page.goto('/#/app/configuraciones/ayuda');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Historial de ayuda');
  await expect(page.locator('main')).not.toContainText('Cargando');
  await openTicketForm(page);
  await context.setOffline(true);
  await askTicket(page, TYPED.queued);
  await openTicketForm(page);
  await page.getByLabel('Cuéntanos un poco más').fill(TYPED.draft);
  await page.goto('/#/app/configuraciones/informacionPersonal');
  await page.getByRole('button', { name: 'Editar domicilio' }).click();
  await page.getByLabel('Calle').fill(TYPED.address);
  await expect.poll(() => rowsOnDevice(page, 'drafts')).toBeGreaterThanOrEqual(4);
  expect(await rowsOnDevice(page, 'outbox')).toBe(1);
}

test('[S9][S12] neither while open, nor after a lock, nor after a logout can anything be read at rest', async ({
  page,
  context,
  server,
}) => {
  await page.goto('/');
  await readyOffline(page);
  // What stands in the app itself, such as the names of activities, says nothing about the customer.
  const app = await dumpOf(page);
  const markers = (await markersOf(server.url)).filter((text) => !app.includes(text));
  await signIn(page, EMAIL);
  await home(page);
  expect(markers.length).toBeGreaterThan(40);
  await leaveTraces(page, context);
  expect(found(await dumpOf(page), markers)).toEqual([]);

  // The lock: the key that opens what was read is gone, what is queued can still be sent.
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        const opening = indexedDB.open('amparo');
        opening.onsuccess = () => {
          const writing = opening.result.transaction('vault', 'readwrite');
          writing.objectStore('vault').put({ id: 'activity', at: Date.now() - 3_600_000 });
          writing.oncomplete = () => {
            opening.result.close();
            done();
          };
        };
      }),
  );
  await page.reload();
  await expect(page.getByText('Tu sesión ha expirado.').first()).toBeVisible();
  expect(await rowsOnDevice(page, 'outbox')).toBe(1);
  const locked = await dumpOf(page);
  expect(found(locked, markers)).toEqual([]);
  expect(locked).not.toContain('id=reading');
  expect(locked).not.toContain('EXTRACTABLE');

  await context.setOffline(false);
  await signIn(page, EMAIL);
  await expect.poll(() => rowsOnDevice(page, 'outbox'), { timeout: 45_000 }).toBe(0);
  expect(await rowsOnDevice(page, 'receipts')).toBe(1);
  await page.goto('/#/app/configuraciones');
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page.getByText('Sesión cerrada exitosamente')).toBeVisible();
  const left = await dumpOf(page);
  expect(found(left, markers)).toEqual([]);
  expect(left).not.toMatch(/id=(reading|sending)/);
});

test('[H4.10][D26] logging out offline says so, and the back button shows nothing of the account', async ({
  page,
  context,
}) => {
  await signIn(page, EMAIL);
  await home(page);
  await readyOffline(page);
  await page.goto('/#/app/configuraciones');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gestiona tu cuenta');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page.getByText('Sesión cerrada en este dispositivo')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('María Fernanda')).toBeHidden();
  // The envelope stays, so the customer can read again without a connection.
  await signIn(page, EMAIL);
  await home(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('María Fernanda');
});

test('[D26] with the checkbox nothing of the customer stays, and an offline sign-in finds nobody', async ({
  page,
  context,
}) => {
  await signIn(page, EMAIL);
  await home(page);
  await readyOffline(page);
  await page.goto('/#/app/configuraciones');
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await page.getByRole('checkbox', { name: 'Borrar los datos de este dispositivo' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page.getByText('Sesión cerrada exitosamente')).toBeVisible();
  for (const table of ['vault', 'session', 'policies', 'tickets']) expect(await rowsOnDevice(page, table)).toBe(0);
  await context.setOffline(true);
  await page.goto('/');
  await page.getByRole('button', { name: 'Ingresa', exact: true }).click();
  await page.getByLabel('Correo electrónico').fill(EMAIL);
  await page.getByLabel('Contraseña', { exact: true }).fill('Amparo2026');
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await expect(page.getByText(/Para entrar por primera vez/)).toBeVisible();
});
