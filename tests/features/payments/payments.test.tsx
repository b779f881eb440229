// @module-tag depth
import '#tests/page.ts';

import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Payment } from '#contract/policies.ts';
import { bills, payments } from '#mirror/collections.ts';
import { nameOf, partOf } from '#mirror/plan.ts';
import { today } from '#rules/dates.ts';
import { isOff } from '#tests/is-off.ts';
import { named } from '#tests/named.ts';
import { setOnline } from '#tests/page.ts';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { type Device, SERVER_START_MS } from '#tests/session/device.ts';
import { keepFreshHere } from '#tests/session/keep-fresh.ts';
import { answerWith, deviceOf, missing, openAt, pageText, press, resized, sees, title, until } from '../reading.tsx';

const HEALTH = '/app/pagos/520021';
/** Above the list on a phone. */
const OF_A_YEAR = /^\d+ pagos? (?:aceptado|fallido)s?$/;
const EMPTY = 'No tenemos pagos electrónicos que mostrarte';

let server: TestApp;
let device: Device;
beforeAll(async () => {
  server = await createTestApp({ seed: ['costarica@demo.test', 'colombia@demo.test'] });
}, SERVER_START_MS);
beforeEach(async () => {
  device = await deviceOf(server, 'costarica@demo.test');
});
afterEach(() => {
  cleanup();
  resized({ width: 390, height: 844 });
});
afterAll(() => server.close());

const cards = () => screen.getAllByRole('listitem');
async function search(typed: string) {
  if (!screen.queryByRole('searchbox')) await press('Buscar');
  await act(async () => void fireEvent.change(screen.getByRole('searchbox'), { target: { value: typed } }));
}

const payment = (over: Partial<Payment> = {}): Payment => ({
  ID: 'p1',
  ParsedCompletedDate: '2026-03-05',
  Total: 1234.5,
  Amount: 1200,
  Transaction_Fee: 34.5,
  OrderNumber: 'ORD-7',
  CardHolder: 'María Fernanda Rojas',
  PaymentType: 'Tarjeta de crédito',
  CardType: 'Visa',
  CardNumber: '**** **** **** 4242',
  CardExpiration: '09/29',
  Status: 'Aceptado',
  ...over,
});

