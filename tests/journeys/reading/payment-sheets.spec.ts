import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { textsOf } from '#tests/pdf/read.ts';
import { demoYear } from '../harness/demo-year.ts';
import { SHOTS } from '../harness/looks.ts';
import { expect, readyOffline, signIn, test } from '../harness/test.ts';
import { show } from './look.ts';

/** The PDF that a press saves: its name and what it says. */
async function savedBy(page: Page, name: string) {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name }).press('Enter');
  const file = await download;
  const bytes = await readFile(await file.path());
  return { name: file.suggestedFilename(), texts: textsOf(new Uint8Array(bytes).buffer) };
}

for (const [device, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a desk', { width: 1280, height: 800 }],
] as const) {
  test.describe(device, () => {
    test.use({ viewport });

    test('[H2.34] a receipt and a year are made on the device as PDF by key, without a connection', async ({
      page,
      context,
    }) => {
      await signIn(page, 'costarica@demo.test');
      await show(page, '#/app/pagos/520022');
      await readyOffline(page);
      await context.setOffline(true);
      await page.getByRole('button', { name: /ORD-520022-00018/ }).press('Enter');
      const receipt = await savedBy(page, 'Descargar comprobante');
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/payment-receipt-${viewport.width}.png` });
      expect(receipt.name).toBe('comprobante-ORD-520022-00018.pdf');
      expect(receipt.texts).toEqual(expect.arrayContaining(['Comprobante de pago', 'Aceptado', 'ORD-520022-00018']));

      // That of a payment in colones.
      const paid = demoYear(-100);
      await page.goto(`/#/app/pagos/520022/resumen/${paid}`);
      await expect(page.getByText('En colones')).toBeVisible();
      const year = await savedBy(page, 'Guardar PDF');
      expect(year.name).toBe(`pagos-CR-VID-0031450-${paid}.pdf`);
      expect(year.texts).toEqual(expect.arrayContaining(['En dólares', 'En colones', 'Diciembre']));
    });
  });
}
