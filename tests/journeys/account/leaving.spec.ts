import type { Page } from '@playwright/test';
import { rowsOnDevice } from '../harness/device.ts';
import { dumpOf } from '../harness/dump.ts';
import { insurer } from '../harness/insurer.ts';
import { expect, readyOffline, signIn, test } from '../harness/test.ts';

const EMAIL = 'costarica@demo.test';

/** The router has opened: an address set before that would be lost. */
const home = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toContainText('María Fernanda');
const DRAFT = 'borrador-que-nadie-mas-lee';

/** What names the customer, their policies, numbers and tokens. */
async function markersOf(url: string): Promise<string[]> {
  const office = await insurer(url, EMAIL);
  const tickets = await office.tickets();
  return [
    EMAIL,
    office.usuario.nif,
    'María Fernanda',
    'Rojas Mora',
    'Del parque central',
    '88123456',
    ...office.polizas.flatMap(({ Policy, PolicyNumber }) => [Policy, PolicyNumber]),
    ...tickets.slice(0, 3).map(({ notas }) => notas),
    DRAFT,
    'Amparo2026',
  ];
}

const found = (dump: string, markers: readonly string[]) => markers.filter((marker) => dump.includes(marker));

/** Looks at enough for the device to hold a bit of everything: mirror, a draft, a queued ticket, a receipt. */
async function leaveTraces(page: Page): Promise<void> {
  for (const path of ['informacionPersonal', 'ayuda', 'ayuda/crear']) {
    await page.goto(`/#/app/configuraciones/${path}`);
    await expect(page.locator('main')).not.toContainText('Cargando');
  }
  await page.getByLabel('Cuéntanos un poco más').fill(DRAFT);
  await page.waitForTimeout(600);
}

test('[S9][S12] neither while open, nor after a lock, nor after a logout can anything be read at rest', async ({
  page,
  server,
}) => {
  const markers = await markersOf(server.url);
  await signIn(page, EMAIL);
  await home(page);
  await readyOffline(page);
  await leaveTraces(page);
  await page.goto('/#/app/configuraciones');
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
  const locked = await dumpOf(page);
  expect(found(locked, markers)).toEqual([]);
  expect(locked).not.toContain('id=reading');
  expect(locked).not.toContain('EXTRACTABLE');

  await signIn(page, EMAIL);
  await home(page);
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
