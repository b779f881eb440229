import { expect, type Page } from '@playwright/test';
import { attach, samplePdf } from '../harness/refund.ts';
import { openNewRefund } from '../harness/trip.ts';

/** Fills in a request up to the step that asks for the invoice. */
export async function toInvoice(page: Page, country: string): Promise<void> {
  await openNewRefund(page);
  const goOn = () => page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByLabel('Diagnóstico').fill('Control anual');
  await goOn();
  await page.getByLabel('Inicio de los síntomas', { exact: true }).fill('01-10-2025');
  await page.getByLabel('Fecha del diagnóstico', { exact: true }).fill('03-10-2025');
  await page.getByLabel('Fecha del servicio', { exact: true }).fill('28-10-2025');
  await attach(page, 'documentoHistoriaClinica', 'historia.pdf', 'application/pdf', samplePdf());
  await goOn();
  await page.getByLabel('Ciudad').fill('Santiago');
  await page.getByRole('textbox', { name: 'Hospital o centro médico' }).fill('Centro Norte');
  await page.getByRole('textbox', { name: 'Médico tratante' }).fill('Dra. Elena Mora');
  await page
    .getByRole('combobox', { name: 'País' })
    .or(page.getByRole('button', { name: 'País' }))
    .first()
    .click();
  await page.waitForTimeout(400);
  await page.getByRole('option', { name: country }).click();
  await goOn();
  await expect(page.getByText('Paso 4 de 4 · Ambulatorio').first()).toBeVisible();
}
