// @module-tag depth
import '#tests/page.ts';

import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { keepLastHome } from '#database/keep-last-home.ts';
import { addToCalendar } from '#features/invoices/bill-calendar.ts';
import { bills as billsCollection, payments, policies } from '#mirror/collections.ts';
import { nameOf, partOf } from '#mirror/plan.ts';
import { addDays, nearDate, shortDate, shortly, today } from '#rules/dates.ts';
import { demoToday } from '#server/demo/demo-day.ts';
import { atQuota } from '#tests/database/at-quota.ts';
import { isOff } from '#tests/is-off.ts';
import { setOnline } from '#tests/page.ts';
import { aPolicy } from '#tests/rules/policy-fixture.ts';
import { createTestApp, fetchOn, ORIGIN, type TestApp } from '#tests/server/test-app.ts';
import { type Device, SERVER_START_MS } from '#tests/session/device.ts';
import { keepFreshHere } from '#tests/session/keep-fresh.ts';
import { answerWith, deviceOf, missing, openAt, pageText, press, sees, title, until } from '../reading.tsx';

const pathTo = (policy: string, flag: string, instance = 'VTUSA', offshore = '0') =>
  `/app/facturas/${policy}/${instance}/${flag}/AMPARO/${offshore}`;
const day = today(new Date());
/** The day that the demo's dates are counted from, which may be another one. */
const demoDay = demoToday(() => new Date());

let server: TestApp;
let device: Device;
beforeAll(async () => {
  server = await createTestApp();
}, SERVER_START_MS);
beforeEach(async () => {
  device = await deviceOf(server, 'costarica@demo.test');
});
afterEach(() => {
  cleanup();
  setOnline(true);
  vi.restoreAllMocks();
});
afterAll(() => server.close());

const billsOf = (...days: number[]) =>
  days.map((from, index) => ({
    BillNumber: `F-${index}`,
    DuePremium: 100 + index,
    EffectiveFrom: addDays(day, from),
    EffectiveTo: addDays(day, from + 30),
  }));
const numbers = () => screen.getAllByRole('article').map((one) => within(one).getByRole('heading').textContent);
const plain = () => pageText().replace(/\u00a0/g, ' ');
/** Puts a policy in arrears on a device, as a pull does. */
async function inArrears(on: Device, policyId: string): Promise<void> {
  await on.mirror.pull(policies);
  const known = (await on.mirror.read(policies)).groups?.flatMap(({ rows }) => rows) ?? [];
  const late = known.map((one) => (one.Policy === policyId ? { ...one, GracePeriodDate: addDays(day, -20) } : one));
  answerWith(on, 'individualPolicyDetail', late);
  await on.mirror.pull(policies);
}
/** What the twelve arches show, month after month: '' for a hollow one. */
const arches = () =>
  [...document.querySelectorAll('ol[aria-hidden] > li')].map((one) =>
    one.hasAttribute('data-look') ? `${one.getAttribute('data-look')} ${one.textContent?.slice(3)}` : '',
  );
/** A bill that is due in so many months, on the third. */
const dueIn = (months: number, more: object = {}) => {
  const due = new Date(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + months, 3, 12);
  const EffectiveTo = today(due);
  return {
    BillNumber: `F-${months}`,
    DuePremium: 384.9,
    EffectiveFrom: addDays(EffectiveTo, -20),
    EffectiveTo,
    ...more,
  };
};

/** Another tab or app comes to the front. */
function hidePage(): void {
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new window.Event('visibilitychange'));
  hidden.mockRestore();
}

describe('the list of bills', () => {
  test('[H2.28][H2.31][D16] without the flag only bills issued today or later are listed, none of them payable', async () => {
    answerWith(device, 'getPendingBills', billsOf(-40, -1, 0, 5));
    await openAt(device, pathTo('520022', 'null'));
    await until(() => expect(numbers().slice(0, 2)).toEqual(['Factura F-2', 'Factura F-3']));
    expect(title()).toBe('Próximas facturas');
    expect(missing('Realizar pago')).toBe(true);
  });

  test('[H2.28][H2.31][H1.6] with the flag only bills issued before today are listed, each with its button', async () => {
    await inArrears(device, '520022');
    answerWith(device, 'getPendingBills', billsOf(-40, -1, 0, 5));
    await openAt(device, pathTo('520022', '2026-10-01'));
    await until(() => expect(numbers()).toEqual(['Factura F-0', 'Factura F-1']));
    expect(title()).toBe('Facturas impagadas');
    expect(screen.getAllByRole('button', { name: /^Realizar pago/ })).toHaveLength(2);
  });

  test('[H2.28][D91] an address from before the last payment calls nothing unpaid, and nothing of it is payable', async () => {
    await inArrears(device, '520022');
    const late = (await device.mirror.read(policies)).groups?.flatMap(({ rows }) => rows) ?? [];
    answerWith(device, 'getPendingBills', billsOf(-40, -1, 5));
    await openAt(device, pathTo('520022', '2026-10-01'));
    await sees('Total por pagar, 2 facturas');
    // The last of what was owed is paid, and the screen stays open.
    answerWith(
      device,
      'individualPolicyDetail',
      late.map((one) => (one.Policy === '520022' ? { ...one, GracePeriodDate: null } : one)),
    );
    await act(async () => void (await device.mirror.pull(policies)));
    await until(() => expect(title()).toBe('Próximas facturas'));
    expect(screen.getAllByRole('heading').map((one) => one.textContent)).toEqual([
      ...['Próximas facturas', 'Tu año por delante', 'Factura F-2'],
      ...['Emitidas, por vencer', 'Factura F-1', 'Vencidas', 'Factura F-0'],
    ]);
    for (const words of ['Impagada', /^Realizar pago/, /^Total por pagar/]) expect(missing(words)).toBe(true);
  });

  test('[D71] a bill that arrived or whose amount changed while one looks is marked', async () => {
    await inArrears(device, '520022');
    answerWith(device, 'getPendingBills', billsOf(-40, -1));
    await openAt(device, pathTo('520022', '2026-10-01'));
    const marked = () =>
      screen.getAllByRole('article').map((bill) => /Recién \w+/.exec(bill.textContent ?? '')?.[0] ?? '');
    await until(() => expect(marked()).toEqual(['', '']));
    const [first, ...rest] = billsOf(-40, -1, -2);
    answerWith(device, 'getPendingBills', [{ ...first, DuePremium: 50 }, ...rest]);
    await act(async () => void (await device.mirror.pull(billsCollection, '520022')));
    await until(() => expect(marked()).toHaveLength(3));
    expect(marked().filter(Boolean).sort()).toEqual(['Recién actualizada', 'Recién llegada']);
    expect(marked()[0]).toBe('Recién actualizada');
  });

  test('[H2.29][H3.12] each bill shows number, amount with two decimals, issue date and due date', async () => {
    await openAt(device, pathTo('520022', 'null'));
    await sees(/^F-520022/);
    expect(pageText().replace(/\u00a0/g, ' ')).toContain('US$165,00');
    expect(pageText()).toContain(`Se emite el ${shortDate(addDays(demoDay, 16))}`);
    expect(pageText()).toContain(`Vence el ${nearDate(addDays(demoDay, 46), day)}`);
  });

  test('[H2.30][D33] one bill shows the total amount that keeps the policy from lapsing', async () => {
    await openAt(device, pathTo('520023', addDays(demoDay, -22)));
    await sees('Cantidad a pagar para evitar la caducidad de la póliza');
    expect(title()).toBe('Factura impagada');
    expect(numbers()).toHaveLength(1);
    expect(pageText().replace(/\u00a0/g, ' ')).toContain('US$412,50');
  });
});

