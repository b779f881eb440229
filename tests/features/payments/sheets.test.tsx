// @module-tag depth
import '#tests/page.ts';

import { cleanup, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Payment } from '#contract/policies.ts';
import { textsOf } from '#tests/pdf/read.ts';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { type Device, SERVER_START_MS } from '#tests/session/device.ts';
import { answerWith, deviceOf, openAt, pageText, press, sees, title, until } from '../reading.tsx';

let server: TestApp;
let device: Device;
beforeAll(async () => {
  server = await createTestApp({ seed: ['costarica@demo.test'] });
}, SERVER_START_MS);
beforeEach(async () => {
  device = await deviceOf(server, 'costarica@demo.test');
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
afterAll(() => server.close());

const payment = (over: Partial<Payment> = {}): Payment => ({
  ID: 'p1',
  ParsedCompletedDate: '2024-03-05',
  Total: 169.13,
  Amount: 165,
  Transaction_Fee: 4.13,
  OrderNumber: 'ORD-7/08',
  CardHolder: 'María Fernanda Rojas',
  PaymentType: 'Tarjeta de crédito',
  CardType: 'Visa',
  CardNumber: '**** **** **** 4242',
  CardExpiration: '09/29',
  Status: 'Aceptado',
  ...over,
});
const colones = payment({
  ID: 'p2',
  ParsedCompletedDate: '2024-04-09',
  OrderNumber: 'ORD-8',
  Total: 84_500,
  Currency: 'CRC',
});
const refused = payment({ ID: 'p3', ParsedCompletedDate: '2024-02-08', OrderNumber: 'ORD-9', Status: 'Rechazado' });
const plain = (text: string) => text.replace(/\s+/gu, ' ').trim();

/** The files that were saved, each by its name, as they are handed to the system. */
function saved() {
  const blobs: Blob[] = [];
  const files: { name: string; texts: () => Promise<string[]> }[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob);
    return 'blob:file';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobs.at(-1) as Blob;
    files.push({ name: this.download, texts: async () => textsOf(await blob.arrayBuffer()) });
  });
  return files;
}

test('[H4.6] an accepted payment ends in its receipt, a PDF that is made here; a failed one has none', async () => {
  answerWith(device, 'getInternetPayments', [{ year: 2024, payments: [colones, payment(), refused] }]);
  await openAt(device, '/app/pagos/520022');
  await sees('ORD-8');
  await press(/ORD-9/);
  await sees('Titular de la tarjeta');
  expect(screen.queryByRole('button', { name: 'Descargar comprobante' })).toBeNull();
  await press(/ORD-9/);
  await press(/ORD-7/);
  const files = saved();
  await press('Descargar comprobante');
  await until(() => expect(files).toHaveLength(1));
  expect(files[0]?.name).toBe('comprobante-ORD-708.pdf');
  const texts = (await files[0]?.texts()) ?? [];
  expect(texts).toEqual(expect.arrayContaining(['Comprobante de pago', 'Aceptado', '5 de marzo de 2024', 'ORD-7/08']));
  expect(texts.find((text) => text.includes('CR-VID-0031450'))).toBeTruthy();
  // The page has the focus where it was.
  expect(screen.getByRole('button', { name: 'Descargar comprobante' })).toBeTruthy();
});

const YEAR = '/app/pagos/520022/resumen/2024';
const sheet = () => screen.getByRole('article', { name: 'Resumen anual de pagos 2024' });

test('the sheet of a year shows its sums, months and failed payments, and saves them as they are shown', async () => {
  answerWith(device, 'getInternetPayments', [{ year: 2024, payments: [colones, payment(), refused] }]);
  await openAt(device, YEAR);
  await sees('En colones');
  expect(title()).toBe('Resumen anual 2024');
  expect(screen.getAllByRole('row')).toHaveLength(13);
  const files = saved();
  await press('Guardar PDF');
  await until(() => expect(files).toHaveLength(1));
  expect(files[0]?.name).toBe('pagos-CR-VID-0031450-2024.pdf');
  const texts = ((await files[0]?.texts()) ?? []).map(plain);
  // The caption says to readers what the eye sees.
  sheet().querySelector('caption')?.remove();
  const shown = plain(sheet().textContent ?? '');
  // What is on the sheet is in the PDF, in its order.
  expect(texts.map((text) => text.replaceAll(' ', '')).join('')).toBe(shown.replaceAll(' ', ''));
});

test('where the system has a share sheet for files, the PDF goes there, and closing it is no error', async () => {
  answerWith(device, 'getInternetPayments', [{ year: 2024, payments: [payment()] }]);
  const shared: ShareData[] = [];
  Object.assign(navigator, {
    canShare: ({ files }: ShareData) => files?.every(({ type }) => type === 'application/pdf') === true,
    share: async (data: ShareData) => {
      shared.push(data);
      throw new DOMException('closed', 'AbortError');
    },
  });
  try {
    await openAt(device, YEAR);
    await sees('En dólares');
    const files = saved();
    await press('Compartir PDF');
    await until(() => expect(shared).toHaveLength(1));
    expect([shared[0]?.title, shared[0]?.files?.[0]?.name, files.length]).toEqual([
      'Resumen anual de pagos 2024',
      'pagos-CR-VID-0031450-2024.pdf',
      0,
    ]);
    expect(pageText()).not.toContain('No se pudo preparar el PDF');
  } finally {
    for (const name of ['canShare', 'share']) Reflect.deleteProperty(navigator, name);
  }
});

test('it is printed on its own, and a year without payments offers neither', async () => {
  answerWith(device, 'getInternetPayments', [{ year: 2024, payments: [payment()] }]);
  const print = vi.fn();
  vi.stubGlobal('print', print);
  await openAt(device, YEAR);
  await sees('En dólares');
  window.print = print;
  await press('Imprimir');
  expect(print).toHaveBeenCalledOnce();
  cleanup();
  await openAt(device, '/app/pagos/520022/resumen/2023');
  await sees('No tenemos pagos de 2023');
  expect(screen.queryByRole('button', { name: /PDF|Imprimir/ })).toBeNull();
});

test('a year that is not over is not called whole, neither here nor in the PDF', async () => {
  const year = `${new Date().getFullYear()}`;
  answerWith(device, 'getInternetPayments', [
    { year: Number(year), payments: [payment({ ParsedCompletedDate: `${year}-01-01` })] },
  ]);
  await openAt(device, `/app/pagos/520022/resumen/${year}`);
  await sees(`Pagos de ${year}, año incompleto`);
  expect(pageText()).toContain(`Aún no están los posteriores de ${year}.`);
  const files = saved();
  await press('Guardar PDF');
  await until(() => expect(files).toHaveLength(1));
  expect(await files[0]?.texts()).toContain(`Pagos de ${year}, año incompleto`);
});