describe('the list of payments', () => {
  test.each([390, 1280])("[D90] 'Actualizar' asks for the bill that is due next too (%d px)", async (width) => {
    resized({ width, height: 844 });
    await openAt(device, HEALTH);
    const asked = vi.spyOn(device.mirror.bringing, 'ask');
    // A press during a refresh is ignored.
    await until(() => {
      fireEvent.click(screen.getByRole('button', { name: 'Actualizar' }));
      expect(asked.mock.calls.flatMap(([wanted]) => wanted.map((one) => nameOf(partOf(one))))).toContain(
        'bills 520021',
      );
    });
  });

  test('[D69][D70] where few bytes were to be spent says offline which years are not here, and they come with the connection', async () => {
    Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } });
    const stop = keepFreshHere(device);
    await until(() => expect(device.mirror.bringing.progress.now()).toMatchObject({ recent: true }));
    const { since } = await device.mirror.read(payments, '520021');
    stop();
    setOnline(false);
    device.network.up = false;
    await openAt(device, HEALTH);
    await sees(`Lo anterior a ${since} aún no está en este teléfono. Llegará cuando vuelva la conexión.`);
    expect(missing('2023')).toBe(true);
    // Neither the page of such a year nor its sheet says that there was none.
    for (const path of [`${HEALTH}?ano=2023`, `${HEALTH}/resumen/2023`]) {
      cleanup();
      await openAt(device, path);
      await sees(`Lo anterior a ${since} aún no está en este teléfono. Llegará cuando vuelva la conexión.`);
      await until(() => expect(missing(/^(Cargando|Preparando)/)).toBe(true));
      expect(missing(/^No tenemos/)).toBe(true);
    }
    cleanup();
    await openAt(device, HEALTH);
    device.network.up = true;
    setOnline(true);
    keepFreshHere(device);
    await until(() => expect(missing(/aún no está en este teléfono/)).toBe(true));
    await until(async () => expect((await device.mirror.read(payments, '520021')).since).toBeNull());
    Reflect.deleteProperty(navigator, 'connection');
  });

  test.each([
    ['maintenance', 503, 'Estamos en mantenimiento. Llegará cuando termine.'],
    [
      'unavailable',
      503,
      'No pudimos actualizar: nuestro servicio no está disponible. No es tu conexión; inténtalo de nuevo en unos minutos.',
    ],
    ['unauthorised', 401, 'Ingresa de nuevo para actualizar y enviar.'],
  ])('[D69][D70] with a connection they wait for what keeps them back: %s', async (code, status, why) => {
    Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'));
    const stop = keepFreshHere(device);
    await until(() => expect(device.mirror.bringing.progress.now()).toMatchObject({ recent: true }));
    stop();
    const { since } = await device.mirror.read(payments, '520021');
    device.network.instead = () => Response.json({ code }, { status });
    await openAt(device, HEALTH);
    await press('Actualizar');
    await sees(`Lo anterior a ${since} aún no está en este teléfono. ${why}`);
    expect(missing(/vuelva la conexión/)).toBe(true);
  });

  /** Of two years. */
  const old = payment({ ID: 'a', OrderNumber: 'ORD-5', ParsedCompletedDate: '2025-12-31' });
  const fresh = payment({ ID: 'b', ParsedCompletedDate: '2026-01-01' });
  const twoYears = () =>
    answerWith(device, 'getInternetPayments', [
      { year: 2025, payments: [old] },
      { year: 2026, payments: [fresh] },
    ]);
  /** The years. What is counted stands above them. */
  const headings = () => {
    const all = screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent ?? '');
    expect(all[0]).toMatch(/^\d+ pago|^Resultados$/);
    return all.slice(1);
  };
  const years = () => within(screen.getByRole('navigation', { name: 'Años' })).getAllByRole('button');
  const chosen = () =>
    years()
      .filter((one) => one.hasAttribute('aria-current'))
      .map((one) => one.textContent);

  test('[H2.32][H1.5] payments are grouped by year, years descending', async () => {
    twoYears();
    await openAt(device, HEALTH);
    await until(() => expect(years().map((one) => one.textContent)).toEqual(['2026', '2025']));
    expect(pageText()).toContain('Actualizado hace un momentoAhora');
    expect(headings()).toEqual(['2026']);
    expect(title()).toBe('Historial de pagos electrónicos');
    expect(pageText()).toContain('1 pago aceptado');
    // What is found may be of several.
    await search('ORD-');
    await until(() => expect(headings()).toEqual(['2026', '2025']));
    expect(pageText()).toContain('2 pagos de tu búsqueda');
  });

  test('[D86] a year is a page: it stands in the address, and survives a search, Back and a reload', async () => {
    twoYears();
    const { router } = await openAt(device, HEALTH);
    await until(() => expect(years()).toHaveLength(2));
    const entries = router.history.length;
    const listed = () => screen.getByRole('list', { name: 'Pagos' });
    expect(listed().closest('.appear-soon')).toBeNull();
    await press('2025');
    await sees('Pagado en 2025');
    expect(listed().closest('.appear-soon')).toBeTruthy();
    expect([chosen(), headings(), missing('ORD-7')]).toEqual([['2025'], ['2025'], true]);
    expect(router.state.location.search).toEqual({ ano: '2025' });
    // Back leaves the screen, instead of turning pages.
    expect(router.history.length).toBe(entries);
    await search('ORD-7');
    await until(() => expect(headings()).toEqual(['2026']));
    await act(async () => void (await router.navigate({ to: '/app/novedades' as string })));
    await until(() => expect(title()).toBe('Novedades'));
    await act(async () => void router.history.back());
    await until(() => expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('ORD-7'));
    await search('');
    await sees('Pagado en 2025');
    cleanup();
    await openAt(device, `${HEALTH}?ano=2025`);
    await sees('Pagado en 2025');
    expect(chosen()).toEqual(['2025']);
  });

  const exporting = () => screen.getByRole('button', { name: 'Exportar' });
  const pressExport = async () => {
    await until(() => expect(isOff(exporting())).toBe(false));
    await press('Exportar');
  };

  test('[D70][D86] while the list is being opened nothing can be exported: the button says so, and opens nothing later', async () => {
    twoYears();
    await device.mirror.pull(payments, '520021');
    // As after a start: nothing is open in memory.
    device.mirror.forget();
    let goOn = () => {};
    const slow = new Promise<void>((resolve) => (goOn = resolve));
    const { readAt } = device.mirror;
    vi.spyOn(device.mirror, 'readAt').mockImplementation((async (...of: Parameters<typeof readAt>) => {
      const [place, extent] = of;
      if (place.table === 'payments' && extent === undefined) await slow;
      return readAt(...of);
    }) as never);
    await openAt(device, HEALTH);
    await until(() => expect(isOff(exporting())).toBe(true));
    await press('Exportar');
    await sees(/^Estamos abriendo tus pagos/);
    await act(async () => goOn());
    await until(() => expect(isOff(exporting())).toBe(false));
    expect(screen.queryByRole('dialog')).toBeNull();
    await pressExport();
    await sees('Tabla de 2026');
  });

  test('on a desk the years are reached before the search and Exportar, as they are drawn', async () => {
    resized({ width: 1280, height: 800 });
    onTestFinished(() => resized({ width: 390, height: 844 }));
    twoYears();
    await openAt(device, HEALTH);
    await until(() => expect(years()).toHaveLength(2));
    const stops = [screen.getByRole('navigation', { name: 'Años' }), screen.getByRole('searchbox'), exporting()];
    const inTree = [...document.querySelectorAll('*')].filter((one) => stops.includes(one as HTMLElement));
    expect(inTree).toEqual(stops);
  });

  test('[D86] Exportar means the year of the page', async () => {
    twoYears();
    await openAt(device, `${HEALTH}?ano=2025`);
    await sees('Pagado en 2025');
    await pressExport();
    await sees('Tabla de 2025');
    expect(missing('Tabla de 2026')).toBe(true);
    expect(missing('Tabla de todos los años')).toBe(false);
    expect(screen.getByRole('link', { name: named(/^Resumen anual de 2025/) })).toBeTruthy();
  });

  test('[D69][D86] while years are not here the table of all says since when, also in its name', async () => {
    Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'));
    const stop = keepFreshHere(device);
    await until(() => expect(device.mirror.bringing.progress.now()).toMatchObject({ recent: true }));
    const { since } = await device.mirror.read(payments, '520021');
    stop();
    device.network.up = false;
    const handed = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
    onTestFinished(() => handed.mockRestore());
    await openAt(device, HEALTH);
    await until(() => cards());
    await pressExport();
    await sees(`Tabla desde ${since}`);
    expect(missing('Tabla de todos los años')).toBe(true);
    await press(new RegExp(`^Tabla desde ${since}`));
    const [file] = handed.mock.calls[0] ?? [];
    expect((file as File | undefined)?.name).toMatch(new RegExp(`-desde-${since}\\.csv$`));
  });

  test('[D86] the first payment of another year does not turn the page, and a year that is not here is none', async () => {
    answerWith(device, 'getInternetPayments', [{ year: 2025, payments: [old] }]);
    await openAt(device, HEALTH);
    await sees('Pagado en 2025');
    twoYears();
    await act(async () => void (await device.mirror.pull(payments, '520021')));
    await until(() => expect(years()).toHaveLength(2));
    expect([chosen(), headings()]).toEqual([['2025'], ['2025']]);
    cleanup();
    await openAt(device, `${HEALTH}?ano=2019`);
    await sees('No tenemos pagos de 2019');
    expect([chosen(), years().length]).toEqual([[], 2]);
    await pressExport();
    await sees('Tabla de todos los años');
    expect(screen.getByRole('dialog').textContent).not.toMatch(/de 20\d\d/);
  });

  test('[D86] an address of the payments without a date says so where each has one', async () => {
    twoYears();
    await openAt(device, `${HEALTH}?ano=sin-fecha`);
    await sees('No tenemos pagos sin fecha');
  });

  test('[D86] payments without a date are a page too', async () => {
    answerWith(device, 'getInternetPayments', [{ year: 2026, payments: [fresh, { ...old, ParsedCompletedDate: '' }] }]);
    await openAt(device, HEALTH);
    await until(() => expect(years()).toHaveLength(2));
    await press('Sin fecha');
    await until(() => expect(headings()).toEqual(['Sin fecha']));
    expect([missing('ORD-5'), missing('ORD-7')]).toEqual([false, true]);
  });

  test('[H2.33][H9.4][D22] a payment shows its day, reference, and its total in the customer’s notation', async () => {
    answerWith(device, 'getInternetPayments', [
      { year: 2026, payments: [payment(), payment({ ID: 'p2', Total: 34_500, Currency: 'CRC', Concept: 'Prima' })] },
    ]);
    await openAt(device, HEALTH);
    await sees('ORD-7');
    expect(pageText()).toContain('5 de marzo de 2026');
    // The browser's language is American English, and the customer lives in Costa Rica.
    expect(navigator.language).toBe('en-US');
    expect(pageText().replace(/\s/gu, ' ')).toContain('US$1 234,50');
    expect(pageText().replace(/\s/gu, ' ')).toContain('₡34 500');
    expect(pageText()).toContain('Prima');
  });

  test('[H2.34] an opened payment shows base, commission, payer, type, card, last digits and expiry', async () => {
    answerWith(device, 'getInternetPayments', [{ year: 2026, payments: [payment()] }]);
    await openAt(device, HEALTH);
    await sees('ORD-7');
    expect(missing('Comisión')).toBe(true);
    await press(/ORD-7/);
    const shown = Object.fromEntries(
      [...document.querySelectorAll('dl > div')].map((row) => [
        row.querySelector('dt')?.textContent,
        row.querySelector('dd')?.textContent,
      ]),
    );
    expect(shown).toMatchObject({
      'Titular de la tarjeta': 'María Fernanda Rojas',
      'Tipo de pago': 'Tarjeta de crédito',
      'Tipo de tarjeta': 'Visa',
      'Últimos dígitos': '•••• 4242',
      Vencimiento: '09/29',
    });
    expect(Object.keys(shown)).toEqual(expect.arrayContaining(['Base', 'Comisión']));
    expect(screen.getByRole('button', { name: /ORD-7/ }).getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByText('Comisión').closest('.grow-down')).toBeTruthy();
    await press(/ORD-7/);
    expect(missing('Comisión')).toBe(true);
  });

  test('[H2.34] an open payment stays open when a refresh brings others, with or without an ID', async () => {
    const opened = payment({ CardHolder: 'ABIERTO' });
    const twin = payment({ CardHolder: 'GEMELO' });
    for (const ID of ['p1', '']) {
      answerWith(device, 'getInternetPayments', [
        {
          year: 2026,
          payments: [
            { ...opened, ID },
            { ...twin, ID },
          ],
        },
      ]);
      await act(async () => void (await device.mirror.pull(payments, '520021')));
      await openAt(device, HEALTH);
      await until(() => expect(cards()).toHaveLength(2));
      await press(/ORD-7/);
      expect(pageText()).toContain('ABIERTO');
      expect(pageText()).not.toContain('GEMELO');
      const newer = payment({
        ID: ID && 'p0',
        OrderNumber: 'ORD-8',
        ParsedCompletedDate: '2026-04-01',
        CardHolder: 'NUEVO',
      });
      answerWith(device, 'getInternetPayments', [
        { year: 2026, payments: [newer, { ...opened, ID, Status: 'Rechazado' }, { ...twin, ID }] },
      ]);
      await act(async () => void (await device.mirror.pull(payments, '520021')));
      await until(() => expect(cards()).toHaveLength(3));
      expect(pageText()).toContain('ABIERTO');
      expect(pageText()).not.toMatch(/GEMELO|NUEVO/);
      cleanup();
    }
  });

  test('[H2.34] an open payment stays open when the other years arrive', async () => {
    answerWith(device, 'getInternetPayments', [
      { year: 2026, payments: [payment()] },
      { year: 2025, payments: [payment({ ID: 'p2', OrderNumber: 'ORD-5', ParsedCompletedDate: '2025-01-01' })] },
    ]);
    await device.mirror.pull(payments, '520021');
    device.mirror.forget();
    await openAt(device, HEALTH);
    await until(() => screen.getByRole('button', { name: /ORD-7/ }));
    await press(/ORD-7/);
    await until(() => expect(years()).toHaveLength(2));
    expect(pageText()).toContain('Comisión');
    // The rest of a list is no news (D71).
    expect(pageText()).not.toContain('Recién');
  });

  test('[D71] what arrived or changed while one looks is marked, and nothing else', async () => {
    const old = payment({ ID: 'p2', OrderNumber: 'ORD-5', ParsedCompletedDate: '2026-01-01' });
    const pulled = async (...list: Payment[]) => {
      answerWith(device, 'getInternetPayments', [{ year: 2026, payments: list }]);
      await act(async () => void (await device.mirror.pull(payments, '520021')));
    };
    const marked = () => cards().map((card) => /Recién \w+/.exec(card.textContent ?? '')?.[0] ?? '');
    await pulled(payment(), old);
    await openAt(device, HEALTH);
    await until(() => expect(marked()).toEqual(['', '']));
    await pulled(payment({ ID: 'p0', OrderNumber: 'ORD-8' }), payment({ Status: 'Rechazado' }), old);
    await until(() => expect(marked()).toEqual(['Recién llegado', 'Recién actualizado', '']));
    // The word is part of what a reader hears of the button.
    expect(screen.getByRole('button', { name: /^Recién llegado\..*ORD-8/ })).toBeTruthy();
    // As it was when the screen was opened, so nothing has changed.
    await pulled(payment(), old);
    await until(() => expect(marked()).toEqual(['', '']));
    cleanup();
    await pulled(payment({ Status: 'Rechazado' }), old);
    await openAt(device, HEALTH);
    await until(() => expect(marked()).toEqual(['', '']));
  });

  test('[H2.35][H4.6] only Aceptado counts as success, and the status dot has a text', async () => {
    answerWith(device, 'getInternetPayments', [
      { year: 2026, payments: [payment({ ID: 'a' }), payment({ ID: 'b', Status: 'Rechazado' })] },
    ]);
    await openAt(device, HEALTH);
    await sees('Aceptado');
    expect(screen.getByText('Aceptado').dataset.accepted).toBe('true');
    expect(screen.getByText('Fallido').dataset.accepted).toBe('false');
  });

  test('[D22] amounts of a Colombian policy are in pesos', async () => {
    const juan = await deviceOf(server, 'colombia@demo.test');
    await openAt(juan, '/app/pagos/550051');
    await until(() => cards());
    expect(pageText()).toMatch(/428[.,\s]?000|438[.,\s]?700/);
  });
});

