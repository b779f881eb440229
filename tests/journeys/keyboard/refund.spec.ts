import { watchFocus } from '../harness/focus.ts';
import { insurer } from '../harness/insurer.ts';
import { nextPicker } from '../harness/picker.ts';
import { samplePdf, samplePhoto } from '../harness/refund.ts';
import { expect, PASSWORD, test } from '../harness/test.ts';
import { keyboard as hand, reach } from '../registration/walk.ts';

const EMAIL = 'costarica@demo.test';
const DIAGNOSIS = 'Faringitis aguda, solo con teclas';

for (const [device, viewport, hasTouch] of [
  ['a desk', { width: 1280, height: 800 }, false],
  ['a phone with a keyboard', { width: 390, height: 844 }, true],
] as const) {
  test.describe(device, () => {
    test.use({ viewport, hasTouch });

    test('[H2.41][F27] a refund can be requested by keyboard alone, from the start page to its receipt, with real pickers', {
      tag: '@enter',
    }, async ({ page, server }) => {
      test.setTimeout(180_000);
      const focus = await watchFocus(page);
      await page.goto('/');
      const open = page.getByRole('button', { name: 'Ingresa', exact: true });
      if (await open.isVisible()) await hand.press(open);
      await hand.type(page.getByLabel('Correo electrónico'), EMAIL);
      await hand.type(page.getByLabel('Contraseña', { exact: true }), PASSWORD);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/#\/app/, { timeout: 45_000 });
      await expect(page).toHaveTitle('Inicio · Amparo');
      await focus.kept('signing in');

      await hand.press(page.getByRole('link', { name: 'Reembolsos' }).locator('visible=true').first());
      await expect(page).toHaveURL(/reembolsos/);
      const policy = /\/reembolsos\/(\d+)/.exec(page.url())?.[1] ?? '';
      await hand.press(page.getByRole('link', { name: 'Solicitar reembolso' }));
      await hand.press(page.getByRole('radio', { name: /^Ambulatorio/ }));
      await goOn();
      const step = async (number: number) => {
        await expect(page.getByText(`Paso ${number} de 4 · Ambulatorio`).first()).toBeVisible();
        await expect(page).toHaveTitle(new RegExp(`^¿[^·]+\\? · Paso ${number} de 4 · Amparo$`));
        await focus.kept(`step ${number}`);
      };
      await step(1);
      await choose('Paciente', 0);
      await hand.type(page.getByLabel('Diagnóstico'), DIAGNOSIS);
      await goOn();
      await step(2);
      await hand.type(page.getByLabel('Inicio de los síntomas', { exact: true }), '01112025');
      await hand.type(page.getByLabel('Fecha del diagnóstico', { exact: true }), '03112025');
      await hand.type(page.getByLabel('Fecha del servicio', { exact: true }), '05112025');
      await attach('documentoHistoriaClinica', 'Enter', 'historia.jpg', 'image/jpeg', await samplePhoto(page));
      // A second file replaces the first through its own button, and that key opens the picker too.
      await attach('documentoHistoriaClinica', 'Space', 'otra.pdf', 'application/pdf', samplePdf());
      await goOn();
      await step(3);
      await hand.type(page.getByLabel('Ciudad'), 'San José');
      await hand.type(page.getByRole('textbox', { name: 'Hospital o centro médico' }), 'Clínica Bíblica');
      await hand.type(page.getByRole('textbox', { name: 'Médico tratante' }), 'Dra. Elena Mora');
      await choose('País', 0);
      await goOn();
      await step(4);
      await choose('Tipo de gasto', 3);
      await hand.type(page.getByLabel('Importe'), '86,40');
      await choose('Divisa', 0);
      await attach('documentoFactura', 'Space', 'factura.pdf', 'application/pdf', samplePdf());
      await goOn();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Revisa y envía');
      await focus.kept('the review');
      // One change leads to its field and straight back to its row.
      await hand.press(page.getByRole('button', { name: /86[.,]40/ }));
      await expect(page.getByLabel('Importe')).toBeFocused();
      await goOn();
      await expect(page.getByRole('button', { name: /86[.,]40/ })).toBeFocused();
      await hand.press(page.getByRole('button', { name: 'Enviar solicitud' }));
      await expect(page.getByRole('heading', { level: 1, name: /^Solicitud (guardada|recibida)$/ })).toBeFocused();
      await focus.kept('the receipt');

      const office = await insurer(server.url, EMAIL);
      await expect
        .poll(async () => (await office.refunds(policy)).filter(({ diagnostico }) => diagnostico === DIAGNOSIS).length)
        .toBe(1);

      async function goOn() {
        const on = page.getByRole('button', { name: 'Continuar' });
        await expect(on).toBeEnabled();
        await hand.press(on);
      }

      async function choose(label: string, index: number) {
        await reach(page.getByRole('combobox', { name: label }));
        await page.keyboard.press('Enter');
        // A drawer takes the focus when it opens. On a desk the search field above the list gets it.
        await expect(page.locator('[role=listbox]:focus, input[role=combobox]:focus')).toBeVisible();
        await page.keyboard.press('Home');
        for (let down = 0; down < index; down += 1) await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        await expect(page.getByRole('listbox')).toBeHidden();
      }

      async function attach(field: string, key: string, name: string, mimeType: string, buffer: Buffer) {
        const slot = page.locator(`[data-field="${field}"]`);
        const again = slot.getByRole('button', { name: /^(Repetir|Elegir otro archivo)/ });
        await reach((await again.isVisible()) ? again : slot.locator('[data-pick]').first());
        const { opened } = await nextPicker(page);
        await page.keyboard.press(key);
        await (await opened).setFiles({ name, mimeType, buffer });
        await expect(slot.getByText(name)).toBeVisible();
        await expect(slot.getByText('Listo')).toBeVisible();
      }
    });
  });
}