describe('[D91] a bill that is issued and not yet due', () => {
  test('stands below the upcoming ones, is never payable, and nothing says that none was issued', async () => {
    answerWith(device, 'getPendingBills', billsOf(-40, -1, 5));
    await openAt(device, pathTo('520022', 'null'));
    await sees('Emitidas, por vencer');
    expect(screen.getAllByRole('heading').map((one) => one.textContent)).toEqual([
      ...['Próximas facturas', 'Tu año por delante', 'Factura F-2'],
      ...['Emitidas, por vencer', 'Factura F-1'],
      // Of a policy that is not in arrears no other list has it.
      ...['Vencidas', 'Factura F-0'],
    ]);
    expect(missing('Realizar pago')).toBe(true);
    expect(screen.getAllByRole('button', { name: /^Añadir al calendario/ })).toHaveLength(2);
    cleanup();
    answerWith(device, 'getPendingBills', billsOf(-1));
    await act(async () => void (await device.mirror.pull(billsCollection, '520022')));
    await openAt(device, pathTo('520022', 'null'));
    await sees('F-0');
    expect(pageText()).not.toContain('No tienes próximas facturas');
  });

  test('[H2.31] names who helps with an overdue one, and promises a payment here only where one will be possible', async () => {
    const PROMISE = 'Si tu póliza entra en impago, la pagas en Facturas impagadas.';
    answerWith(device, 'getPendingBills', billsOf(-40, 5));
    await openAt(device, pathTo('520022', 'null'));
    await sees(PROMISE);
    const [{ ProducerName: adviser = '' } = {}] = (await device.mirror.read(policies)).groups?.[0]?.rows ?? [];
    const note = screen.getByText(/te ayuda a ponerte al día/);
    expect(note.textContent).toBe(
      adviser ? `Tu asesor, ${adviser}, te ayuda a ponerte al día.` : 'Tu asesor te ayuda a ponerte al día.',
    );
    cleanup();
    // Nothing is due that could go unpaid.
    answerWith(device, 'getPendingBills', billsOf(-40));
    await act(async () => void (await device.mirror.pull(billsCollection, '520022')));
    await openAt(device, pathTo('520022', 'null'));
    await sees('Vencidas');
    expect(missing(PROMISE)).toBe(true);
    cleanup();
    const gabriela = await deviceOf(server, 'ecuador@demo.test');
    answerWith(gabriela, 'getPendingBills', billsOf(-40, 5));
    await openAt(gabriela, pathTo('510012', 'null', 'VTECU'));
    await sees('Vencidas');
    expect(missing(PROMISE)).toBe(true);
    expect(pageText()).toContain('Esta póliza no se paga en línea. Tu asesor');
  });

  test('of a policy in arrears is overdue among the unpaid ones only', async () => {
    answerWith(device, 'getPendingBills', billsOf(-40, -1));
    await openAt(device, pathTo('520023', 'null'));
    await sees('Emitidas, por vencer');
    expect(screen.queryByText('F-0')).toBeNull();
    // What is issued is unpaid already, so home names another next bill, or none.
    expect(screen.queryByRole('region', { name: 'La próxima factura' })).toBeNull();
  });
});

describe('[D91] a policy in arrears', () => {
  test('is never told that it is up to date, even when no unpaid bill is listed', async () => {
    const ixchel = await deviceOf(server, 'guatemala@demo.test');
    for (const bills of [[], billsOf(10)]) {
      answerWith(ixchel, 'getPendingBills', bills);
      await act(async () => void (await ixchel.mirror.pull(billsCollection, '540042')));
      await openAt(ixchel, pathTo('540042', addDays(demoDay, -8)));
      await sees('Tu póliza está en impago, pero aún no vemos la factura');
      expect(pageText()).not.toMatch(/al día|No tienes/);
      cleanup();
    }
  });

  test.each([
    ['one', [10], (first: string) => `Próximas facturas1 factura · vence el ${first}`],
    ['several', [-70, 12, 10], (first: string) => `Próximas facturas2 facturas · la primera vence el ${first}`],
  ])('[H2.31][D61] names what is still to come, and leads there: %s', async (_, issued, words) => {
    const ixchel = await deviceOf(server, 'guatemala@demo.test');
    answerWith(ixchel, 'getPendingBills', billsOf(...issued));
    await act(async () => void (await ixchel.mirror.pull(billsCollection, '540042')));
    await openAt(ixchel, pathTo('540042', addDays(demoDay, -8)));
    await until(() => screen.getByRole('link', { name: /^Próximas facturas/ }));
    const link = screen.getByRole('link', { name: /^Próximas facturas/ });
    expect(link.textContent?.replace(/\u00a0/g, ' ')).toBe(words(shortly(addDays(day, 40), day)));
    await act(async () => void fireEvent.click(link));
    await until(() => expect(title()).toBe('Próximas facturas'));
  });

  test('has its bill without an issue date among the unpaid ones once it is overdue', async () => {
    const ixchel = await deviceOf(server, 'guatemala@demo.test');
    answerWith(ixchel, 'getPendingBills', [{ ...billsOf(-70)[0], EffectiveFrom: null }]);
    await openAt(ixchel, pathTo('540042', addDays(demoDay, -8)));
    await sees('F-0');
    expect(screen.getByRole('button', { name: /^Realizar pago/ })).toBeTruthy();
  });
});