describe('searching', () => {
  test('a search finds payments by part of the reference or by amount, and reports no match', async () => {
    await openAt(device, HEALTH);
    await sees(OF_A_YEAR);
    await search('00034');
    await sees('1 pago de tu búsqueda');
    expect(within(cards()[0] as HTMLElement).getByText('ORD-520021-00034')).toBeTruthy();
    await search('219,97');
    await sees('34 pagos de tu búsqueda');
    await search('nada de esto');
    await sees('No encontramos pagos con esa búsqueda');
    await press('Borrar la búsqueda');
    await sees(OF_A_YEAR);
  });
});

describe('a year at a glance', () => {
  const year = [
    payment({ ID: 'a', ParsedCompletedDate: '2026-03-05', Total: 100 }),
    payment({ ID: 'b', ParsedCompletedDate: '2026-02-05', Total: 900, Status: 'Rechazado' }),
    payment({ ID: 'c', ParsedCompletedDate: '2026-01-05', Total: 34_500, Currency: 'CRC' }),
  ];
  const bars = () => screen.getAllByRole('group', { name: /por mes/ })[0] as HTMLElement;
  /** The bars are drawn after their card. */
  const openYear = async () => {
    answerWith(device, 'getInternetPayments', [{ year: 2026, payments: year }]);
    await openAt(device, HEALTH);
    await sees('Pagado en 2026');
    await until(bars);
  };

  test('[D50] the summary shows the total of each currency, and one currency’s amounts by month', async () => {
    await openYear();
    const card = screen.getByRole('region', { name: 'Resumen de 2026' });
    // Of the largest amount its size follows.
    expect(within(card).getByText('US$100,00').style.getPropertyValue('--signs')).toBe('9');
    expect(within(card).getByText(/₡34.500/)).toBeTruthy();
    expect(bars().getAttribute('aria-label')).toBe('Pagos de 2026 por mes, en dólares');
    const names = within(bars())
      .getAllByRole('button')
      .map((one) => one.getAttribute('aria-label'));
    expect(names).toEqual(['febrero de 2026: 1 fallido', 'marzo de 2026: US$100,00, 1 pago']);
    const whole = within(card).getByRole('link', { name: 'Resumen anual' });
    expect(whole.getAttribute('href')).toMatch(/pagos\/520021\/resumen\/2026$/);
    // A desk has room for the bars of each currency.
    expect(screen.queryByRole('radio')).toBeNull();
    await act(async () => resized({ width: 1280, height: 800 }));
    await act(async () => void fireEvent.click(screen.getByRole('radio', { name: 'Colones' })));
    expect(within(bars()).getAllByRole('button')).toHaveLength(1);
  });

  test('[H2.32][D50] a currency in which every payment failed has no total and no bars; its failed ones are counted', async () => {
    const [, failed, colones] = year as [Payment, Payment, Payment];
    answerWith(device, 'getInternetPayments', [{ year: 2026, payments: [failed, colones] }]);
    await openAt(device, HEALTH);
    await sees('Pagado en 2026');
    await until(bars);
    const card = screen.getByRole('region', { name: 'Resumen de 2026' });
    expect(card.textContent).toMatch(/^Pagado en 2026₡34.500/);
    expect(card.textContent).not.toContain('US$');
    expect(card.textContent).toContain('1 fallido, aparte');
    expect(bars().getAttribute('aria-label')).toBe('Pagos de 2026 por mes, en colones');
    await act(async () => resized({ width: 1280, height: 800 }));
    expect(screen.queryByRole('radio')).toBeNull();
  });

  test('[D50] accepted payments without an amount are counted, and never told as a total of zero', async () => {
    const told = async (rows: object[]) => {
      answerWith(device, 'getInternetPayments', [{ year: 2026, payments: rows }]);
      await act(async () => void (await device.mirror.pull(payments, '520021')));
      await openAt(device, HEALTH);
      await sees('Pagado en 2026');
      await until(bars);
      return screen.getByRole('region', { name: 'Resumen de 2026' });
    };
    const unread = { ...year[0], Total: null };
    const none = await told([unread]);
    expect(within(none).getByText('Importe no disponible')).toBeTruthy();
    expect(none.textContent).toContain('Un pago sin importe no suma.');
    expect(none.textContent).not.toContain('$0');
    expect(within(none).getByRole('link', { name: 'Resumen anual' })).toBeTruthy();
    expect(within(bars()).getByRole('button').getAttribute('aria-label')).toBe('marzo de 2026: 1 pago, 1 sin importe');
    cleanup();
    const some = await told([unread, { ...year[0], ID: 'z' }]);
    expect(within(some).getByText('US$100,00')).toBeTruthy();
    expect(some.textContent).toContain('Un pago sin importe no suma.');
    cleanup();
    // Nothing was accepted: that much is known.
    expect((await told([year[1] as object])).textContent).toMatch(/Pagado en 2026US\$0/);
  });

  test('[D50][D94] the bar of the next bill stands in the month that it is due, and one without that day has none', async () => {
    resized({ width: 1280, height: 800 });
    const day = today(new Date());
    const EffectiveFrom = `${day.slice(0, 4)}-01-01`;
    const due = { BillNumber: 'F-1', DuePremium: 50, EffectiveFrom, EffectiveTo: day };
    const rows = [payment({ ParsedCompletedDate: EffectiveFrom })];
    const told = async (some: object[]) => {
      device.network.instead = (path) => {
        if (path.endsWith('getPendingBills')) return Response.json(some);
        if (path.endsWith('getInternetPayments')) return Response.json([{ year: day.slice(0, 4), payments: rows }]);
        return null;
      };
      await act(async () => void (await device.mirror.pull(bills, '520021')));
    };
    await told([due]);
    await openAt(device, HEALTH);
    await sees('Próxima factura');
    await told([{ ...due, EffectiveTo: '0001-01-01' }]);
    await until(() => expect(missing('Próxima factura')).toBe(true));
    expect(bars()).toBeTruthy();
  });

  test('the arrow keys move between bars, and only one bar is a Tab stop', async () => {
    await openYear();
    const [february, march] = within(bars()).getAllByRole('button') as [HTMLElement, HTMLElement];
    expect([february.tabIndex, march.tabIndex]).toEqual([-1, 0]);
    march.focus();
    await act(async () => void fireEvent.keyDown(march, { key: 'ArrowLeft', altKey: true }));
    expect(document.activeElement, 'the browser’s Back').toBe(march);
    await act(async () => void fireEvent.keyDown(march, { key: 'ArrowLeft' }));
    expect(document.activeElement).toBe(february);
    expect([february.tabIndex, march.tabIndex]).toEqual([0, -1]);
  });

  test('[D50] a bar leads to its month also while only the failed payments are shown', async () => {
    answerWith(device, 'getInternetPayments', [
      {
        year: 2026,
        payments: [
          payment({ ID: 'a', ParsedCompletedDate: '2026-03-05' }),
          payment({ ID: 'b', ParsedCompletedDate: '2026-02-05', OrderNumber: 'ORD-8' }),
          payment({ ID: 'c', ParsedCompletedDate: '2026-01-05', OrderNumber: 'ORD-9', Status: 'Rechazado' }),
        ],
      },
    ]);
    await openAt(device, HEALTH);
    await until(bars);
    await press('1 fallido, aparte');
    await sees('1 pago fallido');
    const bar = within(bars()).getByRole('button', { name: /^febrero/ });
    await act(async () => void fireEvent.click(bar));
    await sees('2 pagos aceptados');
    await until(() => expect(document.activeElement?.textContent).toContain('ORD-8'));
  });

  test('one press shows only the failed payments of the year, and a search shows no yearly total', async () => {
    const before = payment({ ID: 'd', ParsedCompletedDate: '2025-02-05', Status: 'Rechazado' });
    answerWith(device, 'getInternetPayments', [
      { year: 2026, payments: year },
      { year: 2025, payments: [before] },
    ]);
    await openAt(device, HEALTH);
    await sees('2 pagos aceptados');
    await press('1 fallido, aparte');
    await sees('1 pago fallido');
    expect(missing('Pagado en 2026')).toBe(false);
    expect(cards()).toHaveLength(1);
    await search('marzo');
    await sees('No encontramos pagos con esa búsqueda');
    await press('Borrar la búsqueda');
    await sees('2 pagos aceptados');
    await search('enero 2026');
    await sees('1 pago de tu búsqueda');
    expect(missing('Pagado en 2026')).toBe(true);
  });
});

