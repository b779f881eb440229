import { rowsOnDevice } from '../harness/device.ts';
import { inFirefox, leaveOut, SLOWED } from '../harness/engine.ts';
import { attach, handIn, samplePdf } from '../harness/refund.ts';
import { expect, readyOffline, test } from '../harness/test.ts';
import { openTicketForm } from '../harness/ticket.ts';
import { askOffline, DIAGNOSIS, signInHome } from '../harness/trip.ts';

/** A refund's card is named after the kind of expense. */
const CARD = 'Exámenes de laboratorio';
const GONE = /Esta consulta ya se envió o se descartó en otra pestaña/;

test('[F56] what is typed after "Empezar de nuevo" within a write is there after a reload, however the two meet', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await signInHome(page);
  await readyOffline(page);
  // A slow phone: a write takes long, so a press falls into it more often.
  if (inFirefox(page)) leaveOut(test.info(), SLOWED);
  else {
    const slow = await page.context().newCDPSession(page);
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  }
  await openTicketForm(page);
  const text = page.getByLabel('Cuéntanos un poco más');
  await text.fill('Lo de antes');
  await expect.poll(() => rowsOnDevice(page, 'drafts')).toBe(1);
  for (const wait of [290, 300, 310, 320, 340, 360]) {
    await page.reload();
    const again = page.getByRole('button', { name: 'Empezar de nuevo' });
    await expect(again).toBeVisible();
    await expect(text).not.toHaveValue('');
    await again.click();
    await expect(page.getByRole('button', { name: 'Borrar y empezar de nuevo' })).toBeVisible();
    // Pressed in the page, as the write of the last letter is due some 300 ms after it.
    await page.evaluate(async (milliseconds) => {
      const field = document.querySelector('textarea');
      const button = [...document.querySelectorAll('button')].find(
        (one) => one.textContent === 'Borrar y empezar de nuevo',
      );
      if (!field || !button) throw new Error('the form is not there');
      const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
      set?.call(field, `${field.value} y algo más`);
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      button.click();
    }, wait);
    await expect(text).toHaveValue('');
    await text.fill(`Lo de después de ${wait}`);
    await expect(page.getByText(GONE)).toHaveCount(0);
    // Nobody reloads at once. The browser gives a page that is left no time for three writes in a row.
    await page.waitForTimeout(800);
    await expect.poll(() => rowsOnDevice(page, 'drafts'), { message: `${wait} ms` }).toBe(1);
    await page.reload();
    await expect(text).toHaveValue(`Lo de después de ${wait}`);
  }
});

test('[F56] a document picked for a queued refund is offered again after the refund was corrected', async ({
  page,
  context,
}) => {
  test.setTimeout(240_000);
  await askOffline(page, context, 60_000);
  await page.getByRole('link', { name: 'Ver mis reembolsos' }).click();
  await page.getByRole('button', { name: CARD, exact: true }).click();
  await attach(page, 'documento', 'receta.pdf', 'application/pdf', samplePdf(40_000));
  await expect.poll(() => rowsOnDevice(page, 'drafts')).toBeGreaterThan(0);

  await page.goto('/#/app/configuraciones/pendientes');
  await page.getByRole('button', { name: 'Editar' }).click();
  await page.getByRole('button', { name: /^Paciente/ }).click();
  await expect(page.getByText('Paso 1 de 4 · Ambulatorio').first()).toBeVisible();
  await page.getByLabel('Diagnóstico').fill(`${DIAGNOSIS}, corregida`);
  await handIn(page);
  await page.getByRole('link', { name: 'Ver mis reembolsos' }).click();
  await page.getByRole('button', { name: CARD, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Detalle del reembolso' })).toBeVisible();
  await expect(page.getByText(`${DIAGNOSIS}, corregida`).first()).toBeVisible();
  await expect(page.getByText('receta.pdf')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Enviar documento' })).toBeEnabled();
});