describe('incomplete bills', () => {
  test('[H2.29] a bill of zero says that there is nothing to pay', async () => {
    await inArrears(device, '520022');
    answerWith(device, 'getPendingBills', [{ ...billsOf(-40)[0], DuePremium: 0 }]);
    await openAt(device, pathTo('520022', '2026-10-01'));
    await sees('No hay nada que pagar por esta factura.');
    expect(pageText()).not.toContain('Ahora no podemos preparar este pago');
    expect(missing('Impagada')).toBe(true);
    // What the policy is in arrears for is not listed.
    expect(pageText()).toContain('Tu póliza está en impago, pero aún no vemos la factura');
  });

  test('[D91] a bill of zero is no debt: nobody has to catch up, and no row leads to it', async () => {
    answerWith(device, 'getPendingBills', [{ ...billsOf(-40)[0], DuePremium: 0 }]);
    await openAt(device, pathTo('520022', 'null'));
    await sees('No hay nada que pagar por esta factura.');
    expect(pageText()).not.toContain('ponerte al día');
    cleanup();
    await inArrears(device, '520022');
    answerWith(device, 'getPendingBills', [billsOf(-40)[0], { ...billsOf(10)[0], BillNumber: 'F-9', DuePremium: 0 }]);
    await openAt(device, pathTo('520022', '2026-10-01'));
    await sees('F-0');
    expect(pageText()).not.toContain('Próximas facturas');
  });

  test('[H3.12] a bill without a number is listed and says that it cannot be paid now', async () => {
    await inArrears(device, '520022');
    answerWith(device, 'getPendingBills', [{ ...billsOf(-40)[0], BillNumber: null }]);
    await openAt(device, pathTo('520022', '2026-10-01'));
    await until(() => expect(numbers()).toEqual(['Factura']));
    expect(missing('Realizar pago')).toBe(true);
    expect(pageText()).toContain('Ahora no podemos preparar este pago');
  });

  test('[D33] the amount that keeps the policy from lapsing is shown even when its bills are unknown', async () => {
    answerWith(device, 'getPendingBills', []);
    await openAt(device, pathTo('520023', addDays(demoDay, -22)));
    await sees('Cantidad a pagar para evitar la caducidad de la póliza');
    expect(title()).toBe('Factura impagada');
    expect(missing('Realizar pago')).toBe(true);
  });
});

describe('a policy without online payment', () => {
  const customers = [
    [
      '[H5.6] an offshore policy cannot be paid online',
      'guatemala@demo.test',
      pathTo('540041', '2026-01-01', 'VTUSA', '1'),
    ],
    [
      '[H6.5] a policy of the Ecuadorian instance cannot be paid online',
      'ecuador@demo.test',
      pathTo('510012', '2026-01-01', 'VTECU'),
    ],
  ] as const;
  test.each(customers)('%s', async (_, email, path) => {
    const other = await deviceOf(server, email);
    await inArrears(other, path.split('/')[3] ?? '');
    answerWith(other, 'getPendingBills', billsOf(-40));
    await openAt(other, path);
    await sees('F-0');
    expect(missing('Realizar pago')).toBe(true);
    expect(pageText()).toContain('Esta póliza no se paga en línea');
  });
});

