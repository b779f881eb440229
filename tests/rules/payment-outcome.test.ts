import { describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#contract/age.ts';
import type { Payment } from '#contract/policies.ts';
import { totalOwed } from '#rules/bills.ts';
import { knownPayments, type LeftToPay, paymentOutcomes } from '#rules/payment-outcome.ts';

const LEFT_AT = new Date(2026, 10, 22, 12).getTime();

const payment = (over: Partial<Payment> = {}): Payment => ({
  ID: 'new',
  ParsedCompletedDate: new Date(LEFT_AT + MINUTE_MS).toISOString(),
  Total: 165,
  Amount: 165,
  Transaction_Fee: 0,
  OrderNumber: 'ORD-1',
  CardHolder: '',
  PaymentType: '',
  CardType: '',
  CardNumber: '',
  CardExpiration: '',
  Status: 'Aceptado',
  ...over,
});
const left = (over: Partial<LeftToPay> = {}): LeftToPay => ({
  billNo: 'F-1001',
  amount: 165,
  currency: 'USD',
  at: LEFT_AT,
  known: [],
  ...over,
});
const states = (
  some: LeftToPay[],
  payments: Payment[],
  { now = LEFT_AT + 2 * MINUTE_MS, pending = null }: { now?: number; pending?: string[] | null } = {},
) => paymentOutcomes(some, payments, { pending, ofPolicy: 'USD', now }).map(({ state }) => state);

describe('the outcome of a payment outside the app', () => {
  test('[H7.16] is awaited, and only the insurer’s payments make it received or failed', () => {
    expect(states([left()], [])).toEqual(['waiting']);
    expect(states([left()], [], { now: LEFT_AT + 16 * MINUTE_MS })).toEqual(['unseen']);
    expect(states([left()], [payment()])).toEqual(['received']);
    expect(states([left()], [payment({ Status: 'Rechazado' })])).toEqual(['failed']);
    // The customer tried again on the same page with another card.
    expect(states([left()], [payment({ ID: 'no', Status: 'Rechazado' }), payment()])).toEqual(['received']);
    // This payment includes a fee.
    expect(states([left()], [payment({ Total: 169.13 })])).toEqual(['received']);
  });

  test('ignores a payment made before, or of another amount or currency', () => {
    const others: Partial<Payment>[] = [
      { ID: 'known' },
      { Total: 164.99, Amount: 164.99 },
      { Currency: 'CRC' },
      { ParsedCompletedDate: new Date(LEFT_AT - 60 * MINUTE_MS).toISOString() },
      { ParsedCompletedDate: '2026-11-20' },
      { ParsedCompletedDate: 'ayer' },
    ];
    for (const over of others) expect(states([left({ known: ['known'] })], [payment(over)])).toEqual(['waiting']);
    // A date without a time may be the insurer's day before, if the payments were known.
    expect(states([left()], [payment({ ParsedCompletedDate: '2026-11-21' })])).toEqual(['received']);
    expect(states([left({ known: null })], [payment({ ParsedCompletedDate: '2026-11-21' })])).toEqual(['waiting']);
  });

  test('[D93] on a device whose clock is hours ahead is found by what was known at leaving', () => {
    const early = payment({ ParsedCompletedDate: new Date(LEFT_AT - 60 * MINUTE_MS).toISOString() });
    const gone = { pending: [] };
    expect(states([left()], [early], gone)).toEqual(['received']);
    expect(states([left({ known: null })], [early], gone)).toEqual(['waiting']);
    expect(states([left()], [early], { pending: ['F-1001'] })).toEqual(['waiting']);
    // It may be the extra contribution, or one of before that the device had not seen.
    expect(states([left({ billNo: null })], [early])).toEqual(['open']);
    // A departure that it fits by the clock comes first.
    const before = left({ billNo: 'F-2002', at: LEFT_AT - 61 * MINUTE_MS });
    expect(states([before, left()], [early], gone)).toEqual(['received', 'waiting']);
    const dayBefore = payment({ ParsedCompletedDate: new Date(LEFT_AT - 25 * 60 * MINUTE_MS).toISOString() });
    expect(states([left()], [dayBefore], gone)).toEqual(['waiting']);
  });

  test('[D93] on a right clock is that of the customer’s own payment, and not of an older one that was posted late', () => {
    // Of another bill of the same amount, paid at a bank the evening before. Both were posted at noon.
    const bank = payment({ ID: 'bank', ParsedCompletedDate: new Date(LEFT_AT - 15 * 60 * MINUTE_MS).toISOString() });
    const found = paymentOutcomes([left()], [payment({ ID: 'own' }), bank], {
      ...{ pending: [], ofPolicy: 'USD' },
      now: LEFT_AT + 2 * MINUTE_MS,
    });
    expect(found).toMatchObject([{ state: 'received', payment: { ID: 'own' } }]);
  });

  test('[F60][D93] after a clock that stood days ahead, or in 1970, rests on what was known at leaving', () => {
    const bank = payment({ ID: 'bank', ParsedCompletedDate: new Date(LEFT_AT - 60 * MINUTE_MS).toISOString() });
    const lastWeek = payment({ ID: 'last week', ParsedCompletedDate: '2026-11-15' });
    const own = payment({ ID: 'own' });
    const listed = [own, bank, lastWeek];
    for (const at of [LEFT_AT + 4 * DAY_MS, LEFT_AT + 400 * DAY_MS, 0]) {
      const known = knownPayments([bank, lastWeek], new Date(at));
      expect(known).toContain('bank');
      const one = left({ at, known });
      const gone = { pending: [], ofPolicy: 'USD', now: LEFT_AT + 2 * MINUTE_MS };
      expect(paymentOutcomes([one], listed, gone)).toMatchObject([{ state: 'received', payment: { ID: 'own' } }]);
      expect(states([one], [bank, lastWeek], gone)).toEqual(['unseen']);
      expect(states([one], listed, { ...gone, pending: ['F-1001'] })).toEqual(['unseen']);
      expect(states([{ ...one, known: null }], listed, gone)).toEqual(['unseen']);
    }
  });

  test('[D93] stays open where it may be one of before that an old list lacked', () => {
    const [one, gone] = [left({ billNo: null, lacking: true }), left({ lacking: true })];
    const on = (ParsedCompletedDate: string, over: Partial<Payment> = {}) => payment({ ParsedCompletedDate, ...over });
    expect(states([one], [on('2026-11-22')])).toEqual(['open']);
    expect(states([one], [on('2026-11-21')])).toEqual(['open']);
    expect(states([one], [on('2026-11-22', { Status: 'Rechazado' })])).toEqual(['open']);
    // What tells that it came later, and a bill that is no longer listed, are sure.
    expect(states([one], [payment()])).toEqual(['received']);
    expect(states([one], [on('2026-11-22'), on('2026-11-23', { ID: 'own' })])).toEqual(['received']);
    expect(states([gone], [on('2026-11-22')], { pending: [] })).toEqual(['received']);
    expect(states([{ ...one, lacking: undefined }], [on('2026-11-22')])).toEqual(['received']);
  });

  test('[F60][D93] stays open where it lies in the future, so that the clock is behind and it may be one of before', () => {
    const weeksBehind = left({ known: null, lacking: true });
    const unknown = { pending: null };
    const on = (ParsedCompletedDate: string, over: Partial<Payment> = {}) => payment({ ParsedCompletedDate, ...over });
    expect(states([weeksBehind], [on('2026-12-02')], unknown)).toEqual(['open']);
    expect(states([weeksBehind], [on('2026-12-02T10:00:00Z')], unknown)).toEqual(['open']);
    expect(states([weeksBehind], [on('2026-12-02', { Status: 'Rechazado' })], unknown)).toEqual(['open']);
    // What was known at leaving tells new ones by itself.
    expect(states([left()], [on('2026-12-02')], unknown)).toEqual(['received']);
  });

  test('[D93] of a bill is told by a concept or an order number that names the bill', () => {
    const both = [left(), left({ billNo: 'F-2002', at: LEFT_AT + MINUTE_MS / 2 })];
    const named = (over: Partial<Payment>) => states(both, [payment(over)], { pending: [] });
    expect(named({ Concept: 'Factura f-2002' })).toEqual(['waiting', 'received']);
    expect(named({ OrderNumber: '2026/F-1001' })).toEqual(['received', 'waiting']);
    // Part of another number is not a name, and neither is one so short that it could be a year or a day.
    expect(named({ Concept: 'Factura F-10011' })).toEqual(['waiting', 'received']);
    const short = [left({ billNo: '2026' }), left({ billNo: 'F-2002', at: LEFT_AT + MINUTE_MS / 2 })];
    expect(states(short, [payment({ Concept: 'Prima 2026' })], { pending: [] })).toEqual(['waiting', 'received']);
    // The payment of a bill that was paid elsewhere answers no departure of this device.
    expect(states([left()], [payment({ Concept: 'Factura F-3003' })], { pending: ['F-1001', 'F-3003'] })).toEqual([
      'waiting',
    ]);
  });

  test('[D93] without a name is of the bill that is no longer listed, and of no bill that still is', () => {
    const both = [left(), left({ billNo: 'F-2002', at: LEFT_AT + MINUTE_MS / 2 })];
    // F-1001 was opened, closed and is unpaid; F-2002 was paid.
    expect(states(both, [payment()], { pending: ['F-1001'] })).toEqual(['waiting', 'received']);
    expect(states(both, [payment()], { pending: ['F-2002'] })).toEqual(['received', 'waiting']);
    // The payments may come before the list of bills; until then it is a payment of no bill.
    expect(states(both, [payment()], { pending: ['F-1001', 'F-2002'] })).toEqual(['open', 'open']);
    expect(states([left()], [payment({ Concept: 'Factura F-1001' })], { pending: ['F-1001'] })).toEqual(['open']);
  });

  test('[D93] of several bills that are gone is of the one left for last before the payment', () => {
    const both = [left(), left({ billNo: 'F-2002', at: LEFT_AT + 10 * MINUTE_MS })];
    const later = { now: LEFT_AT + 12 * MINUTE_MS, pending: [] };
    const at = (minutes: number) => new Date(LEFT_AT + minutes * MINUTE_MS).toISOString();
    expect(states(both, [payment({ ParsedCompletedDate: at(2) })], later)).toEqual(['received', 'waiting']);
    expect(states(both, [payment({ ParsedCompletedDate: at(11) })], later)).toEqual(['waiting', 'received']);
    expect(states(both, [payment({ ParsedCompletedDate: at(11) }), payment({ ID: 'second' })], later)).toEqual([
      'received',
      'received',
    ]);
  });

  test('[D93] stays open when only the day is known, unless there is a payment for each bill', () => {
    const both = [left(), left({ billNo: 'F-2002', at: LEFT_AT + MINUTE_MS })];
    const dated = payment({ ParsedCompletedDate: '2026-11-22' });
    expect(states(both, [dated], { pending: [] })).toEqual(['open', 'open']);
    expect(states(both, [dated, { ...dated, ID: 'second' }], { pending: [] })).toEqual(['received', 'received']);
    expect(states([left()], [dated], { pending: [] })).toEqual(['received']);
  });

  test('[D93] an extra contribution of a premium’s amount is not the bill’s payment, nor the other way round', () => {
    const both = [left(), left({ billNo: null, at: LEFT_AT + MINUTE_MS / 2 })];
    expect(states(both, [payment()], { pending: ['F-1001'] })).toEqual(['waiting', 'received']);
    expect(states(both, [payment()], { pending: [] })).toEqual(['received', 'waiting']);
    expect(states(both, [payment({ Concept: 'Aportación extra' })], { pending: [] })).toEqual(['waiting', 'received']);
    expect(states(both, [payment({ Concept: 'Factura F-1001' })], { pending: [] })).toEqual(['received', 'waiting']);
  });

  test('[D93] a refused payment is of the bill left for last, and of none that was paid after all', () => {
    const both = [left(), left({ billNo: 'F-2002', at: LEFT_AT + MINUTE_MS / 2 })];
    const refused = payment({ ID: 'no', Status: 'Rechazado' });
    expect(states(both, [refused], { pending: ['F-1001', 'F-2002'] })).toEqual(['waiting', 'failed']);
    expect(states(both, [payment(), refused], { pending: ['F-1001'] })).toEqual(['waiting', 'received']);
  });

  test('[D93] a payment that failed before the customer left again and is accepted now is new', () => {
    const pending = payment({ Status: 'Pendiente' });
    const known = knownPayments([pending], new Date(LEFT_AT));
    expect(states([left({ known })], [pending], { pending: [] })).toEqual(['waiting']);
    expect(states([left({ known })], [payment()], { pending: [] })).toEqual(['received']);
  });

  test('[D93] alike payments of a day without any number are counted', () => {
    const bare = payment({ ID: '', OrderNumber: '', ParsedCompletedDate: '2026-11-22' });
    const known = knownPayments([bare], new Date(LEFT_AT));
    expect(states([left({ known })], [bare], { pending: [] })).toEqual(['waiting']);
    expect(states([left({ known })], [bare, { ...bare }], { pending: [] })).toEqual(['received']);
  });

  test('remembers only the payments of the last days', () => {
    const rows = [payment({ ID: 'old', ParsedCompletedDate: '2026-11-01' }), payment({ ID: '', OrderNumber: 'ORD-9' })];
    expect(knownPayments(rows, new Date(LEFT_AT))).toEqual(['ORD-9']);
  });
});

test('[H2.28] several bills have a total to the cent, and none when an amount is missing', () => {
  const bill = (DuePremium: number | null) => ({ BillNumber: 'F', DuePremium, EffectiveFrom: null, EffectiveTo: null });
  expect(totalOwed([bill(0.1), bill(0.2)])).toBeCloseTo(0.3, 10);
  expect(totalOwed([bill(1), bill(null)])).toBeNull();
  expect(totalOwed([bill(5)])).toBeNull();
});
