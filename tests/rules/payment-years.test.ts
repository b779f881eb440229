import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Payment } from '#contract/policies.ts';
import { monthIn } from '#rules/dates.ts';
import { paidInYear } from '#rules/payment-years.ts';
import { searchPayments } from '#rules/payments.ts';
import { paymentsTable } from '#rules/payments-table.ts';

const payment = (over: Partial<Payment> = {}): Payment => ({
  ID: 'p1',
  ParsedCompletedDate: '2026-03-05',
  Total: 100.1,
  Amount: 98,
  Transaction_Fee: 2.1,
  OrderNumber: 'ORD-7',
  CardHolder: 'María Fernanda Rojas',
  PaymentType: 'Tarjeta de crédito',
  CardType: 'Visa',
  CardNumber: '**** **** **** 0042',
  CardExpiration: '09/29',
  Status: 'Aceptado',
  ...over,
});

describe('the payments of a year', () => {
  test('[H4.6][D50] is summed by month and currency; failed payments are counted, but not summed', () => {
    const paid = paidInYear(
      [
        payment(),
        payment({ Total: 0.2 }),
        payment({ ParsedCompletedDate: '2026-12-31T23:00:00', Total: 5 }),
        payment({ Total: 900, Status: 'Rechazado' }),
        payment({ Total: 34_500, Currency: 'CRC' }),
        payment({ Total: null }),
      ],
      'USD',
    );
    expect(
      paid.map(({ currency, total, summed, accepted, failed }) => [currency, total, summed, accepted, failed]),
    ).toEqual([
      ['USD', 105.3, 3, 4, 1],
      ['CRC', 34_500, 1, 1, 0],
    ]);
    expect(paid[0]?.months).toHaveLength(12);
    expect(paid[0]?.months[2]).toEqual({ month: 3, total: 100.3, summed: 2, accepted: 3, failed: 1 });
    expect(paid[0]?.months[11]).toEqual({ month: 12, total: 5, summed: 1, accepted: 1, failed: 0 });
  });

  test('starts with the policy’s currency, however few payments use it', () => {
    const rows = [payment({ Currency: 'usd' }), payment({ Currency: 'USD' }), payment()];
    expect(paidInYear(rows, 'COP').map(({ currency }) => currency)).toEqual(['COP', 'USD']);
  });

  test('sums any number of payments exactly to the cent', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 100_000_00 }), { maxLength: 500 }), (cents) => {
        const [year] = paidInYear(
          cents.map((one) => payment({ Total: one / 100 })),
          'USD',
        );
        expect(Math.round((year?.total ?? 0) * 100)).toBe(cents.reduce((sum, one) => sum + one, 0));
      }),
    );
  });
});

describe('a typed month', () => {
  test('is understood with and without its year', () => {
    const fits = (typed: string, date: string) => monthIn(typed)?.test(date) ?? false;
    for (const typed of [
      'junio',
      'Jun',
      'jun.',
      'junio 2025',
      'junio de 2025',
      'JUN del 2025',
      '06/2025',
      '6-2025',
      '2025-06',
      '2025',
    ])
      expect(fits(typed, '2025-06-30'), typed).toBe(true);
    for (const typed of [
      'julio',
      'junio 2024',
      '07/2025',
      '2024',
      '13/2025',
      'junta',
      'ju',
      'jun 25',
      '06',
      'ORD-2025',
    ])
      expect(fits(typed, '2025-06-30'), typed).toBe(false);
    expect(fits('setiembre 2025', '2025-09-01')).toBe(true);
  });

  test('finds its payments and those with the month in reference or concept', () => {
    const rows = [
      payment({ ID: 'a', ParsedCompletedDate: '2025-06-01' }),
      payment({ ID: 'b', OrderNumber: 'JUNIO-1' }),
      payment({ ID: 'c', Concept: 'Prima de junio' }),
      payment({ ID: 'd' }),
    ];
    const found = (typed: string) =>
      searchPayments(rows, typed, 'USD', 'es-CR')
        .map(({ ID }) => ID)
        .join('');
    expect(found('junio')).toBe('abc');
    expect(found('jun 2025')).toBe('a');
    expect(found('prima')).toBe('c');
  });
});