describe('paying', () => {
  const bills = pathTo('540042', '2026-10-01');
  const openBills = async () => {
    const ixchel = await deviceOf(server, 'guatemala@demo.test');
    await openAt(ixchel, bills);
    await sees(/^F-540042/);
    return ixchel;
  };

  test('[H7.16][D48] the link is fetched first; then an anchor opens the payment page without a referrer', async () => {
    await openBills();
    await press(/^Realizar pago/);
    const anchor = await until(() => screen.getByRole<HTMLAnchorElement>('link', { name: /^Ir a pagar/ }));
    const link = anchor as unknown as HTMLAnchorElement;
    expect(link.href).toContain('/pagar/');
    expect(link.target).toBe('_blank');
    expect(link.rel).toBe('noopener noreferrer');
    expect(document.activeElement).toBe(link);
  });

  test.each([
    ['[S3] an address of another host', { paymentUrl: 'https://evil.example/pay' }, 200],
    ['[S3] a script as an address', { paymentUrl: 'javascript:alert(1)' }, 200],
    ['[H8.1] no address', {}, 200],
    ['[H8.1] a bill the server does not know', { error: 'x' }, 404],
  ])('%s is reported and nothing is opened', async (_, body, status) => {
    const ixchel = await openBills();
    answerWith(ixchel, 'getPaymentLink', body, status);
    await press(/^Realizar pago/);
    await sees('No se encontró la URL de pago');
    expect(screen.queryByRole('link', { name: /^Ir a pagar/ })).toBeNull();
  });

  test("[D90] 'Actualizar' asks for a payment that is awaited too", async () => {
    const { mirror } = await openBills();
    const asked = vi.spyOn(mirror.bringing, 'ask');
    const names = () => asked.mock.calls.flatMap(([wanted]) => wanted.map((one) => nameOf(partOf(one))));
    await act(() => mirror.paying.leave('540042', { billNo: 'F-540042', amount: 214.6, currency: 'USD' }));
    await sees('Esperamos la confirmación del pago');
    // A press during a refresh is ignored.
    await until(() => {
      fireEvent.click(screen.getByRole('button', { name: 'Actualizar' }));
      expect(names()).toContain('payments 540042');
    });
  });

  test('[D93] the payment page does not wait for a long history on a slow line', async () => {
    const ixchel = await openBills();
    let answer = () => {};
    ixchel.network.instead = (path) =>
      path.endsWith('getInternetPayments')
        ? new Promise<null>((resolve) => {
            answer = () => resolve(null);
          })
        : null;
    await press(/^Realizar pago/);
    const link = (await until(() => screen.getByRole('link', { name: /^Ir a pagar/ }))) as unknown as HTMLAnchorElement;
    await act(async () => link.click());
    await sees('Esperamos la confirmación del pago');
    ixchel.network.instead = null;
    await act(async () => answer());
  });

  test.each([
    ['a middle click', (link: Element) => fireEvent(link, new MouseEvent('auxclick', { button: 1, bubbles: true }))],
    [
      'its menu, in another tab',
      (link: Element) => {
        fireEvent.contextMenu(link);
        hidePage();
      },
    ],
  ])('[D93] a payment page that was opened by %s is remembered, and its link is dropped', async (_, open) => {
    await openBills();
    await press(/^Realizar pago/);
    const link = await until(() => screen.getByRole('link', { name: /^Ir a pagar/ }));
    await act(async () => open(link));
    await sees('Esperamos la confirmación del pago');
    expect(screen.queryByRole('link', { name: /^Ir a pagar/ })).toBeNull();
  });

  test.each([
    ['its payment link was never touched', () => {}],
    [
      'a scroll began on its payment link',
      (link: Element) => {
        fireEvent.pointerDown(link);
        fireEvent.pointerCancel(link);
      },
    ],
    [
      'its payment link’s menu was closed',
      (link: Element) => {
        fireEvent.contextMenu(link);
        fireEvent.keyDown(document.body, { key: 'Escape' });
      },
    ],
    [
      'a touch beside it closed its payment link’s menu',
      (link: Element) => {
        fireEvent.contextMenu(link);
        fireEvent.pointerDown(document.body);
      },
    ],
  ])('[D93] a page that is hidden awaits no payment where %s', async (_, before) => {
    await openBills();
    await press(/^Realizar pago/);
    const link = await until(() => screen.getByRole('link', { name: /^Ir a pagar/ }));
    before(link);
    await act(async () => hidePage());
    // A link that was followed goes in a task of its own.
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(screen.getByRole('link', { name: /^Ir a pagar/ })).toBeTruthy();
    expect(missing('Esperamos la confirmación del pago')).toBe(true);
  });

  test('bills are pulled again when the customer returns from the payment page', async () => {
    const ixchel = await openBills();
    keepFreshHere(ixchel);
    await ixchel.mirror.pull(payments, '540042');
    const before = numbers().length;
    await press(/^Realizar pago/);
    const link = (await until(() => screen.getByRole('link', { name: /^Ir a pagar/ }))) as unknown as HTMLAnchorElement;
    const address = new URL(link.href, ORIGIN);
    await act(async () => link.click());
    // Paying again is not offered while the outcome is unknown.
    await sees('Esperamos la confirmación del pago');
    expect(screen.getAllByRole('button', { name: /^Realizar pago/ })).toHaveLength(before - 1);
    const paid = await fetchOn(server.app)(address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: ORIGIN },
      body: 'accion=pagar',
    });
    expect(paid.ok).toBe(true);
    await act(async () => void document.dispatchEvent(new window.Event('visibilitychange')));
    await until(() => expect(numbers()).toHaveLength(before - 1));
    await until(async () => {
      const { groups } = await ixchel.mirror.read(payments, '540042');
      expect(groups?.[0]?.rows[0]?.OrderNumber).toContain('ORD-S-');
    });
    await sees('Pago recibido');
    expect(pageText()).toMatch(/Factura F-540042\S*, US\$[\d.,]+\. Referencia ORD-S-/);
    // A later visit shows the outcome again, until the customer has confirmed it.
    cleanup();
    await openAt(ixchel, bills);
    await sees('Pago recibido');
    await press('Entendido');
    await until(() => expect(missing('Pago recibido')).toBe(true));
  });

  test.each([
    ['was refused on its page', 'rechazar', 'El pago no se completó', 'Intentar de nuevo'],
    ['was never made', null, 'Esperamos la confirmación del pago', 'No llegué a pagar'],
  ])('a payment that %s can be started again', async (_, answer, text, again) => {
    keepFreshHere(await openBills());
    const before = numbers().length;
    await press(/^Realizar pago/);
    const link = (await until(() => screen.getByRole('link', { name: /^Ir a pagar/ }))) as unknown as HTMLAnchorElement;
    await act(async () => link.click());
    await sees('Esperamos la confirmación del pago');
    if (answer) {
      await fetchOn(server.app)(new URL(link.href, ORIGIN), {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: ORIGIN },
        body: `accion=${answer}`,
      });
      await act(async () => void document.dispatchEvent(new window.Event('visibilitychange')));
    }
    await sees(text);
    await press(again);
    await until(() => expect(screen.getAllByRole('button', { name: /^Realizar pago/ })).toHaveLength(before));
  });

  test.each([0, -20, null])(
    '[D93] the outcome of a payment is told also of a bill that is listed with %s then',
    async (left) => {
      const ana = await openBills();
      keepFreshHere(ana);
      await press(/^Realizar pago/);
      const link = (await until(() =>
        screen.getByRole('link', { name: /^Ir a pagar/ }),
      )) as unknown as HTMLAnchorElement;
      await act(async () => link.click());
      await sees('Esperamos la confirmación del pago');
      const { groups } = await ana.mirror.read(billsCollection, '540042');
      const listed = groups?.flatMap(({ rows }) => rows) ?? [];
      answerWith(
        ana,
        'getPendingBills',
        listed.map((bill) => ({ ...bill, DuePremium: left })),
      );
      await act(async () => void (await ana.mirror.pull(billsCollection, '540042')));
      await until(() => expect(missing(/^Realizar pago/)).toBe(true));
      await sees('Esperamos la confirmación del pago');
    },
  );

  test('[D24] a stored note about a payment is not readable on the device, nor by the app after a lock', async () => {
    const ixchel = await openBills();
    await press(/^Realizar pago/);
    const link = (await until(() => screen.getByRole('link', { name: /^Ir a pagar/ }))) as unknown as HTMLAnchorElement;
    await act(async () => link.click());
    await sees('Esperamos la confirmación del pago');
    const place = await ixchel.mirror.locate(payments, '540042');
    const row = place && (await ixchel.db.pulls.get(place.scope));
    expect(row?.paying).toBeTruthy();
    expect(JSON.stringify(row)).not.toContain('F-540042');
    cleanup();
    await ixchel.session.lock();
    const places = place && { payments: place, bills: { ...place, table: 'bills' as const } };
    expect(places && (await ixchel.mirror.paying.outcomesAt(places, 'USD'))).toEqual([]);
  });

  test('[D81][D93] a payment that the device has no room to remember says so for as long as it is awaited', async () => {
    const ixchel = await openBills();
    await press(/^Realizar pago/);
    const link = (await until(() => screen.getByRole('link', { name: /^Ir a pagar/ }))) as unknown as HTMLAnchorElement;
    // What could give way is the picture of home alone, and it gains nothing.
    await keepLastHome(ixchel.db, (await ixchel.session.owner()) ?? '', {});
    const storage = { configurable: true, value: { estimate: async () => ({ usage: 1 }) } };
    Object.defineProperty(navigator, 'storage', storage);
    const makeRoom = atQuota(ixchel.db);
    onTestFinished(() => {
      makeRoom();
      Reflect.deleteProperty(navigator, 'storage');
    });
    await act(async () => link.click());
    const standing = () => screen.getByRole('region', { name: 'Esperamos la confirmación del pago' }).textContent;
    const only = 'Lo recordamos mientras no cierres la app';
    await until(() => expect(standing()).toContain(only));
    await press('Guardarlo');
    await until(() => expect(standing()).toContain('Todavía no queda espacio en este teléfono.'));
    makeRoom();
    await press('Guardarlo');
    await until(() => expect(standing()).not.toContain(only));
    const place = await ixchel.mirror.locate(payments, '540042');
    expect((await ixchel.db.pulls.get(place?.scope ?? ''))?.paying).toBeTruthy();
  });

  test('[F65][D93] a departure that the device could not note says not to pay again', async () => {
    const ixchel = await openBills();
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(ixchel.mirror.paying, 'leave').mockRejectedValueOnce(new DOMException('lost', 'UnknownError'));
    await press(/^Realizar pago/);
    const link = (await until(() => screen.getByRole('link', { name: /^Ir a pagar/ }))) as unknown as HTMLAnchorElement;
    await act(async () => link.click());
    await sees(/no pudo recordar que fuiste a pagar\. Si ya pagaste, no pagues otra vez/);
  });

  test('[D93] opening one bill and paying another of the same amount tells the one that was paid', async () => {
    const ana = await deviceOf(server, 'guatemala@demo.test');
    const bill = (BillNumber: string, from: number) => ({ ...billsOf(from)[0], BillNumber, DuePremium: 214.6 });
    const lists: Record<string, unknown[]> = {
      getPendingBills: [bill('F-540042-1', -60), bill('F-540042-2', -30)],
      getInternetPayments: [],
    };
    ana.network.instead = (path) => {
      const list = lists[path.split('/').at(-1) ?? ''];
      return list ? Response.json(list) : null;
    };
    await openAt(ana, bills);
    await sees('F-540042-2');
    await ana.mirror.pull(payments, '540042');
    for (const billNo of ['F-540042-1', 'F-540042-2'])
      await ana.mirror.paying.leave('540042', { billNo, amount: 214.6, currency: 'USD' });
    await until(() => expect(screen.getAllByText('Esperamos la confirmación del pago')).toHaveLength(2));
    // The payment is there before the list of bills has changed.
    const paid = { ID: 'p', ParsedCompletedDate: new Date().toISOString(), Amount: 214.6, Status: 'Aceptado' };
    lists.getInternetPayments = [{ year: Number(day.slice(0, 4)), payments: [{ ...paid, OrderNumber: 'ORD-7' }] }];
    // A pull that the screen began before may still be on its way, and a second one shares its answer.
    await until(async () => {
      await act(async () => void (await ana.mirror.pull(payments, '540042')));
      screen.getByText(/^Recibimos un pago de US\$214[.,]60$/);
    });
    expect(missing('Pago recibido')).toBe(true);
    expect(screen.getAllByRole('button', { name: /^Realizar pago/ })).toHaveLength(2);
    lists.getPendingBills = [bill('F-540042-1', -60)];
    await act(async () => void (await ana.mirror.pull(billsCollection, '540042')));
    await sees('Pago recibido');
    expect(pageText()).toMatch(/Factura F-540042-2, US\$214[.,]60\. Referencia ORD-7/);
    expect(screen.getAllByText('Esperamos la confirmación del pago')).toHaveLength(1);
    await press('No llegué a pagar');
    await until(() => expect(screen.getAllByRole('button', { name: /^Realizar pago/ })).toHaveLength(1));
  });

  test('[D91][D93] the payment of a bill that is issued and due later is told once, at that bill', async () => {
    answerWith(device, 'getPendingBills', billsOf(-40, -1, 5));
    await openAt(device, pathTo('520023', 'null'));
    await sees('Emitidas, por vencer');
    const told = () => screen.getAllByText('Esperamos la confirmación del pago');
    const leave = (index: number) =>
      act(async () => {
        await device.mirror.paying.leave('520023', { billNo: `F-${index}`, amount: 100 + index, currency: 'USD' });
      });
    await leave(1);
    await until(told);
    expect(told()).toHaveLength(1);
    expect(told()[0]?.closest('article')?.textContent).toContain('F-1');
    // An overdue one stands among the unpaid ones only, so here its payment has no card.
    await leave(0);
    await until(() => expect(told()).toHaveLength(2));
    expect(told().filter((one) => one.closest('article'))).toHaveLength(1);
  });

  test('[H2.28] the total of several bills is shown', async () => {
    await inArrears(device, '520022');
    answerWith(device, 'getPendingBills', billsOf(-40, -1, 5));
    await openAt(device, pathTo('520022', '2026-10-01'));
    await sees('Total por pagar, 2 facturas');
    expect(pageText()).toContain('US$201,00');
  });

  test('[H2.28][H2.29] the total counts no bill of zero and no balance in favour, since each is paid by itself', async () => {
    await inArrears(device, '520022');
    const [first, second, third] = billsOf(-40, -20, -1);
    answerWith(device, 'getPendingBills', [first, { ...second, DuePremium: -20 }, third]);
    await openAt(device, pathTo('520022', '2026-10-01'));
    await sees('Total por pagar, 2 facturas');
    expect(pageText()).toContain('US$202,00');
  });

  test('bills are paid one after the other: while one is awaited, what is left of them is told', async () => {
    await inArrears(device, '520022');
    answerWith(device, 'getPendingBills', billsOf(-40, -20, -1));
    await openAt(device, pathTo('520022', '2026-10-01'));
    await sees('Total por pagar, 3 facturas');
    for (const [index, words] of ['Quedan 2 facturas por pagar', 'Queda 1 factura por pagar'].entries()) {
      await act(async () => {
        await device.mirror.paying.leave('520022', { billNo: `F-${index}`, amount: 100 + index, currency: 'USD' });
      });
      await sees(words);
    }
    expect(screen.getByText('Queda 1 factura por pagar').nextElementSibling?.textContent).toBe('US$102,00');
  });

  test('[D33] a fetched payment link is dropped when the amount changes', async () => {
    await openAt(device, pathTo('520023', addDays(demoDay, -22)));
    await until(() => screen.getByRole('button', { name: /^Realizar pago/ }));
    await press(/^Realizar pago/);
    await until(() => screen.getByRole('link', { name: /^Ir a pagar/ }));
    const { groups } = await device.mirror.read(policies);
    const changed = (groups?.[0]?.rows ?? []).map((one) =>
      one.Policy === '520023' ? { ...one, AmountAvoidLapsingPolicy: 999.99 } : one,
    );
    answerWith(device, 'individualPolicyDetail', changed);
    await act(async () => void (await device.mirror.pull(policies)));
    await sees(/999/);
    expect(screen.queryByRole('link', { name: /^Ir a pagar/ })).toBeNull();
    expect(screen.getByRole('button', { name: /^Realizar pago/ })).toBeTruthy();
  });

  test('every page treats bills and payments as stale once the customer leaves to pay', async () => {
    const ixchel = await openBills();
    await press(/^Realizar pago/);
    const link = (await until(() => screen.getByRole('link', { name: /^Ir a pagar/ }))) as unknown as HTMLAnchorElement;
    await act(async () => link.click());
    cleanup();
    ixchel.seen.length = 0;
    await until(async () => {
      await ixchel.mirror.freshen(policies);
      expect(ixchel.paths().some((path) => path.endsWith('individualPolicyDetail'))).toBe(true);
    });
  });

  test('[D29] without a connection the screen says that paying needs one, and how old the list is', async () => {
    await openBills();
    await act(async () => setOnline(false));
    const button = screen.getAllByRole<HTMLButtonElement>('button', { name: /^Realizar pago/ })[0];
    expect(isOff(button)).toBe(true);
    expect(pageText()).toMatch(/Para pagar necesitas conexión a internet\. Actualizado hace/);
  });
});

