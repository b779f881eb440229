import { expect, test } from 'vitest';
import type { Bill } from '#contract/policies.ts';
import { comingBills, yearAhead } from '#rules/year-ahead.ts';

const TODAY = '2026-11-24';
const bill = (EffectiveTo: string | null, EffectiveFrom: string | null = '2026-11-01', DuePremium = 10): Bill => ({
  ...{ BillNumber: `${EffectiveTo}`, DuePremium },
  ...{ EffectiveFrom, EffectiveTo },
});
const coming = (...bills: Bill[]) => comingBills(null, bills, TODAY);

const shown = (...bills: Bill[]) =>
  yearAhead(coming(...bills), TODAY).map(
    (month) => `${month.month}: ${month.bills.map(({ BillNumber }) => BillNumber)}`,
  );

test('[D91] what is issued and what is to come are one list, by the last day to pay', () => {
  const listed = coming(bill('2027-03-03', '2027-02-13'), bill('2026-11-30'), bill('2026-12-03', '2026-11-24'));
  expect(listed.map(({ EffectiveTo }) => EffectiveTo)).toEqual(['2026-11-30', '2026-12-03', '2027-03-03']);
});

test('[D91] of a policy in arrears what is issued is unpaid already, as home says', () => {
  const bills = [bill('2026-11-30'), bill('2027-03-03', '2027-02-13')];
  const listed = comingBills({ GracePeriodDate: '2026-11-01' }, bills, TODAY);
  expect(listed.map(({ EffectiveTo }) => EffectiveTo)).toEqual(['2027-03-03']);
});

test('what is overdue, without a day, or nothing to pay does not come', () => {
  expect(coming(bill('2026-11-23'), bill(null, '2026-12-01'), bill('2026-12-01', '2026-11-30', 0))).toEqual([]);
  expect(coming(bill('2026-11-20', '2026-11-26'))).toEqual([]);
});

test('[D50] the year begins with the next month, and has only what was listed', () => {
  expect(shown(bill('2026-12-03'), bill('2027-03-03'), bill('2027-11-30'), bill('2027-12-01'))).toEqual([
    ...['12: 2026-12-03', '1: ', '2: ', '3: 2027-03-03', '4: ', '5: ', '6: ', '7: ', '8: ', '9: ', '10: '],
    '11: 2027-11-30',
  ]);
  expect(shown()[0]).toBe('12: ');
});

test('it begins with this month while something is due in it', () => {
  expect(shown(bill('2026-11-24'), bill('2026-11-30'))[0]).toBe('11: 2026-11-24,2026-11-30');
  expect(shown(bill('2026-11-24'))).toHaveLength(12);
});
