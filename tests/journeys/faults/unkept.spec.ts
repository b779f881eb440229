import type { Page } from '@playwright/test';
import { attach, samplePdf } from '../harness/refund.ts';
import { fillStorage } from '../harness/storage.ts';
import { expect, readyOffline, test } from '../harness/test.ts';
import { openTicketForm } from '../harness/ticket.ts';
import { openNewRefund, signInHome } from '../harness/trip.ts';
import { begin, fill, goOn, stepOf, touch, walkOf } from '../registration/walk.ts';

const FULL = /No queda espacio en este teléfono para guardar lo último que escribiste/;
/** A step kept ready behind this one has the warning too, so only visible ones count. */
const told = (page: Page) => page.getByText(FULL).filter({ visible: true });
const isTold = (page: Page) => expect(told(page).first()).toBeVisible();
/** The browser and the drafts each check again within half a minute. */
const isTakenBack = (page: Page) => expect(told(page)).toHaveCount(0, { timeout: 90_000 });

test('[F16][F36] every form reports a full device, and what was typed and picked survives a reload once there is space', {
  tag: '@devtools',
}, async ({ page, context }) => {
  test.setTimeout(420_000);
  await signInHome(page);
  await readyOffline(page);
  const another = async (address: string) => {
    const tab = await context.newPage();
    await tab.goto(address);
    return tab;
  };
  // Each form is open in its own tab before the storage is full.
  await openNewRefund(page);
  await page.getByLabel('Diagnóstico').fill('Antes de llenarse');
  const ticket = await context.newPage();
  await openTicketForm(ticket);
  const detail = await another('/#/app');
  await detail.getByRole('link', { name: 'Reembolsos' }).first().click();
  await detail
    .getByRole('button', { name: /Caso R-/ })
    .first()
    .click();
  await detail.getByRole('button', { name: /Añadir un documento/ }).click();
  await expect(detail.locator('[data-field="documento"]')).toBeVisible();
  const personal = await another('/#/app/configuraciones/informacionPersonal');
  await personal.getByRole('button', { name: /^(Editar|Añadir) domicilio/ }).click();
  await expect(personal.getByLabel('Dirección exacta')).toBeVisible();

  const lift = await fillStorage(page);
  await page.getByLabel('Diagnóstico').fill('Con el dispositivo lleno');
  await isTold(page);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await attach(page, 'documentoHistoriaClinica', 'historia.pdf', 'application/pdf', samplePdf(150_000));
  await isTold(page);
  await ticket.getByLabel('Cuéntanos un poco más').fill('No cabe');
  await isTold(ticket);
  await attach(detail, 'documento', 'informe.pdf', 'application/pdf', samplePdf(100_000));
  await isTold(detail);
  await personal.getByLabel('Dirección exacta').fill('Avenida Sin Espacio');
  await isTold(personal);

  await lift();
  for (const tab of [page, ticket, detail, personal]) await isTakenBack(tab);
  for (const tab of [page, ticket, detail, personal]) await tab.reload();
  await expect(page.locator('[data-field="documentoHistoriaClinica"]')).toContainText('historia.pdf');
  await page.getByRole('button', { name: 'Volver' }).click();
  await expect(page.getByLabel('Diagnóstico')).toHaveValue('Con el dispositivo lleno');
  await expect(ticket.getByLabel('Cuéntanos un poco más')).toHaveValue('No cabe');
  await expect(detail.locator('[data-field="documento"]')).toContainText('informe.pdf');
  await expect(personal.getByText('Recuperamos lo que escribiste.')).toBeVisible();
  await expect(personal.getByLabel('Dirección exacta')).toHaveValue('Avenida Sin Espacio');
});

test.describe('registering', () => {
  test.use({ hasTouch: true });

  test('[F36] a registration reports a full device, and keeps text and photo over a reload once there is space', {
    tag: '@devtools',
  }, async ({ page }) => {
    test.setTimeout(300_000);
    const walk = await walkOf(page, touch, 'Guatemala', { estadoCivil: 'Soltero' });
    await begin(walk);
    const [first, ...steps] = walk.country.steps;
    if (!first) throw new Error('no step');
    await fill(walk, first);
    const lift = await fillStorage(page);
    await goOn(walk);
    for (const step of steps) {
      await fill(walk, step);
      await isTold(page);
      if (step.id === 'documentacion') break;
      await goOn(walk);
    }

    await lift();
    await isTakenBack(page);
    await page.reload();
    const resume = page.getByRole('button', { name: 'Continuar tu registro' });
    if (await resume.isVisible()) await resume.click();
    const papers = stepOf(walk, 'documentacion');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(papers.title);
    await expect(page.locator('[data-field="nif"] input')).toHaveValue(/\d/);
    for (const { kind, name, label } of papers.fields) {
      if (kind !== 'photo') continue;
      const slot = page.locator(`[data-field="${name}"]`);
      await expect(slot.getByRole('button', { name: `Ampliar: ${label}` })).toBeVisible();
    }
  });
});
