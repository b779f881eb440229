import { describe, expect, test } from 'vitest';
import type { Bill } from '#contract/policies.ts';
import { arrearsOf, nextBill, underWay } from '#rules/home.ts';
import { aPolicy } from './policy-fixture.ts';

const TODAY = '2026-11-22';
const inGrace = (Policy: string, GracePeriodDate: string, more = {}) =>
  aPolicy({
    Policy,
    GracePeriodDate,
    GracePeriodDays: 30,
    VisualTimeInstance: 'VTUSA',
    OffshoreIndicator: '0',
    ...more,
  });

describe('[H4.2] money owed', () => {
  test('is listed over all policies, the one that lapses first in front, with the days left', () => {
    const found = arrearsOf(
      [inGrace('A', '2026-11-20'), aPolicy({ Policy: 'B', GracePeriodDate: null }), inGrace('C', '2026-10-24')],
      TODAY,
    );
    expect(found.map(({ policy, lead, time }) => [policy.Policy, lead, time])).toEqual([
      ['C', 'te queda', '1 día'],
      ['A', 'te quedan', '28 días'],
    ]);
  });

  test('says when today is the last day, and when the period ended', () => {
    const found = arrearsOf([inGrace('A', '2026-10-23'), inGrace('B', '2026-10-01')], TODAY);
    expect(found.map(({ lead, time }) => lead + time)).toEqual(['venció el 31 oct 2026', 'hoy termina el plazo']);
  });

  test('[D94] says only since when a policy is in arrears when the length of its grace period is unknown', () => {
    const found = arrearsOf([inGrace('A', '2026-11-02', { GracePeriodDays: null }), inGrace('B', '2026-11-20')], TODAY);
    expect(found.map(({ policy, lead, time }) => [policy.Policy, lead, time])).toEqual([
      ['B', 'te quedan', '28 días'],
      ['A', '', 'en impago desde el 2 nov 2026'],
    ]);
  });

  test('[H2.30] says how much, and what for: to keep the policy from lapsing, or the unpaid bills as far as they are known', () => {
    const bill = (EffectiveFrom: string, DuePremium: number | null): Bill => ({
      ...{ BillNumber: EffectiveFrom, EffectiveFrom, EffectiveTo: null, DuePremium },
    });
    const owed = (more: object, bills: readonly Bill[] = []) =>
      arrearsOf([inGrace('A', '2026-11-20', more)], TODAY, () => bills)[0]?.owed;
    const lapse = { AmountAvoidLapsingPolicy: 412.5 };
    expect(owed(lapse, [bill('2026-10-01', 100)])).toEqual({ amount: 412.5, reason: 'para que no caduque' });
    expect(owed({ ...lapse, GracePeriodDate: '2026-10-01' })).toEqual({ amount: 412.5, reason: 'por pagar' });
    expect(owed({})).toEqual({ amount: null, reason: 'Facturas impagadas' });
    expect(owed({}, [bill('2026-10-01', 100.1)])).toEqual({ amount: 100.1, reason: 'de 1 factura' });
    // A bill that is to be issued is not owed yet.
    const two = [bill('2026-10-01', 100.1), bill('2026-11-01', 0.2), bill('2026-12-01', 5)];
    expect(owed({}, two)).toEqual({ amount: 100.3, reason: 'en 2 facturas' });
    expect(owed({}, [...two, bill('2026-09-01', null)])).toEqual({ amount: null, reason: 'Facturas impagadas' });
    expect(owed({ ...lapse, ProductName: 'Ahorro Óptimo' })).toBeNull();
  });

  test('[H2.29] counts no bill of zero and no balance in favour: neither makes another one less', () => {
    const bills = [100, -20, 0].map((DuePremium, index): Bill => {
      const EffectiveFrom = `2026-10-0${index + 1}`;
      return { BillNumber: EffectiveFrom, EffectiveFrom, EffectiveTo: null, DuePremium };
    });
    const owed = (some: readonly Bill[]) => arrearsOf([inGrace('A', '2026-11-20')], TODAY, () => some)[0]?.owed;
    expect(owed(bills)).toEqual({ amount: 100, reason: 'de 1 factura' });
    expect(owed(bills.slice(1))).toEqual({ amount: null, reason: 'Facturas impagadas' });
  });

  test('[H4.2] asks for nothing whose payment is awaited, as its bills do', () => {
    const bills = ['F-1', 'F-2'].map(
      (BillNumber): Bill => ({ BillNumber, EffectiveFrom: '2026-10-01', EffectiveTo: null, DuePremium: 150 }),
    );
    const left = (billNo: string, state: 'waiting' | 'unseen' = 'waiting') => ({ billNo, state });
    const line = (outcomes: ReturnType<typeof left>[], more: object = {}) =>
      arrearsOf([inGrace('A', '2026-11-20', more)], TODAY, () => bills, outcomes)[0];
    const awaited = { owed: { amount: null, reason: 'esperamos la confirmación de tu pago' }, way: 'Ver' };
    expect(line([left('F-1', 'unseen')])).toMatchObject({
      owed: { amount: 300, reason: 'en 2 facturas' },
      way: 'Pagar',
    });
    expect(line([left('F-1')])).toMatchObject({ owed: { amount: 150, reason: 'de 1 factura' }, way: 'Pagar' });
    expect(line([left('F-1'), left('F-2')])).toMatchObject(awaited);
    expect(line([left('F-1')], { AmountAvoidLapsingPolicy: 412.5 })).toMatchObject(awaited);
    expect(line([], { AmountAvoidLapsingPolicy: 412.5 })).toMatchObject({ owed: { amount: 412.5 }, way: 'Pagar' });
  });

  test("[H5.6][H6.5] has the button 'Pagar' where bills can be paid, else 'Ver', and none for a savings policy", () => {
    const ways = (more: object) => arrearsOf([inGrace('A', '2026-11-20', more)], TODAY)[0]?.way;
    expect(ways({})).toBe('Pagar');
    expect(ways({ VisualTimeInstance: 'VTECU' })).toBe('Ver');
    expect(ways({ OffshoreIndicator: '1' })).toBe('Ver');
    expect(ways({ ProductName: 'Ahorro Óptimo' })).toBeNull();
  });
});

