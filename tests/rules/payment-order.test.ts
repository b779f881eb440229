import { describe, expect, test } from 'vitest';
import { lapseOrder, paymentOrder } from '#rules/payment-order.ts';

const usa = {
  VisualTimeInstance: 'VTUSA',
  PolicyNumber: 'CR-1',
  IssuingCompany: 'AMPARO COSTA RICA',
  PolicyValuesType: 'Traditional Life Values',
};

describe('a payment order', () => {
  test('[H7.16] has the bill, its amount and the policy’s number', () => {
    expect(paymentOrder(usa, 'F-1', 86.4)).toEqual({
      VisualTimeInstance: 'VTUSA',
      PolicyNumber: 'CR-1',
      BillNo: 'F-1',
      Amount: 86.4,
      Currency: null,
    });
  });

  test('[D19] has no bill for an extra contribution', () => {
    expect(paymentOrder(usa, null, 10)?.BillNo).toBeNull();
  });

  test.each([
    ['AMPARO COLOMBIA', 'Traditional Life Values', 'COP'],
    ['AMPARO COLOMBIA', 'Non-Traditional Life Values', null],
    ['AMPARO GUATEMALA', 'Traditional Life Values', null],
  ])('[H7.24] for %s with %s has the currency %s', (IssuingCompany, PolicyValuesType, currency) => {
    expect(paymentOrder({ ...usa, IssuingCompany, PolicyValuesType }, 'F', 1)?.Currency).toBe(currency);
  });

  test.each([null, 0, -1])('is null for the amount %s', (amount) => {
    expect(paymentOrder(usa, 'F', amount)).toBeNull();
  });

  test('[D33] pays a lapse under the oldest unpaid bill, and cannot without one', () => {
    const policy = { ...usa, AmountAvoidLapsingPolicy: 412.5 };
    const bill = (BillNumber: string, EffectiveFrom: string) => ({
      BillNumber,
      DuePremium: 1,
      EffectiveFrom,
      EffectiveTo: null,
    });
    const bills = [bill('new', '2026-11-01'), bill('old', '2026-10-01'), bill('next', '2026-12-01')];
    expect(lapseOrder(policy, bills, '2026-11-21')).toMatchObject({ BillNo: 'old', Amount: 412.5 });
    expect(lapseOrder(policy, [], '2026-11-21')).toBeNull();
    expect(lapseOrder({ ...policy, AmountAvoidLapsingPolicy: 0 }, bills, '2026-11-21')).toBeNull();
  });
});