describe('the year ahead', () => {
  const upcoming = pathTo('520022', 'null');

  test('[D50] has twelve arches: the next bill filled, those that the insurer listed tinted, the others hollow', async () => {
    answerWith(
      device,
      'getPendingBills',
      [1, 4, 7, 10].map((months) => dueIn(months)),
    );
    await openAt(device, upcoming);
    await sees('Tu año por delante');
    const known = 'known 3US$384,90';
    expect(arches()).toEqual(['next 3US$384,90', '', '', known, '', '', known, '', '', known, '', '']);
    expect(plain()).toMatch(/4 facturas, US\$1.539,60/);
    expect(document.querySelector('ol[aria-hidden]')?.getAttribute('aria-hidden')).toBe('true');
  });

  test('of monthly bills names the first amount only, and of several in one month how many they are', async () => {
    const bills = Array.from({ length: 12 }, (_, index) => dueIn(index + 1));
    answerWith(device, 'getPendingBills', [...bills, dueIn(2, { BillNumber: 'F-other' })]);
    await openAt(device, upcoming);
    await until(() => expect(numbers()).toHaveLength(13));
    expect(arches()).toEqual(['next 3US$384,90', 'known 3+1', ...Array(10).fill('known 3')]);
  });

  test('an amount without room beside its arch stands in the list alone', async () => {
    answerWith(device, 'getPendingBills', [dueIn(1, { DuePremium: 1.7e15 })]);
    await openAt(device, upcoming);
    await until(() => expect(numbers()).toHaveLength(1));
    expect(arches()[0]).toBe('next 3');
    expect(plain()).toMatch(/US\$1[^a-z]700/);
  });

  test('begins with this month while something is due in it', async () => {
    answerWith(device, 'getPendingBills', [{ ...dueIn(1), EffectiveFrom: addDays(day, -5), EffectiveTo: day }]);
    await openAt(device, upcoming);
    await sees('Tu año por delante');
    expect(arches()[0]).toMatch(/^next /);
    expect(plain()).toContain('1 factura, US$384,90');
    expect(plain()).toContain('La próxima, hoy');
  });

  test('says what is due next, how soon and on which weekday, and has no button to pay it', async () => {
    answerWith(device, 'getPendingBills', [{ ...dueIn(1), EffectiveTo: addDays(day, 9) }]);
    await openAt(device, upcoming);
    const next = await until(() => screen.getByRole('region', { name: 'La próxima factura' }));
    expect(next.textContent?.replace(/\u00a0/g, ' ')).toMatch(
      /^La próxima, en 9 díasUS\$384,90Vence el \p{L}+ \d+ de \p{L}+Añadirla al calendario$/u,
    );
    expect(missing(/Realizar pago/)).toBe(true);
  });

  test('puts all due dates into the calendar at once, without a connection too', async () => {
    const files: File[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as File);
      return 'blob:x';
    });
    answerWith(
      device,
      'getPendingBills',
      [1, 4, 7, 10].map((months) => dueIn(months)),
    );
    await openAt(device, upcoming);
    await sees('Añadir las 4 al calendario');
    act(() => setOnline(false));
    await press('Añadir las 4 al calendario');
    expect(files[0]?.name).toBe('facturas-CR-VID-0031450.ics');
    expect((await files[0]?.text())?.match(/BEGIN:VEVENT/g)).toHaveLength(4);
  });

  test('without a bill is hollow, and other policies still say what is due', async () => {
    await device.mirror.pull(billsCollection, '520021');
    answerWith(device, 'getPendingBills', []);
    await openAt(device, upcoming);
    await sees('No tienes próximas facturas');
    expect(arches()).toEqual(Array(12).fill(''));
    const side = await until(() => screen.getByRole('region', { name: 'En otras pólizas' }));
    expect(side.textContent).toContain('CR-SAL-0098114');
  });

  test('[D50][H9.8] promises no next bill of a policy that was paid at once', async () => {
    answerWith(device, 'getPendingBills', []);
    const seed = async (PaymentFrequency: string) => {
      const rows = (await device.mirror.read(policies)).groups?.flatMap((group) => group.rows) ?? [];
      await device.mirror.seedPolicies(rows.map((policy) => ({ ...policy, PaymentFrequency })));
    };
    await seed('Single premium');
    await openAt(device, upcoming);
    await sees('No tienes próximas facturas');
    expect(pageText()).not.toContain('La siguiente');
    cleanup();
    await seed('Annual');
    await openAt(device, upcoming);
    await sees('La siguiente aparecerá aquí en cuanto se emita.');
  });

  test('an overdue list has none', async () => {
    await inArrears(device, '520022');
    answerWith(device, 'getPendingBills', billsOf(-40, -1));
    await openAt(device, pathTo('520022', '2026-10-01'));
    await sees('F-0');
    expect(missing('Tu año por delante')).toBe(true);
    expect(document.querySelectorAll('[data-unpaid]')).toHaveLength(2);
  });

  test('says at the side what comes earlier on other policies', async () => {
    for (const policy of ['520021', '520023']) await device.mirror.pull(billsCollection, policy);
    answerWith(device, 'getPendingBills', [dueIn(11)]);
    await openAt(device, upcoming);
    const side = await until(() => screen.getByRole('region', { name: 'Antes, en otras pólizas' }));
    const links = within(side).getAllByRole('link');
    expect(links.map((one) => one.textContent?.replace(/\u00a0/g, ' '))).toEqual([
      `Salud Global PlusCR-SAL-0098114 · ${shortly(addDays(demoDay, 39), day)}US$214,60`,
      `Vida Entera ProtecciónCR-VID-0028733 · ${shortly(addDays(demoDay, 99), day)}US$378,40`,
    ]);
    expect(links[0]?.getAttribute('href')).toContain('/facturas/520021/');
  });

  test("[D90] 'Actualizar' asks for the bills of the other policies too", async () => {
    await openAt(device, upcoming);
    await sees(/^F-520022/);
    await until(() => expect(pageText()).toMatch(/Actualizado/));
    device.seen.length = 0;
    await press('Actualizar');
    await until(() =>
      expect(device.paths().filter((path) => /getPendingBills|lecturas/.test(path)).length).toBeGreaterThan(1),
    );
  });
});