test('on a desk the failed ones are a choice beside the years', async () => {
  resized({ width: 1280, height: 800 });
  const failed = payment({ ID: 'b', ParsedCompletedDate: '2026-02-05', Status: 'Rechazado' });
  answerWith(device, 'getInternetPayments', [{ year: 2026, payments: [payment(), failed] }]);
  await openAt(device, HEALTH);
  await sees('1 fallido, aparte');
  await press('Solo fallidos 1');
  await sees('1 pago fallido de 2026');
});

test('what was typed on a wide window is seen on a narrow one, where it still searches', async () => {
  resized({ width: 1280, height: 800 });
  await openAt(device, HEALTH);
  await sees(/^\d+ pagos? de \d{4}$/);
  await search('00034');
  await sees('1 pago de tu búsqueda');
  await act(async () => resized({ width: 390, height: 844 }));
  expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('00034');
});

test('the search of a phone is behind its sign, takes the focus, and is gone with what was typed', async () => {
  await openAt(device, HEALTH);
  await sees(OF_A_YEAR);
  const sign = screen.getByRole('button', { name: 'Buscar' });
  expect(sign.getAttribute('aria-expanded')).toBe('false');
  await press('Buscar');
  await until(() => expect(document.activeElement).toBe(screen.getByRole('searchbox')));
  await search('nada de esto');
  await sees('No encontramos pagos con esa búsqueda');
  await search('');
  expect(screen.getByRole('searchbox')).toBeTruthy();
  await search('nada de esto');
  await press('Buscar');
  await sees(OF_A_YEAR);
  expect(screen.queryByRole('searchbox')).toBeNull();
});

