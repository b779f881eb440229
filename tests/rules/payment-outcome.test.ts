import { describe, expect, test } from 'vitest';
import type { Payment } from '#contract/policies.ts';
import { totalOwed } from '#rules/bills.ts';
import { knownPayments, type LeftToPay, paymentOutcomes } from '#rules/payment-outcome.ts';

const LEFT_AT = new Date(2026, 10, 22, 12).getTime();
const MINUTE_MS = 60_000;

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
  billNo: 'F-1',
  amount: 165,
  currency: 'USD',
  at: LEFT_AT,
  known: [],
  ...over,
});
const states = (some: LeftToPay[], payments: Payment[], now = LEFT_AT + 2 * MINUTE_MS) =>
  paymentOutcomes(some, payments, 'USD', now).map(({ state }) => state);

describe('the outcome of a payment outside the app', () => {
  test('[H7.16] is awaited, and only the insurer’s payments make it received or failed', () => {
    expect(states([left()], [])).toEqual(['waiting']);
    expect(states([left()], [], LEFT_AT + 16 * MINUTE_MS)).toEqual(['unseen']);
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

  test('counts one payment for one bill', () => {
    expect(states([left(), left({ billNo: 'F-2' })], [payment()])).toEqual(['received', 'waiting']);
    const two = [payment(), payment({ ID: 'second' })];
    expect(states([left(), left({ billNo: 'F-2' })], two)).toEqual(['received', 'received']);
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
