import { expect, test } from '../harness/test.ts';
import { begin, expectAccessible, fill, fillAll, goOn, stepOf, touch, walkOf } from './walk.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const SHOTS = process.env.AMPARO_SHOTS;

test('[V2.39][V2.17] the last step reviews all answers; a change returns to it through new questions, and Back works after it', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const walk = await walkOf(page, touch, 'Ecuador', {
    nif: '1710345677',
    email: 'repaso@correo.test',
    emailConfirmacion: 'repaso@correo.test',
    estadoCivil: 'Soltero',
    nifConyuge: '0926687856',
  });
  const heading = page.getByRole('heading', { level: 1 });
  await begin(walk);
  await fillAll(walk);
  const review = page.getByRole('region', { name: 'Revisa tus datos' });
  await expect(review).toContainText('repaso@correo.test');
  await expect(review).toContainText('+593 99 123 4567');
  await expect(review).not.toContainText('Secreta2026');
  await expectAccessible(page, 'review');
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/review.png`, fullPage: true });

  await review.getByRole('button', { name: /estado civil.*Cambiar$/ }).tap();
  await expect(heading).toHaveText('¿Cuál es tu estado civil?');
  await expect(heading).toBeFocused();
  const card = page.getByRole('radio', { name: 'Casada', exact: true });
  await page.locator('label').filter({ has: card }).tap();
  await goOn(walk);
  // Nothing is known of a spouse, so that step comes before the return.
  await expect(heading).toHaveText('Necesitamos la información de tu cónyuge');
  await fill(walk, stepOf(walk, 'conyuge'));
  await goOn(walk);
  await expect(heading).toHaveText('Por último');
  await expect(review).toContainText('Casada');
  await expect(review).toContainText('Andrade');

  await page.goBack();
  await expect(heading).toHaveText('Información financiera');
  await goOn(walk);
  await expect(heading).toHaveText('Por último');
  // A press this soon after the step appeared would count as a double tap and not send.
  await page.waitForTimeout(600);
  await goOn(walk);
  await expect(heading).toHaveText(/^Cuenta creada/);
});
