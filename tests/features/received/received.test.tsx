// @module-tag depth
import '#tests/page.ts';

import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ReceivedScreen } from '#features/received/received-screen.tsx';
import { ReceivedProvider } from '#outbox/hooks.ts';
import { pdfBytes } from '#tests/forms/files.ts';
import { costaRicaXml } from '#tests/invoices/papers.ts';
import { page, withHouse } from '../at-house.ts';
import { until } from '../refunds/open.tsx';
import { openScreens } from '../screens.tsx';

const RECEIVED = '/app/recibidos';

withHouse();

const openReceived = (search = '') =>
  openScreens(
    page,
    { [RECEIVED]: ReceivedScreen },
    {
      path: `${RECEIVED}${search}`,
      frame: (screens) => <ReceivedProvider received={page.received}>{screens}</ReceivedProvider>,
    },
  );

/** A finger's press at one point, this many milliseconds after a time, however slowly the test runs. */
const pressAfter = (element: Element, began: number, after: number) =>
  act(async () => {
    const point = { clientX: 340, clientY: 200 };
    const down = new PointerEvent('pointerdown', { ...point, bubbles: true });
    Object.defineProperty(down, 'timeStamp', { value: began + after });
    fireEvent(element, down);
    fireEvent.click(element, { ...point, detail: 1 });
  });

test('an XML has its two brackets, any other file a sheet', async () => {
  for (const [name, type] of [
    ['factura.xml', 'text/xml'],
    ['uno.pdf', 'application/pdf'],
  ] as const) {
    const bytes = type === 'text/xml' ? new TextEncoder().encode(costaRicaXml()) : pdfBytes(2000);
    expect(await page.received.keep({ bytes: bytes.buffer as ArrayBuffer, name, type })).toBe(true);
  }
  await openReceived();
  const icon = (name: string) =>
    screen.getByText(name).closest('[data-state]')?.querySelector('[data-icon]')?.getAttribute('data-icon');
  await until(() => screen.getByText('factura.xml'));
  expect([icon('factura.xml'), icon('uno.pdf')]).toEqual(['xml', 'doc']);
});

test.each([
  [
    'tipo=1',
    'Un archivo no se pudo guardar: Amparo recibe PDF, imágenes y el XML de una factura, hasta 12 a la vez, de 40 MB como máximo.',
  ],
  [
    'espacio=1',
    'Un archivo no se pudo guardar: no queda espacio en este teléfono. Libera espacio y compártelo otra vez.',
  ],
  [
    'app=2',
    '2 archivos no se pudieron guardar todavía: lo intentaremos de nuevo con conexión, mientras no cierres la app.',
  ],
  ['fallo=2', '2 archivos no se pudieron guardar. Compártelos otra vez.'],
])('[D29][F16] what was not stored is told with its reason: %s', async (lost, text) => {
  await openReceived(`?${lost}`);
  await until(() => screen.getByText(text));
});

test('[H5.3] a double press removes one received file, and not the next one that moves under the finger', async () => {
  for (const name of ['uno.pdf', 'dos.pdf', 'tres.pdf']) {
    const bytes = pdfBytes(2000 + name.length).buffer as ArrayBuffer;
    expect(await page.received.keep({ bytes, name, type: 'application/pdf' })).toBe(true);
  }
  await openReceived();
  const crosses = () => screen.getAllByRole('button', { name: /^Quitar/ });
  await until(() => expect(crosses()).toHaveLength(3));
  const began = performance.now();
  await pressAfter(crosses()[0] as Element, began, 5000);
  await until(() => expect(crosses()).toHaveLength(2));
  await pressAfter(crosses()[0] as Element, began, 150);
  await act(() => new Promise((settled) => setTimeout(settled, 50)));
  expect(crosses()).toHaveLength(2);
  expect(await page.received.list()).toHaveLength(2);
  await pressAfter(crosses()[0] as Element, began, 10_000);
  await until(() => expect(crosses()).toHaveLength(1));
});
