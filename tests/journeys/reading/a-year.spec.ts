import type { Page } from '@playwright/test';
import { demoYear } from '../harness/demo-year.ts';
import { type Hand, handOf } from '../harness/hand.ts';
import { asFastAsAPerson, samplePdf } from '../harness/refund.ts';
import { expect, readyOffline, signIn, test } from '../harness/test.ts';

/**
 * Ten tasks of a customer's year, each from home to its end on a phone, with the presses that it takes. A field that is typed
 * into counts one, a file two: the slot and the system's picker. A number here may become smaller, and never larger.
 */
const EMAIL = 'costarica@demo.test';

interface Task {
  page: Page;
  hand: Hand;
}

/** Signs in and stands on home, before anything is counted. */
async function begin(page: Page, email: string = EMAIL): Promise<Task> {
  const hand = await handOf(page.context());
  await signIn(page, email);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
  hand.presses();
  return { page, hand };
}

/** App and data are on the device. */
async function allHere(page: Page): Promise<void> {
  await readyOffline(page);
  await expect(page.getByText(/Todo en tu teléfono/)).toBeVisible({ timeout: 60_000 });
}

const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: samplePdf() });

/** Takes the first entry of a list that is chosen from. */
async function chooseFirst(page: Page, label: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option').first().click();
}

/** Goes on to the next step, whose heading begins with these words. */
async function goOn(page: Page, to: string): Promise<void> {
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByText(to).first()).toBeVisible();
}

test('[H1.8] a refund with two papers takes 27 presses', async ({ page: opened }) => {
  const { page, hand } = await begin(opened);
  await page.getByRole('link', { name: 'Reembolsos' }).first().click();
  await page.getByRole('link', { name: 'Solicitar reembolso' }).click();
  await page.getByText('Ambulatorio', { exact: true }).click();
  await goOn(page, 'Paso 1 de 4');
  await chooseFirst(page, 'Paciente');
  await hand.type(page.getByLabel('Diagnóstico'), 'Migraña');
  await goOn(page, 'Paso 2 de 4');
  for (const nth of [0, 1, 2]) await page.getByRole('button', { name: /^Hoy/ }).nth(nth).click();
  const history = page.locator('[data-field="documentoHistoriaClinica"]');
  await hand.pick(history.locator('input[type="file"]').first(), page, pdf('historia.pdf'));
  await goOn(page, 'Paso 3 de 4');
  await hand.type(page.getByLabel('Ciudad'), 'San José');
  await hand.type(page.getByRole('textbox', { name: 'Hospital o centro médico' }), 'Clínica Bíblica');
  await hand.type(page.getByRole('textbox', { name: 'Médico tratante' }), 'Dra. Elena Mora');
  await goOn(page, 'Paso 4 de 4');
  const invoice = page.locator('[data-field="documentoFactura"]');
  await hand.pick(invoice.locator('input[type="file"]').first(), page, pdf('factura.pdf'));
  await expect(invoice.getByText('Listo')).toBeVisible();
  await chooseFirst(page, 'Tipo de gasto');
  await hand.type(page.getByLabel('Importe'), '86,40');
  await chooseFirst(page, 'Divisa');
  await goOn(page, 'Revisa y envía');
  await asFastAsAPerson(page);
  await page.getByRole('button', { name: 'Enviar solicitud' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Solicitud (guardada|recibida)$/ })).toBeVisible();
  expect(hand.presses()).toBe(27);
});

test('[H1.6] paying an overdue bill takes 3 presses until the shop', async ({ page: opened, context }) => {
  const { page, hand } = await begin(opened, 'guatemala@demo.test');
  await page
    .getByRole('link', { name: /^Pagar: / })
    .first()
    .click();
  await page.getByRole('button', { name: 'Realizar pago' }).first().click();
  await expect(page.getByRole('link', { name: /^Ir a pagar/ })).toBeFocused();
  await asFastAsAPerson(page);
  const shop = context.waitForEvent('page');
  await page.getByRole('link', { name: /^Ir a pagar/ }).click();
  await expect((await shop).getByRole('button', { name: 'Pagar' })).toBeVisible();
  expect(hand.presses()).toBe(3);
});

