import { looks } from '../harness/looks.ts';
import { attach, samplePdf } from '../harness/refund.ts';
import { expect, readyOffline, test } from '../harness/test.ts';
import { signInHome } from '../harness/trip.ts';

test('[D50][H2.47] a refund shows its state and what comes next, and can be asked about and repeated offline', async ({
  page,
  context,
}) => {
  test.setTimeout(240_000);
  await signInHome(page);
  await readyOffline(page);
  await page.getByRole('link', { name: 'Reembolsos' }).first().click();
  await expect(page.getByText(/^Salud Global Plus/).first()).toBeVisible();
  await page
    .getByRole('button', { name: /En trámite.*R-\d{4}-/ })
    .first()
    .click();
  const status = page.getByRole('region', { name: 'Estado' });
  await expect(status.locator('[aria-current=step]')).toContainText(/En trámite.*desde el/);
  await expect(status).toContainText(/Decisión.*antes del/);
  await looks(page, 'caso');

  await context.setOffline(true);
  const [caseNumber = ''] = /R-[\d-]+/.exec((await page.getByRole('main').textContent()) ?? '') ?? [];
  await page.getByRole('button', { name: 'Preguntar por este caso' }).click();
  const question = page.getByLabel('Cuéntanos un poco más');
  await expect(question).toHaveValue(new RegExp(`Sobre mi reembolso ${caseNumber}`));
  await expect(page.getByRole('radio', { name: 'Reembolsos' })).toBeChecked();
  const send = page.getByRole('button', { name: 'Enviar mi solicitud' });
  await expect(send).toBeDisabled();
  await looks(page, 'caso-preguntar');
  await question.press('End');
  await question.pressSequentially('¿Falta algún documento?');
  await send.click();
  await expect(page.getByText('Pendiente de envío').first()).toBeVisible();

  await page.goBack();
  await expect(status).toBeVisible();
  await page.getByRole('button', { name: 'Repetir este reembolso' }).click();
  await expect(page.getByText('Llenamos lo que se repite.')).toBeVisible();
  await expect(page.getByText('Paso 1 de 4').first()).toBeVisible();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByLabel('Fecha del servicio', { exact: true }).fill('05-11-2025');
  await attach(page, 'documentoHistoriaClinica', 'historia.pdf', 'application/pdf', samplePdf(20_000));
  await page.getByRole('button', { name: 'Continuar' }).click();
  // A hospital used before can be chosen by one press.
  const hospital = page.getByRole('textbox', { name: 'Hospital o centro médico' });
  await hospital.fill('Otro');
  const usedBefore = page.getByRole('group', { name: 'Usados antes' }).first();
  const [name = ''] = await usedBefore.locator('button > [dir]').allTextContents();
  await usedBefore.getByRole('button').first().click();
  await expect(hospital).toHaveValue(name);
  await expect(usedBefore.getByRole('button').first()).toHaveAttribute('aria-pressed', 'true');
  await looks(page, 'caso-repetir');
  // Back leads to the refund without another question.
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expect(status).toBeVisible();
});
