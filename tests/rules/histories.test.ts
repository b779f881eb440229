import { describe, expect, test } from 'vitest';
import type { Payment } from '#contract/policies.ts';
import type { Currency } from '#contract/refunds.ts';
import { caseStatus } from '#rules/case-status.ts';
import { exactMoney } from '#rules/money.ts';
import {
  cardTypeLabel,
  lastDigits,
  paymentStatus,
  paymentsByYear,
  paymentTypeLabel,
  searchPayments,
} from '#rules/payments.ts';
import { refundMeaning, refundNext, refundsByYear } from '#rules/refunds.ts';
import { ticketDay, ticketsByYear } from '#rules/tickets.ts';

const payment = (ID: string, ParsedCompletedDate: string, Total: number | null, OrderNumber = ''): Payment => ({
  ID,
  ParsedCompletedDate,
  Total,
  Amount: Total,
  Transaction_Fee: 0,
  OrderNumber,
  CardHolder: '',
  PaymentType: '',
  CardType: '',
  CardNumber: '',
  CardExpiration: '',
  Status: 'Aceptado',
});
const ids = (rows: Payment[]) => rows.map((row) => row.ID).join(' ');

describe('payments', () => {
  test('[H2.35][H4.6] only Aceptado counts as success, and every other status reads Fallido', () => {
    expect(paymentStatus({ Status: 'Aceptado' })).toEqual({ accepted: true, text: 'Aceptado' });
    for (const Status of [' Aceptado', 'Aceptado ', '\tAceptado\n'])
      expect(paymentStatus({ Status }).accepted).toBe(true);
    for (const Status of ['Rechazado', 'aceptado', 'Accepted', '', 'No Aceptado']) {
      expect(paymentStatus({ Status }), Status).toEqual({ accepted: false, text: 'Fallido' });
    }
  });

  test('[H2.32][H3.6] payments are grouped by year, newest first, undated ones last', () => {
    const rows = [
      payment('a', '2024-05-01', 1),
      payment('b', '2026-01-02', 1),
      payment('c', 'ayer', 1),
      payment('d', '2026-11-02T10:00:00', 1),
      payment('e', '2025-12-31', 1),
      payment('f', '2026-01-02', 1),
    ];
    expect(paymentsByYear(rows).map(({ year, rows }) => [year, ids(rows)])).toEqual([
      ['2026', 'd b f'],
      ['2025', 'e'],
      ['2024', 'a'],
      ['', 'c'],
    ]);
    expect(paymentsByYear([])).toEqual([]);
  });

  test('payments are found by reference or amount, however it is written', () => {
    const rows = [
      payment('a', '', 1234.5, 'ORD-2026-0001'),
      payment('b', '', 86.4, 'Órden Ñ/77'),
      payment('c', '', 86, 'x-9'),
      payment('d', '', null, '8640'),
    ];
    const found = (typed: string) => ids(searchPayments(rows, typed, 'USD', 'es-US'));
    expect(found('ord-2026')).toBe('a');
    expect(found('ORD 2026 0001')).toBe('a');
    expect(found('orden ñ77')).toBe('b');
    for (const typed of ['1.234,5', '1,234.50', '1234', '$1,234.50']) expect(found(typed), typed).toBe('a');
    expect(found('86,40')).toBe('b d');
    expect(found('86')).toBe('b c d');
    expect(found('  ')).toBe('a b c d');
    expect(found('nada')).toBe('');
  });

  test('[D22] a total is found as it is shown, whatever the browser’s language', () => {
    const finds = (total: number, typed: string, currency: Currency = 'USD', locale = 'es-US') =>
      searchPayments([payment('a', '', total)], typed, currency, locale).length === 1;
    const locales =
      'es es-419 es-CR es-EC es-ES es-CO es-DO en-US en-IN de-DE de-AT de-CH fr-FR fr-CH pt-BR it-CH ar-EG hi-IN';
    for (const locale of locales.split(' ')) {
      for (const currency of ['USD', 'COP'] as const) {
        for (const total of [0, 1.005, 86.4, 1234, 1234.5, 12_345_678.9, 999.999, -50, -1234.56]) {
          const shown = exactMoney(total, currency, locale);
          expect(finds(total, shown, currency, locale), `${locale} ${shown}`).toBe(true);
          expect(finds(total + 3, shown, currency, locale), `${locale} ${shown}`).toBe(false);
        }
      }
    }
    for (const typed of ['1.01', '1,01', '$1.01', '1']) expect(finds(1.005, typed), typed).toBe(true);
    for (const typed of ['-50', '-50,00', '-$50.00', '$-50', '−50.0']) expect(finds(-50, typed), typed).toBe(true);
    for (const typed of ['50', '-50.01', 'ORD-50', '5000', '-5000']) expect(finds(-50, typed), typed).toBe(false);
    for (const typed of ['8640', 'ORD 86', '864']) expect(finds(86.4, typed), typed).toBe(false);
  });

  test('[H2.34][D40] how a payment was made is told in Spanish, and another word as it came', () => {
    expect(['Credit Card', 'DEBIT CARD', 'Bank transfer', 'Tarjeta de crédito'].map(paymentTypeLabel)).toEqual([
      ...['Tarjeta de crédito', 'Tarjeta de débito', 'Transferencia bancaria', 'Tarjeta de crédito'],
    ]);
    expect(['Credit', 'debit', 'Visa', ''].map(cardTypeLabel)).toEqual(['Crédito', 'Débito', 'Visa', '']);
    for (const other of ['SINPE Móvil', 'constructor']) expect(paymentTypeLabel(other)).toBe(other);
  });

  test('[H2.34] a masked card shows its last digits, at most four', () => {
    expect(lastDigits('**** **** **** 4242')).toBe('4242');
    expect(lastDigits('411111XXXXXX1111')).toBe('1111');
    expect(lastDigits('4111111111111111')).toBe('1111');
    expect(lastDigits('XX42 ')).toBe('42');
    for (const none of ['', '****', '4242****']) expect(lastDigits(none)).toBe('');
  });
});