test('[D86] the receipt of an old payment takes 4 presses, and from there a table of its year 2', async ({
  page: opened,
}) => {
  const { page, hand } = await begin(opened);
  await page.getByRole('link', { name: 'Pagos' }).first().click();
  const year = demoYear(-365);
  await page.getByRole('button', { name: year, exact: true }).click();
  await expect(page.getByText(`Pagado en ${year}`)).toBeVisible();
  await page.getByRole('listitem').getByRole('button').last().click();
  const receipt = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Descargar comprobante' }).click();
  expect((await receipt).suggestedFilename()).toMatch(/\.pdf$/);
  expect(hand.presses()).toBe(4);
  await page.getByRole('button', { name: 'Exportar' }).click();
  const table = page.waitForEvent('download');
  await page.getByRole('button', { name: new RegExp(`^Tabla de ${year}`) }).click();
  expect((await table).suggestedFilename()).toMatch(new RegExp(`${year}\\.csv$`));
  expect(hand.presses()).toBe(2);
});

test('[H2.55][D62] the card is shown at a counter offline with 2 presses', async ({ page: opened, context }) => {
  const { page, hand } = await begin(opened);
  await allHere(page);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Carnet' }).first().click();
  await page.getByRole('button', { name: 'Mostrar' }).click();
  await expect(page.getByRole('dialog', { name: /^Carnet de/ })).toBeVisible();
  expect(hand.presses()).toBe(2);
});

test('[H2.47] following a refund takes 1 press', async ({ page: opened }) => {
  const { page, hand } = await begin(opened);
  await page
    .getByRole('region', { name: 'Lo que sigue' })
    .getByRole('button', { name: /^R-\d{4}-|En trámite|Nuevo/ })
    .first()
    .click();
  await expect(page.getByRole('region', { name: 'Estado' })).toBeVisible();
  expect(hand.presses()).toBe(1);
});

test('[H2.79][D29] a ticket offline takes 8 presses', async ({ page: opened, context }) => {
  const { page, hand } = await begin(opened);
  await allHere(page);
  await context.setOffline(true);
  await page
    .getByRole('link', { name: /Gestiona tu cuenta|Cuenta/ })
    .first()
    .click();
  await page.getByRole('link', { name: 'Ayuda' }).first().click();
  await page.getByRole('link', { name: 'Nueva consulta' }).click();
  await chooseFirst(page, 'Póliza');
  await page.getByText('Pagos y facturas', { exact: true }).click();
  await hand.type(page.getByLabel('Cuéntanos un poco más'), '¿Cuándo vence mi factura?');
  await page.getByRole('button', { name: 'Enviar mi solicitud' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Consulta guardada' })).toBeVisible();
  expect(hand.presses()).toBe(8);
});

test('[H1.9] changing the phone number takes 5 presses', async ({ page: opened }) => {
  const { page, hand } = await begin(opened);
  await page
    .getByRole('link', { name: /Gestiona tu cuenta|Cuenta/ })
    .first()
    .click();
  await page.getByRole('link', { name: /^Información personal/ }).click();
  await page.getByRole('button', { name: /^Editar.*contacto/ }).click();
  await hand.type(page.getByRole('textbox', { name: /celular/i }).first(), '8888 1234');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Información actualizada con éxito').first()).toBeVisible();
  expect(hand.presses()).toBe(5);
});

test('[H2.50] seeing who is insured takes 1 press', async ({ page: opened }) => {
  const { page, hand } = await begin(opened);
  await page
    .getByRole('link', { name: /Dependientes/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/Dependientes/);
  expect(hand.presses()).toBe(1);
});

test('[H2.60] getting a document takes 3 presses', async ({ page: opened }) => {
  const { page, hand } = await begin(opened);
  await page.getByRole('link', { name: 'Documentos', exact: true }).first().click();
  await page.getByRole('listitem').getByRole('button').first().click();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Descargar/ }).click();
  expect((await file).suggestedFilename()).toMatch(/\.pdf$/);
  expect(hand.presses()).toBe(3);
});

test('[D83] ending a lost phone’s session takes 4 presses', async ({ page: opened, browser, baseURL }) => {
  const lost = await browser.newPage({ ...(baseURL && { baseURL }) });
  await signIn(lost, EMAIL);
  const { page, hand } = await begin(opened);
  await page
    .getByRole('link', { name: /Gestiona tu cuenta|Cuenta/ })
    .first()
    .click();
  await page.getByRole('link', { name: /^Tus sesiones/ }).click();
  await page
    .getByRole('button', { name: /^Cerrar la sesión de/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page.getByText('Sesión cerrada')).toBeVisible();
  expect(hand.presses()).toBe(4);
  await lost.close();
});
