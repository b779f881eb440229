import type { Page } from '@playwright/test';
import { queuedOnDevice, rowsOnDevice } from '../harness/device.ts';
import { insurer } from '../harness/insurer.ts';
import { asFastAsAPerson, fillRefund, handIn, samplePdf, samplePhoto } from '../harness/refund.ts';
import { expect, readyOffline, test } from '../harness/test.ts';
import { askOffline, DIAGNOSIS, EMAIL, signInHome } from '../harness/trip.ts';

/** The diagnoses of this journey's refunds at the server. */
async function arrived(url: string): Promise<string[]> {
  const office = await insurer(url, EMAIL);
  const policy = office.polizas.find(({ LineOfBusinessType }) => LineOfBusinessType === 'Health')?.Policy ?? '';
  return (await office.refunds(policy))
    .map(({ diagnostico }) => diagnostico)
    .filter((text) => text.startsWith(DIAGNOSIS));
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('[F4] a refund draft sent from one of two tabs is reported in the other, which sends a second only on request', async ({
  page,
  context,
  server,
}) => {
  test.setTimeout(180_000);
  await signInHome(page);
  await readyOffline(page);
  await page.getByRole('link', { name: 'Reembolsos' }).first().click();
  const [photo, pdf] = [await samplePhoto(page), samplePdf(60_000)];
  await fillRefund(page, { diagnosis: DIAGNOSIS, photo, pdf });
  await expect.poll(() => rowsOnDevice(page, 'drafts')).toBeGreaterThan(2);
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(second.getByText('Paso 4 de 4 · Ambulatorio').first()).toBeVisible();
  await expect(second.getByLabel('Importe')).toHaveValue(/86[.,]40/);
  await second.getByLabel('Importe').fill('99,90');
  await expect(page.getByText('Esta solicitud también se cambió en otra pestaña.')).toBeVisible();

  await handIn(page);
  await expect(second.getByText('Esta solicitud ya se envió o se descartó en otra pestaña.')).toBeVisible();
  await expect(second.getByText('Seguimos donde lo dejaste.')).toHaveCount(0);
  await second.getByRole('button', { name: 'Volver' }).tap();
  await expect(second.getByText('Paso 3 de 4 · Ambulatorio').first()).toBeVisible();
  await expect(second.getByText('Esta solicitud ya se envió o se descartó en otra pestaña.')).toBeVisible();
  // A resting mouse would keep the toast of the first tab's sending open, so this taps.
  await second.getByRole('button', { name: 'Continuar' }).tap();
  await expect(second.getByText('Paso 4 de 4 · Ambulatorio').first()).toBeVisible();
  await second.getByRole('button', { name: 'Continuar' }).tap();
  await expect(heading(second)).toHaveText('Revisa y envía');
  await asFastAsAPerson(second);
  await second.getByRole('button', { name: 'Enviar solicitud' }).tap();
  await expect(second.getByRole('alert').filter({ hasText: 'otra pestaña' }).first()).toBeVisible();
  await expect(second.getByRole('button', { name: /99[.,]90/ })).toBeVisible();
  await expect.poll(() => rowsOnDevice(second, 'outbox'), { timeout: 45_000 }).toBe(0);
  expect(await arrived(server.url)).toEqual([DIAGNOSIS]);
  expect(await rowsOnDevice(second, 'drafts')).toBe(0);

  // Sent all the same, it becomes a refund of its own.
  await handIn(second);
  await expect.poll(() => arrived(server.url), { timeout: 45_000 }).toEqual([DIAGNOSIS, DIAGNOSIS]);
});

test('[F4][F9] a queued refund left in the middle of its correction is sent uncorrected only after a question', async ({
  page,
  context,
  server,
}) => {
  test.setTimeout(180_000);
  const queued = await askOffline(page, context, 60_000);
  await page.goto('/#/app/configuraciones/pendientes');
  await page.getByRole('button', { name: 'Editar' }).click();
  await page.getByRole('button', { name: /^Paciente/ }).click();
  await expect(page.getByText('Paso 1 de 4 · Ambulatorio').first()).toBeVisible();
  await page.getByLabel('Diagnóstico').fill(`${DIAGNOSIS}, corregida`);
  await expect.poll(() => rowsOnDevice(page, 'drafts')).toBeGreaterThan(0);
  await page.goBack();
  await expect(heading(page)).toHaveText('Revisa y envía');
  await page.goto('/#/app/configuraciones/pendientes');
  await expect(heading(page)).toHaveText('Pendientes');

  await context.setOffline(false);
  await page.getByRole('button', { name: 'Enviar como estaba' }).click();
  const question = page.getByRole('dialog', { name: '¿Enviarla sin tus correcciones?' });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'No enviar todavía' }).click();
  await expect(question).toBeHidden();
  expect((await queuedOnDevice(page)).map(({ fields }) => fields)).toEqual([queued.fields]);
  expect(await arrived(server.url)).toEqual([]);

  await page.getByRole('button', { name: 'Editar' }).click();
  await expect(page.getByRole('button', { name: new RegExp(`^Paciente.*${DIAGNOSIS}, corregida`) })).toBeVisible();
  await handIn(page);
  await expect.poll(() => rowsOnDevice(page, 'outbox'), { timeout: 45_000 }).toBe(0);
  expect(await arrived(server.url)).toEqual([`${DIAGNOSIS}, corregida`]);
});