test('a due date can be added to the customer’s calendar', async () => {
  const files: File[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as File);
    return 'blob:x';
  });
  await openAt(device, pathTo('520022', 'null'));
  await sees(/^F-520022/);
  await press(/^Añadir al calendario/);
  expect(files[0]?.name).toMatch(/^factura-520022-F-520022-[\d-]+\.ics$/);
  expect(await files[0]?.text()).toContain(`DTSTART;VALUE=DATE:${addDays(demoDay, 46).replaceAll('-', '')}`);
});

test('[H2.29] a bill of another policy with its number is another calendar entry, whatever is owed of it', async () => {
  const files: File[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as File);
    return 'blob:x';
  });
  const bill = { BillNumber: 'F-1', DuePremium: 100, EffectiveFrom: '2026-12-01', EffectiveTo: '2026-12-31' };
  const policy = aPolicy({ Policy: '1', PolicyNumber: 'CR-1', ProductName: ' ', LineOfBusinessType: 'Life' });
  addToCalendar([bill], ['F-1'], policy, 'es-CR');
  addToCalendar([{ ...bill, DuePremium: 50 }], ['F-1'], policy, 'es-CR');
  addToCalendar([bill], ['F-1'], { ...policy, Policy: '2' }, 'es-CR');
  const texts = await Promise.all(files.map((file) => file.text()));
  const [one, less, other] = texts.map((text) => /UID:.*/.exec(text)?.[0]);
  expect(less).toBe(one);
  expect(other).not.toBe(one);
  expect(files[2]?.name).not.toBe(files[0]?.name);
  expect(texts[0]).toContain('DESCRIPTION:Póliza de vida\\, póliza CR-1');
  // Without a number nothing is left of it.
  addToCalendar([bill, bill], ['F-1', 'F-2'], { ...policy, PolicyNumber: ' ' }, 'es-CR');
  expect(files[3]?.name).toBe('facturas.ics');
  expect(await files[3]?.text()).toMatch(/^DESCRIPTION:Póliza de vida\r$/m);
});