describe('payments as a table for spreadsheets', () => {
  const paid = { policyNumber: 'CR-1', currency: 'USD' };
  const table = (rows: Payment[], locale = 'es-CR') => paymentsTable(rows, paid, locale);

  test("starts with a byte order mark, and its separators follow the region's decimal sign", () => {
    const [head, line] = table([payment({ Total: 1234.5, Concept: 'Prima; mensual' })]).split('\r\n');
    expect(head).toMatch(/^\uFEFFFecha;Póliza;Concepto;/);
    expect(line).toBe(
      '2026-03-05;CR-1;"Prima; mensual";ORD-7;Aceptado;USD;98,00;2,10;1234,50;María Fernanda Rojas;Tarjeta de crédito;Visa;•••• 0042',
    );
    const american = table([payment({ Total: 1234.5, OrderNumber: 'A, "B"' })], 'es-DO').split('\r\n')[1];
    expect(american).toContain('2026-03-05,CR-1,,"A, ""B""",Aceptado,USD,98.00,2.10,1234.50,');
    for (const locale of ['es-EC', 'es-CO', 'es-CR']) expect(table([], locale), locale).toContain(';');
    for (const locale of ['es-GT', 'es-US']) expect(table([], locale), locale).not.toContain(';');
  });

  test('[S2] has no cell from outside that is a formula or breaks out of its line', () => {
    const evil = [
      '=HYPERLINK("http://x")',
      '+1',
      '-1+1',
      '@SUM(A1)',
      '\t=1',
      ' =1',
      '\u200B=1',
      '＝1',
      '"=1',
      'a\r\n=1',
    ];
    for (const text of evil) {
      const csv = table([payment({ OrderNumber: text, CardHolder: text, Concept: text, Currency: text })]);
      const cells = parsed(csv)[1] ?? [];
      expect(cells, text).toHaveLength(13);
      expect(parsed(csv), text).toHaveLength(2);
      for (const cell of cells) expect(cell, text).not.toMatch(/^[\s\p{Cf}]*[=+\-@＝＋－＠]/u);
    }
    // A negative number stays a number.
    expect(parsed(table([payment({ Total: -5 })]))[1]?.[8]).toBe('-5,00');
  });

  test('what names something stays as it was written: its zeros, its digits, its words', () => {
    const cellOf = (OrderNumber: string) => parsed(table([payment({ OrderNumber })]))[1]?.[3];
    const days = ['ENE-2026', 'Mayo 2026', 'mayo de 2026', '5 mar', '05-Mar-26', 'SEPT2', '3 de mayo de 2026'];
    for (const text of [
      ...days,
      '(1234)',
      '50%',
      '% 50',
      '$50',
      '10:30 PM',
      '10:30 p. m.',
      '9 a',
      'VERDADERO',
      ' false ',
      '0012345',
      '12345678901234567890',
      '1234567890123456',
      '12E10',
      '1.5',
      '10-12',
      '2026/11',
      '00',
    ])
      expect(cellOf(text), text).toBe(`'${text}`);
    // These are read as they stand.
    for (const text of [
      '0',
      '540042',
      '123456789012345',
      'ORD-7',
      'F-540042-1',
      '12 AB',
      '',
      'Mayo',
      'Prima de mayo 2026',
      'MAR-540042',
      '(ORD)',
    ])
      expect(cellOf(text), text).toBe(text);
    const own = paymentsTable([payment()], { ...paid, policyNumber: '0098114' }, 'es-CR');
    expect(parsed(own)[1]?.[1]).toBe("'0098114");
  });
});

/** Reads CSV as RFC 4180 defines it, with ';' as separator. */
function parsed(csv: string): string[][] {
  const lines: string[][] = [[]];
  for (const [, quoted, bare, end] of csv.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^;\r\n]*))(;|\r\n)/g)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare ?? '');
    if (end === '\r\n') lines.push([]);
  }
  return lines.filter(({ length }) => length > 0);
}