describe('[H2.31] the next bill', () => {
  const bill = (BillNumber: string, EffectiveFrom: string | null, EffectiveTo: string | null): Bill => ({
    ...{ BillNumber, EffectiveFrom, EffectiveTo, DuePremium: 10 },
  });
  const [one, two] = [aPolicy({ Policy: '1' }), aPolicy({ Policy: '2' })];

  test('[H2.29] is never one of zero or with a balance in favour', () => {
    const of = (number: string, due: string, DuePremium: number) => ({
      ...bill(number, '2026-11-20', due),
      DuePremium,
    });
    const bills = [of('zero', '2026-12-01', 0), of('favour', '2026-12-02', -20), of('next', '2026-12-10', 100)];
    expect(nextBill([{ policy: one, bills }], TODAY)?.bill.BillNumber).toBe('next');
    expect(nextBill([{ policy: one, bills: bills.slice(0, 2) }], TODAY)).toBeNull();
  });

  test('is the one due first among all policies, and never one that is overdue', () => {
    const owed = [
      { policy: one, bills: [bill('late', '2026-10-01', '2026-10-31'), bill('far', '2026-12-01', '2027-01-01')] },
      { policy: two, bills: [bill('near', '2026-11-30', '2026-12-15'), bill('undated', null, null)] },
    ];
    expect(nextBill(owed, TODAY)).toMatchObject({ policy: { Policy: '2' }, bill: { BillNumber: 'near' } });
  });

  test('[D94] without a due date comes after every one that has it, however early it was issued', () => {
    const bills = [bill('later', '2026-11-20', null), bill('issued', '2026-10-01', null)];
    const near = { policy: two, bills: [bill('near', '2026-11-30', '2026-12-15')] };
    expect(nextBill([{ policy: one, bills }, near], TODAY)?.bill.BillNumber).toBe('near');
    expect(nextBill([{ policy: one, bills }], TODAY)?.bill.BillNumber).toBe('issued');
  });

  test('[D91] may be issued already, unless its policy is in arrears, where it counts as unpaid', () => {
    const bills = [bill('issued', '2026-11-01', '2026-11-25'), bill('near', '2026-11-30', '2026-12-15')];
    const found = (GracePeriodDate: string | null) =>
      nextBill([{ policy: aPolicy({ GracePeriodDate }), bills }], TODAY)?.bill.BillNumber;
    expect(found(null)).toBe('issued');
    expect(found('2026-11-01')).toBe('near');
  });

  test('is null when no bill is coming', () => {
    expect(nextBill([{ policy: one, bills: [] }], TODAY)).toBeNull();
  });
});

test('[H4.5] refunds without a decision are under way, the newest first', () => {
  const one = (id: string, idEstado: number | null, created: string) => ({ id, refund: { idEstado, created } });
  const found = underWay([
    one('old', 1, '2026-01-01T00:00:00Z'),
    one('approved', 5, '2026-02-01T00:00:00Z'),
    one('denied', 7, '2026-02-02T00:00:00Z'),
    one('newer', 3, '2026-03-01T00:00:00Z'),
    one('undated', null, ''),
  ]);
  expect(found.map(({ id }) => id)).toEqual(['newer', 'old', 'undated']);
});
