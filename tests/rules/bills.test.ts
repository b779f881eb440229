import { describe, expect, test } from 'vitest';
import type { Bill } from '#contract/policies.ts';
import { billsTitle, canPayBills, issuedBills, isUnpaidFlag, lapseAvoidance, listedBills } from '#rules/bills.ts';
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

  test('[D91] a bill without an issue date is placed by its due date', () => {
    const due = (BillNumber: string, EffectiveTo: string | null) => ({ ...bill(BillNumber, null), EffectiveTo });
    const undated = [due('coming', '2026-12-30'), due('40 days ago', '2026-10-12'), due('unknown', null), bills[1]];
    const numbers = (unpaid: boolean) =>
      listedBills(undated as Bill[], unpaid, today).map(({ BillNumber }) => BillNumber);
    expect(numbers(true)).toEqual(['40 days ago', 'yesterday']);
    expect(numbers(false)).toEqual(['coming', 'unknown']);
  });

  test('[D91] bills that are issued and not yet due are a list of their own, the first due in front', () => {
    const due = (BillNumber: string, EffectiveFrom: string | null, EffectiveTo: string | null): Bill => ({
      ...bill(BillNumber, EffectiveFrom),
      EffectiveTo,
    });
    const some = [
      due('later', '2026-11-20', '2026-12-20'),
      due('sooner', '2026-11-01', '2026-11-25'),
      due('today', '2026-10-22', '2026-11-21'),
      due('over', '2026-10-21', '2026-11-20'),
      due('unknown end', '2026-11-01', null),
      due('not issued', '2026-11-21', '2026-12-21'),
      due('undated', null, '2026-12-21'),
    ];
    const numbers = (found: Bill[]) => found.map(({ BillNumber }) => BillNumber);
    expect(numbers(issuedBills(some, today).due)).toEqual(['today', 'sooner', 'later', 'unknown end']);
    expect(numbers(issuedBills(some, today).overdue)).toEqual(['over']);
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

  test('[H2.30][D33] exists only with the unpaid flag and an amount of a cent: a balance in favour hides no bill', () => {
    // A balance in the customer's favour is no debt that a payment could be for.
    const inFavour = [{ BillNumber: 'F-0', DuePremium: -20, EffectiveFrom: '2026-01-01', EffectiveTo: null }, ...bills];
    expect(lapseAvoidance(policy, inFavour, true, today)).toEqual(lapseAvoidance(policy, bills, true, today));
    expect(lapseAvoidance(policy, bills, false, today)).toBeNull();
    for (const AmountAvoidLapsingPolicy of [0, null, -5, 0.001]) {
      expect(lapseAvoidance({ AmountAvoidLapsingPolicy }, bills, true, today)).toBeNull();
    }
    expect(lapseAvoidance(policy, [], true, today)?.billNumber).toBeNull();
  });
});
