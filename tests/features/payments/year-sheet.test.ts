import { describe, expect, test } from 'vitest';
import type { Payment } from '#contract/policies.ts';
import { receiptPdf, yearPdf } from '#features/payments/sheet-pdf.ts';
import { paymentReceipt } from '#rules/payment-receipt.ts';
import { yearSheet } from '#rules/year-sheet.ts';
import { textsOf } from '#tests/pdf/read.ts';
import { aPolicy } from '#tests/rules/policy-fixture.ts';

const payment = (over: Partial<Payment> = {}): Payment => ({
  ID: 'p1',
  ParsedCompletedDate: '2024-03-05',
  Total: 169.13,
  Amount: 165,
  Transaction_Fee: 4.13,
  OrderNumber: 'ORD-7',
  CardHolder: 'María Fernanda Rojas',
  PaymentType: 'Tarjeta de crédito',
  CardType: 'Visa',
  CardNumber: '**** **** **** 4242',
  CardExpiration: '09/29',
  Status: 'Aceptado',
  ...over,
});

const policy = aPolicy({ PolicyOwnerName: 'ROJAS MORA, MARIA FERNANDA', PolicyNumber: 'CR-VID-0031450' });
const NOON = (date: string) => new Date(`${date}T12:00:00`).getTime();
const sheetOf = (payments: Payment[], over: { year?: string; at?: number | null } = {}) =>
  yearSheet({ policy, year: '2024', payments, at: NOON('2026-11-24'), locale: 'es-CR', ...over });
const failed = (day: string, Total: number | null = 169.13) =>
  payment({ ParsedCompletedDate: `2024-${day}`, Status: 'Rechazado', Total });
/** Without the kinds of blanks that only lay out. */
const plain = (text: string) => text.replace(/\s/gu, ' ');

describe('the sheet of a year', () => {
  test('sums each currency by itself, month by month; the policy’s comes first', () => {
    const sheet = sheetOf([
      payment(),
      payment({ ParsedCompletedDate: '2024-06-09', Total: 300 }),
      payment({ ParsedCompletedDate: '2024-06-20', Total: 50_000, Currency: 'CRC' }),
    ]);
    expect(sheet.sums.map(({ name, count }) => [name, count])).toEqual([
      ['En dólares', '2 pagos'],
      ['En colones', '1 pago'],
    ]);
    expect(sheet.sums.map(({ total }) => plain(total).replace(/\D/gu, ''))).toEqual(['46913', '50000']);
    expect(sheet.heads).toEqual(['Dólares', 'Colones']);
    expect(sheet.months).toHaveLength(12);
    expect(sheet.months[0]).toEqual({ name: 'Enero', cells: ['–', '–'] });
    expect(sheet.months[5]?.cells.map((cell) => cell.replace(/\D/gu, ''))).toEqual(['30000', '50000']);
    expect([sheet.title, sheet.asOf, sheet.holder]).toEqual([
      'Resumen anual de pagos 2024',
      'Al 24 nov 2026',
      'Maria Fernanda Rojas Mora',
    ]);
    expect(sheet.notes).toEqual(['No sustituye facturas ni certificados.']);
  });

  test.each([
    ['one', [failed('02-08')], 'Aparte, 1 pago fallido del 8 feb, de $169,13. No suma.'],
    // The newest comes first in a list of payments.
    [
      'two of one amount',
      [failed('09-08'), failed('02-08')],
      'Aparte, 2 pagos fallidos del 8 feb y el 8 sep, de $169,13 cada uno. No suman.',
    ],
    [
      'two of other amounts',
      [failed('09-08', 20), failed('02-08')],
      'Aparte, 2 pagos fallidos del 8 feb y el 8 sep, de $169,13 y $20,00. No suman.',
    ],
    ['one without an amount', [failed('02-08', null)], 'Aparte, 1 pago fallido. No suma.'],
    [
      'many',
      Array.from({ length: 5 }, (_, index) => failed(`0${index + 1}-08`)),
      'Aparte, 5 pagos fallidos. No suman.',
    ],
  ])('tells failed payments apart, in words: %s', (_, payments, words) => {
    const told = sheetOf([payment(), ...payments]).failed;
    expect(plain(`${told?.lead}${told?.rest}`).replaceAll('US$', '$').replaceAll(' USD', '')).toBe(words);
  });

  test('without an accepted payment says so, and has no table', () => {
    const sheet = sheetOf([failed('02-08')]);
    expect([sheet.sums, sheet.months]).toEqual([[], []]);
    expect(sheet.notes[0]).toBe('En 2024 no hubo pagos aceptados.');
  });

  test('is not called a whole year before the server confirmed it two days after its end, in any zone', () => {
    const early = sheetOf([payment()], { at: NOON('2024-11-05') });
    expect(early.title).toBe('Pagos de 2024, año incompleto');
    expect(early.notes[0]).toBe('Incluye los pagos hasta el 5 nov 2024. Aún no están los posteriores de 2024.');
    expect(sheetOf([payment()], { at: NOON('2024-12-31') }).title).toBe('Pagos de 2024, año incompleto');
    // The insurer's year may not be over yet, and its last payments are listed later still.
    for (const day of ['2025-01-01', '2025-01-02']) {
      const over = sheetOf([payment()], { at: NOON(day) });
      expect([over.title, over.notes[0]]).toEqual(['Pagos de 2024, año incompleto', 'Puede que falten pagos de 2024.']);
    }
    expect(sheetOf([payment()], { at: NOON('2025-01-03') }).title).toBe('Resumen anual de pagos 2024');
  });

  test.each([
    ['it is unknown', null],
    ['[F60] a clock was behind its payments', NOON('2020-12-03')],
  ])('says no day where %s', (_, at) => {
    const { title, asOf, notes } = sheetOf([payment()], { at });
    expect([title, asOf, notes[0]]).toEqual(['Pagos de 2024, año incompleto', '', 'Puede que falten pagos de 2024.']);
  });

  test('says how many accepted payments came without an amount', () => {
    const sheet = sheetOf([payment(), payment({ Total: null })]);
    expect(sheet.notes[0]).toBe('Un pago sin importe no suma.');
    expect(sheet.sums[0]?.count).toBe('1 pago');
  });

  test('[D50] without any amount sums nothing, and does not say that nothing was accepted', () => {
    const sheet = sheetOf([payment({ Total: null }), payment({ Total: null, ParsedCompletedDate: '2024-06-09' })]);
    expect([sheet.sums, sheet.months]).toEqual([[], []]);
    expect(sheet.notes).toEqual(['2 pagos sin importe no suman.', 'No sustituye facturas ni certificados.']);
  });
});