test.each([
  ['without a number', null, [10, 10, 40]],
  ['of one number in two lists', 'F-9', [-5, 10, 40]],
])('[H3.12] bills %s become separate calendar entries', async (_, BillNumber, from) => {
  const files: File[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as File);
    return 'blob:x';
  });
  const alike = billsOf(...from).map((one) => ({ ...one, BillNumber }));
  answerWith(device, 'getPendingBills', alike);
  await openAt(device, pathTo('520022', 'null'));
  await until(() => expect(numbers()).toHaveLength(3));
  for (const button of screen.getAllByRole('button', { name: /^Añadir al calendario/ }))
    await act(async () => void fireEvent.click(button));
  await press('Añadir las 3 al calendario');
  const texts = await Promise.all(files.map((file) => file.text()));
  const uids = texts.map((text) => text.match(/UID:.*/g) ?? []);
  expect(new Set(uids.slice(0, 3).flat()).size).toBe(3);
  // The same bill is one entry, whichever button added it.
  expect(uids[3]?.sort()).toEqual(uids.slice(0, 3).flat().sort());
  expect(new Set(files.map(({ name }) => name)).size).toBe(4);
  expect(texts[0]).toContain(BillNumber ? 'SUMMARY:Vence la factura F-9 (' : 'SUMMARY:Vence la factura (');
});

