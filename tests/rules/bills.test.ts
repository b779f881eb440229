import { describe, expect, test } from 'vitest';
import type { Bill } from '#contract/policies.ts';
import { billsTitle, canPayBills, isUnpaidFlag, lapseAvoidance, listedBills } from '#rules/bills.ts';
import { aPolicy } from './policy-fixture.ts';

const today = '2026-11-21';
const bill = (BillNumber: string, EffectiveFrom: string | null): Bill => ({
  BillNumber,
  DuePremium: 184.5,
  EffectiveFrom,
  EffectiveTo: '2026-12-31',
});
const bills = [
  bill('tomorrow', '2026-11-22'),
  bill('yesterday', '2026-11-20'),
  bill('no date', null),
  bill('today', '2026-11-21'),
  bill('long ago', '2025-02-01'),
];
const listed = (unpaid: boolean) => listedBills(bills, unpaid, today).map((one) => one.BillNumber);

describe('invoices', () => {
  test('[H2.3] the unpaid flag is a date; an absent flag, an empty one and the text null are no flag', () => {
    expect(isUnpaidFlag('2026-11-01')).toBe(true);
    for (const flag of ['null', '', null, undefined]) expect(isUnpaidFlag(flag)).toBe(false);
  });

  test('[H2.31] the unpaid list has the bills issued before today, the oldest first', () => {
    expect(listed(true)).toEqual(['long ago', 'yesterday']);
  });

  test('[H2.31][D16] the upcoming list has the bills issued today or later, and no bill is in neither list', () => {
    expect(listed(false)).toEqual(['today', 'tomorrow', 'no date']);
    expect([...listed(true), ...listed(false)].sort()).toEqual(bills.map((one) => one.BillNumber).sort());
  });

  test('[H2.28] the title says which of the two lists is shown', () => {
    expect(billsTitle(false)).toBe('Próximas facturas');
    expect(billsTitle(true)).toBe('Facturas impagadas');
  });

  test('[H5.6][D32] the fields of the address decide whether bills can be paid', () => {
    const local = { VisualTimeInstance: 'VTUSA', OffshoreIndicator: '0' } as const;
    expect(canPayBills(local, isUnpaidFlag('2026-11-01'))).toBe(true);
    expect(canPayBills(local, isUnpaidFlag('null'))).toBe(false);
    expect(canPayBills({ ...local, OffshoreIndicator: '1' }, true)).toBe(false);
    expect(canPayBills({ ...local, VisualTimeInstance: 'VTECU' }, true)).toBe(false);
  });
});

describe('the amount that keeps the policy from lapsing', () => {
  const policy = aPolicy({ AmountAvoidLapsingPolicy: 120.5 });

  test('[H2.30][D33] stands for all unpaid bills and is paid under the oldest one', () => {
    expect(lapseAvoidance(policy, bills, true, today)).toEqual({
      title: 'Factura impagada',
      label: 'Cantidad a pagar para evitar la caducidad de la póliza',
      amount: 120.5,
      billNumber: 'long ago',
    });
  });

  test('[H2.30][D33] exists only with the unpaid flag and an amount other than zero', () => {
    expect(lapseAvoidance(policy, bills, false, today)).toBeNull();
    for (const AmountAvoidLapsingPolicy of [0, null]) {
      expect(lapseAvoidance({ AmountAvoidLapsingPolicy }, bills, true, today)).toBeNull();
    }
    expect(lapseAvoidance(policy, [], true, today)?.billNumber).toBeNull();
  });
});