describe('when there is nothing to show', () => {
  test('[H2.36] a policy without payments says so', async () => {
    answerWith(device, 'getInternetPayments', []);
    await openAt(device, HEALTH);
    await sees(EMPTY);
    expect(missing(/No pudimos actualizar/)).toBe(true);
  });

  test('[H8.13][D70] a failed load says that it is not here, the cause, and offers a retry that works', async () => {
    answerWith(device, 'getInternetPayments', { message: 'x' }, 500);
    await openAt(device, HEALTH);
    await sees('Esto aún no está en este teléfono');
    expect(pageText()).not.toContain(EMPTY);
    expect(pageText()).toContain('No pudimos actualizar: nuestro servicio no está disponible.');
    expect(screen.getByRole('alert')).toBeTruthy();
    device.network.instead = null;
    await press('Reintentar');
    await sees(OF_A_YEAR);
  });

  test('[D70] without a connection and without mirrored rows the screen says what will bring them, and they come by themselves', async () => {
    device.network.up = false;
    setOnline(false);
    await openAt(device, HEALTH);
    await sees('Esto aún no está en este teléfono');
    await sees('Llegará cuando vuelva la conexión.');
    expect(pageText()).not.toContain(EMPTY);
    expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull();
    keepFreshHere(device);
    device.network.up = true;
    act(() => setOnline(true));
    await sees(OF_A_YEAR);
  });

  test('[D29] after one visit the list opens without a connection and shows its age', async () => {
    await openAt(device, HEALTH);
    await sees(OF_A_YEAR);
    cleanup();
    device.network.up = false;
    device.time.now += 20 * 60_000;
    await openAt(device, HEALTH);
    await sees(OF_A_YEAR);
    await sees(/No pudimos actualizar\. Actualizado/);
  });
});

test('[S2] hostile and missing values are shown as text and break nothing', async () => {
  const evil = '<img src=x onerror=alert(1)>\u202Etxet';
  const hostile = Object.fromEntries(Object.keys(payment()).map((key) => [key, evil]));
  answerWith(device, 'getInternetPayments', [
    {
      year: 2026,
      payments: [
        { ...hostile, ID: '1' },
        { ID: '2' },
        { ...payment(), ID: '3', OrderNumber: 'A'.repeat(10_000), Total: -1e15, CardHolder: null },
        { ...payment(), ID: '4', Total: 0 },
      ],
    },
  ]);
  await openAt(device, HEALTH);
  await sees(OF_A_YEAR);
  for (const page of [() => {}, () => press('Sin fecha')]) {
    await page();
    for (const one of within(screen.getByRole('list')).getAllByRole('button', { expanded: false }))
      await act(async () => void fireEvent.click(one));
    expect(document.querySelector('img')).toBeNull();
  }
  expect(pageText()).toContain(evil);
});