describe('statuses of refunds and tickets', () => {
  const expected: [number | null, string, string][] = [
    [1, 'Nuevo', 'info'],
    [2, 'En trámite', 'warn'],
    [3, 'En trámite', 'warn'],
    [4, 'En trámite', 'warn'],
    [5, 'Aprobado', 'ok'],
    [6, 'Aprobado', 'ok'],
    [7, 'Negado', 'bad'],
    [0, 'En trámite', 'warn'],
    [8, 'En trámite', 'warn'],
    [-1, 'En trámite', 'warn'],
    [1.5, 'En trámite', 'warn'],
    [null, 'En trámite', 'warn'],
  ];
  for (const [id, text, tone] of expected) {
    test(`[H4.5][H9.6] ${id} is shown as ${text}, with its meaning and what comes next`, () => {
      expect(caseStatus(id)).toEqual({ text, tone });
      expect(refundMeaning({ idEstado: id })).toMatch(/^[A-Z].+\.$/);
      expect(refundNext({ idEstado: id }, 'escríbenos desde Ayuda')).toMatch(/^[A-Z].+\.$/);
    });
  }

  test('[H4.5] the four statuses have four different meanings', () => {
    expect(new Set([1, 2, 5, 7].map((idEstado) => refundMeaning({ idEstado }))).size).toBe(4);
  });
});

describe('refunds and tickets by year', () => {
  test('[H2.37] refunds are grouped by the year of the diagnosis, the newest created first', () => {
    const refund = (id: string, fechaDiagnostico: string | null, created: string) => ({
      id,
      fechaDiagnostico,
      created,
    });
    const years = refundsByYear([
      refund('old', '2025-03-01', '2026-01-01T00:00:00Z'),
      refund('first', '2026-01-01', '2026-02-01T10:00:00Z'),
      refund('last', '2026-01-01', '2026-02-01T10:00:00-06:00'),
      refund('unreadable', '2026-06-01', '?'),
      refund('undated', null, '2026-10-01T12:00:00Z'),
      refund('of no day', null, '?'),
    ]);
    expect(years.map(({ year, rows }) => [year, rows.map((row) => row.id).join(' ')])).toEqual([
      // As its card says, it stands on the day on which it was created.
      ['2026', 'undated last first unreadable'],
      ['2025', 'old'],
      ['', 'of no day'],
    ]);
  });

  test('[H2.77] tickets are grouped by the year of the request, years descending', () => {
    const ticket = (id: string, fechaSolicitud: string | null) => ({ id, fechaSolicitud });
    const years = ticketsByYear([ticket('a', '2024-01-01'), ticket('b', '2026-01-01'), ticket('c', '2026-05-01')]);
    expect(years.map(({ year, rows }) => [year, rows.map((row) => row.id).join(' ')])).toEqual([
      ['2026', 'c b'],
      ['2024', 'a'],
    ]);
  });

  test('[D78] a ticket stands on the day of its instant at the customer’s, whatever day the backend made of it', () => {
    const created = new Date(2026, 11, 31, 22, 23).toISOString();
    const ticket = { id: 'a', fechaSolicitud: '2027-01-01', created };
    expect(ticketDay(ticket)).toBe('2026-12-31');
    expect(ticketsByYear([ticket]).map(({ year }) => year)).toEqual(['2026']);
    expect(ticketDay({ fechaSolicitud: '2027-01-01' })).toBe('2027-01-01');
  });
});
