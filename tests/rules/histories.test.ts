import { describe, expect, test } from 'vitest';
import type { Payment } from '#contract/policies.ts';
import { caseStatus } from '#rules/case-status.ts';
import { lastDigits, paymentStatus, paymentsByYear, searchPayments } from '#rules/payments.ts';
import { refundMeaning, refundsByYear } from '#rules/refunds.ts';
import { ticketsByYear } from '#rules/tickets.ts';

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
  test('[H2.35][H4.6] only Aceptado is green, in words too', () => {
    expect(paymentStatus({ Status: 'Aceptado' })).toEqual({ accepted: true, text: 'Aceptado' });
    for (const Status of ['Rechazado', 'aceptado', 'Accepted', '', 'No Aceptado']) {
      expect(paymentStatus({ Status }), Status).toEqual({ accepted: false, text: 'Fallido' });
    }
  });

  test('[H2.32][H3.6] by year, years descending, newest first, undated ones last', () => {
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

  test('are found by reference or amount, however it is written', () => {
    const rows = [
      payment('a', '', 1234.5, 'ORD-2026-0001'),
      payment('b', '', 86.4, 'Órden Ñ/77'),
      payment('c', '', 86, 'x-9'),
      payment('d', '', null, '8640'),
    ];
    const found = (typed: string) => ids(searchPayments(rows, typed));
    expect(found('ord-2026')).toBe('a');
    expect(found('ORD 2026 0001')).toBe('a');
    expect(found('orden ñ77')).toBe('b');
    for (const typed of ['1.234,5', '1,234.50', '1234', '$1,234.50']) expect(found(typed), typed).toBe('a');
    expect(found('86,40')).toBe('b d');
    expect(found('86')).toBe('b c d');
    expect(found('  ')).toBe('a b c d');
    expect(found('nada')).toBe('');
  });

  test('[H2.34] a masked card shows its last digits, never more than four', () => {
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
    test(`[H4.5][H9.6] ${id} is ${text}, and says what it means and what comes next`, () => {
      expect(caseStatus(id)).toEqual({ text, tone });
      const { meaning, next } = refundMeaning({ idEstado: id });
      expect(meaning).toMatch(/^[A-Z].+\.$/);
      expect(next).toMatch(/^[A-Z].+\.$/);
    });
  }

  test('[H4.5] the four statuses mean four things', () => {
    expect(new Set([1, 2, 5, 7].map((idEstado) => refundMeaning({ idEstado }).meaning)).size).toBe(4);
  });
});

describe('refunds and tickets by year', () => {
  test('[H2.37] refunds by the year of the diagnosis, the newest created first', () => {
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
      refund('undated', null, '2026-10-01T00:00:00Z'),
    ]);
    expect(years.map(({ year, rows }) => [year, rows.map((row) => row.id).join(' ')])).toEqual([
      ['2026', 'last first unreadable'],
      ['2025', 'old'],
      ['', 'undated'],
    ]);
  });

  test('[H2.77] tickets by the year of the request, years descending', () => {
    const ticket = (id: string, fechaSolicitud: string | null) => ({ id, fechaSolicitud });
    const years = ticketsByYear([ticket('a', '2024-01-01'), ticket('b', '2026-01-01'), ticket('c', '2026-05-01')]);
    expect(years.map(({ year, rows }) => [year, rows.map((row) => row.id).join(' ')])).toEqual([
      ['2026', 'c b'],
      ['2024', 'a'],
    ]);
  });
});
