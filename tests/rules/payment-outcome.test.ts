import { describe, expect, test } from 'vitest';
import type { Payment } from '#contract/policies.ts';
import { totalOwed } from '#rules/bills.ts';
import { knownPayments, type LeftToPay, paymentOutcomes } from '#rules/payment-outcome.ts';

const AT = new Date(2026, 10, 22, 12).getTime();
const MINUTE = 60_000;

const payment = (over: Partial<Payment> = {}): Payment => ({
  ID: 'new',
  ParsedCompletedDate: new Date(AT + MINUTE).toISOString(),
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
  at: AT,
  known: [],
  ...over,
});
const states = (some: LeftToPay[], payments: Payment[], now = AT + 2 * MINUTE) =>
  paymentOutcomes(some, payments, 'USD', now).map(({ state }) => state);

describe('the outcome of a payment that the customer left the app for', () => {
  test('[H7.16] is awaited, then received or failed only by the insurer’s payments', () => {
    expect(states([left()], [])).toEqual(['waiting']);
    expect(states([left()], [], AT + 16 * MINUTE)).toEqual(['unseen']);
    expect(states([left()], [payment()])).toEqual(['received']);
    expect(states([left()], [payment({ Status: 'Rechazado' })])).toEqual(['failed']);
    // Tried again on the same page, with another card.
    expect(states([left()], [payment({ ID: 'no', Status: 'Rechazado' }), payment()])).toEqual(['received']);
    // With a fee on top.
    expect(states([left()], [payment({ Total: 169.13 })])).toEqual(['received']);
  });

  test('a payment from before, of another amount or of another currency is not it', () => {
    const others: Partial<Payment>[] = [
      { ID: 'known' },
      { Total: 164.99, Amount: 164.99 },
      { Currency: 'CRC' },
      { ParsedCompletedDate: new Date(AT - 60 * MINUTE).toISOString() },
      { ParsedCompletedDate: '2026-11-20' },
      { ParsedCompletedDate: 'ayer' },
    ];
    for (const over of others) expect(states([left({ known: ['known'] })], [payment(over)])).toEqual(['waiting']);
    // A day alone, where the payments were known, may be the insurer's day before.
    expect(states([left()], [payment({ ParsedCompletedDate: '2026-11-21' })])).toEqual(['received']);
    expect(states([left({ known: null })], [payment({ ParsedCompletedDate: '2026-11-21' })])).toEqual(['waiting']);
  });

  test('one payment counts for one bill', () => {
    expect(states([left(), left({ billNo: 'F-2' })], [payment()])).toEqual(['received', 'waiting']);
    const two = [payment(), payment({ ID: 'second' })];
    expect(states([left(), left({ billNo: 'F-2' })], two)).toEqual(['received', 'received']);
  });

  test('remembers only the payments of the last days', () => {
    const rows = [payment({ ID: 'old', ParsedCompletedDate: '2026-11-01' }), payment({ ID: '', OrderNumber: 'ORD-9' })];
    expect(knownPayments(rows, new Date(AT))).toEqual(['ORD-9']);
  });
});

test('[H2.28] what is owed on several bills, to the cent; nothing is said where an amount is missing', () => {
  const bill = (DuePremium: number | null) => ({ BillNumber: 'F', DuePremium, EffectiveFrom: null, EffectiveTo: null });
  expect(totalOwed([bill(0.1), bill(0.2)])).toBeCloseTo(0.3, 10);
  expect(totalOwed([bill(1), bill(null)])).toBeNull();
  expect(totalOwed([bill(5)])).toBeNull();
});
