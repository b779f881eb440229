import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { foldersWith } from '../harness/carving.ts';
import { launchKillable } from '../harness/killable.ts';
import { expect, signIn, test } from '../harness/test.ts';
import { fillTicket, openTicketForm } from '../harness/ticket.ts';
import { openNewRefund } from '../harness/trip.ts';

/** Within this time Chromium has written what the fields of its page hold. */
const WRITTEN_MS = 5_000;

/** A text that stands nowhere else. */
const marked = (what: string) => `zarza${what}quemada`;

/** Types a marked text into each place, and leaves it there until it would be written. */
const places: Record<string, (page: Page) => Promise<void>> = {
  async correo(page) {
    await page.goto('/#/registro/residencia');
    await page
      .locator('label')
      .filter({ has: page.getByRole('radio', { name: 'Costa Rica', exact: true }) })
      .click();
    await page.getByRole('button', { name: 'Iniciar' }).click();
    await page.getByLabel('Correo electrónico', { exact: true }).fill(`${marked('correo')}@demo.test`);
  },
  async clave(page) {
    const password = page.getByLabel('Contraseña', { exact: true });
    await password.fill(marked('clave'));
    await page.getByRole('button', { name: 'Mostrar contraseña' }).first().click();
    await expect(password).toHaveAttribute('type', 'text');
  },
  async consulta(page) {
    await signIn(page, 'costarica@demo.test');
    await expect(page.getByRole('button', { name: 'Actualizar' }).first()).toBeVisible();
    await openTicketForm(page);
    await fillTicket(page, marked('consulta'));
  },
  async diagnostico(page) {
    await page.goto('/#/app');
    await openNewRefund(page);
    await page.getByLabel('Diagnóstico').fill(marked('diagnostico'));
  },
  async calle(page) {
    await page.goto('/#/app/configuraciones/informacionPersonal');
    await page.getByRole('button', { name: 'Editar domicilio' }).click();
    await page.getByLabel('Dirección exacta').fill(marked('calle'));
  },
  async busqueda(page) {
    await page.goto('/#/app/reembolsos/520021');
    await page.getByRole('button', { name: 'Filtros' }).click();
    await page.getByRole('searchbox').fill(marked('busqueda'));
  },
  // A field as any page has it: what is found of it shows that the search is not blind.
  async desprotegido(page) {
    await page.evaluate(() => document.body.append(Object.assign(document.createElement('textarea'), { id: 'plain' })));
    await page.locator('#plain').fill(marked('desprotegido'));
  },
};

test('[S24] nothing that was typed about health or person is in the browser’s own files', {
  tag: '@devtools',
}, async ({ server }) => {
  test.setTimeout(240_000);
  const profile = await mkdtemp(join(tmpdir(), 'amparo-session-files-'));
  const browser = await launchKillable(profile, server.url);
  try {
    for (const type of Object.values(places)) {
      await type(browser.page);
      await browser.page.waitForTimeout(WRITTEN_MS);
    }
    await browser.close();
    const found: Record<string, string[]> = {};
    for (const place of Object.keys(places)) found[place] = await foldersWith(profile, marked(place));
    const nowhere = Object.fromEntries(Object.keys(places).map((place) => [place, []]));
    expect(found).toEqual({ ...nowhere, desprotegido: ['Sessions'] });
  } finally {
    await browser.kill().catch(() => undefined);
    await rm(profile, { recursive: true, force: true });
  }
});