test.each([
  [
    'a year of two currencies with failed payments',
    [payment(), payment({ Total: 84_500, Currency: 'CRC' }), failed('02-08')],
  ],
  ['three currencies', [payment(), payment({ Currency: 'CRC' }), payment({ Currency: 'GTQ' })]],
  ['none accepted', [failed('02-08')]],
])('the PDF of a year says what its sheet says, and nothing else: %s', (_, payments) => {
  const sheet = sheetOf(payments);
  const said = [
    ...['Amparo', sheet.asOf, sheet.title, sheet.holder, sheet.policy],
    ...sheet.sums.flatMap(({ name, total, count }) => [name, total, count]),
    ...(sheet.sums.length > 0 ? ['Mes', ...sheet.heads] : []),
    ...sheet.months.flatMap(({ name, cells }) => [name, ...cells]),
    ...(sheet.failed ? [`${sheet.failed.lead}${sheet.failed.rest}`] : []),
    ...sheet.notes,
  ].map(plain);
  expect(textsOf(yearPdf(sheet)).join(' ')).toBe(said.join(' '));
});

test('the receipt of a payment says what the backend told, and its PDF the same', () => {
  const receipt = paymentReceipt(
    payment({ Concept: 'Prima mensual', Currency: 'CRC', Total: 84_500 }),
    policy,
    'es-CR',
  );
  expect(receipt?.facts.map(([name]) => name)).toEqual([
    ...['Fecha', 'Concepto', 'Referencia', 'Base', 'Comisión', 'Titular de la tarjeta', 'Tipo de pago', 'Tarjeta'],
    ...['Póliza', 'Titular de la póliza', 'Compañía'],
  ]);
  const facts = Object.fromEntries(receipt?.facts ?? []);
  expect(facts).toMatchObject({ Fecha: '5 de marzo de 2024', Referencia: 'ORD-7', Concepto: 'Prima mensual' });
  const inEnglish = paymentReceipt(payment({ PaymentType: 'Debit card', CardType: 'Debit' }), policy, 'es-CR');
  expect(Object.fromEntries(inEnglish?.facts ?? [])).toMatchObject({
    'Tipo de pago': 'Tarjeta de débito',
    Tarjeta: 'Débito\u00a0· •••• 4242',
  });
  expect(receipt?.status).toBe('Aceptado');
  if (!receipt) throw new Error('no receipt');
  const said = [receipt.amount, receipt.status, ...receipt.facts.flat(), receipt.note].map(plain);
  expect(textsOf(receiptPdf(receipt)).join(' ')).toBe(['Amparo', '', receipt.title, ...said].join(' '));
  expect(plain(receipt.amount)).toBe('₡84 500');
});

test('[H4.6] a failed payment has no receipt, and what the backend did not send is not told', () => {
  expect(paymentReceipt(payment({ Status: 'Rechazado' }), policy, 'es-CR')).toBeNull();
  const bare = paymentReceipt(
    payment({
      Total: null,
      Amount: null,
      Transaction_Fee: null,
      CardHolder: '',
      CardType: '',
      CardNumber: '',
      PaymentType: '',
    }),
    aPolicy({ PolicyOwnerName: '', IssuingCompany: '' }),
    'es-CR',
  );
  expect(bare?.amount).toBe('');
  expect(bare?.facts.map(([name]) => name)).toEqual(['Fecha', 'Referencia', 'Póliza']);
});