describe('when there is nothing to show', () => {
  test('an empty list says so, with or without the flag', async () => {
    answerWith(device, 'getPendingBills', []);
    await openAt(device, pathTo('520022', 'null'));
    await sees('No tienes próximas facturas');
    cleanup();
    await openAt(device, pathTo('520022', '2026-01-01'));
    await sees('No tienes próximas facturas');
  });

  test('[D37] a failed load says why and offers a retry', async () => {
    answerWith(device, 'getPendingBills', { error: 'x' }, 503);
    await openAt(device, pathTo('520022', 'null'));
    await sees(/No pudimos actualizar/);
    device.network.instead = null;
    await press('Reintentar');
    await sees(/^F-520022/);
  });

  test('[D94] null for an empty list is an answer that could not be read, and not a public Wi-Fi', async () => {
    answerWith(device, 'getPendingBills', null);
    await openAt(device, pathTo('520022', 'null'));
    await sees(/No pudimos actualizar. Inténtalo de nuevo en unos minutos./);
    expect(pageText()).not.toContain('Wi-Fi');
  });

  test.each([
    ['a failed load', 'null', 503],
    ['a failed load', '2026-01-01', 503],
    ['no connection', '2026-01-01', null],
  ])('[D70] %s never says that nothing is owed (%s)', async (_, flag, status) => {
    if (status === null) device.network.up = false;
    else answerWith(device, 'getPendingBills', { error: 'x' }, status);
    await openAt(device, pathTo('520022', flag));
    await sees('No pudimos cargar tus facturas');
    expect(pageText()).toContain('Esto aún no está en este teléfono. No pudimos actualizar');
    expect(pageText()).not.toMatch(/No tienes|Estás al día/);
  });

  test('[H2.30][D33][D37] the amount that keeps the policy from lapsing is shown when its bills fail to load', async () => {
    answerWith(device, 'getPendingBills', { error: 'x' }, 503);
    await openAt(device, pathTo('520023', addDays(demoDay, -22)));
    await sees('Cantidad a pagar para evitar la caducidad de la póliza');
    expect(title()).toBe('Factura impagada');
    expect(pageText().replace(/\u00a0/g, ' ')).toContain('US$412,50');
    await sees('No pudimos cargar tus facturas');
    expect(pageText()).toContain('Ahora no podemos preparar este pago');
    device.network.instead = null;
    await press('Actualizar');
    await until(() => screen.getByRole('button', { name: /^Realizar pago/ }));
    expect(missing('No pudimos cargar tus facturas')).toBe(true);
  });

  test('[H2.30][D70] beside that amount nothing is said to have failed while the bills are on their way', async () => {
    const answers: (() => void)[] = [];
    device.network.instead = (path) =>
      path.endsWith('getPendingBills') ? new Promise((answer) => answers.push(() => answer(null))) : null;
    await openAt(device, pathTo('520023', addDays(demoDay, -22)));
    await sees('Cantidad a pagar para evitar la caducidad de la póliza');
    expect(pageText()).toContain('Cargando tus facturas...');
    expect(missing('No pudimos cargar tus facturas')).toBe(true);
    device.network.instead = null;
    for (const answer of answers) answer();
    await until(() => screen.getByRole('button', { name: /^Realizar pago/ }));
  });

  test('[D70] beside that amount it says without a connection that the bills are not here, not that they failed', async () => {
    device.network.up = false;
    setOnline(false);
    await openAt(device, pathTo('520023', addDays(demoDay, -22)));
    await sees('Cantidad a pagar para evitar la caducidad de la póliza');
    await sees(/Esto aún no está en este teléfono/);
    expect(pageText()).not.toContain('No pudimos cargar');
  });
});

test('[S2] hostile bills are shown as text', async () => {
  const evil = '<svg onload=alert(1)>\u202E'.repeat(300);
  answerWith(device, 'getPendingBills', [
    { BillNumber: evil, DuePremium: null, EffectiveFrom: null, EffectiveTo: null },
    { BillNumber: 2, DuePremium: -5, EffectiveFrom: 'x', EffectiveTo: {} },
    { BillNumber: '3', DuePremium: 1e300, EffectiveFrom: addDays(day, 1), EffectiveTo: addDays(day, 2) },
    { nothing: 'here' },
  ]);
  await openAt(device, pathTo('520022', 'null'));
  await until(() => expect(numbers()).toHaveLength(3));
  expect(document.querySelector('svg[onload]')).toBeNull();
  expect(pageText()).toContain('Importe no disponible');
});
