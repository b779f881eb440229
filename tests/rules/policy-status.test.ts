import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#rules/dates.ts';
import { graceOf, policyStatus } from '#rules/policy-status.ts';

const started = { GracePeriodDate: '2026-11-01', GracePeriodDays: 30 };

describe('the grace period', () => {
  test('[H4.2][D15] ends this many days after its start, and says how many are left', () => {
    expect(graceOf(started, '2026-11-21')).toEqual({
      daysLeft: 10,
      end: '2026-12-01',
      expired: false,
      text: 'El periodo de gracia termina el 1 de diciembre de 2026',
      left: 'Te quedan 10 días',
    });
    expect(graceOf(started, '2026-11-30')?.left).toBe('Te queda 1 día');
  });

  test('[H4.2][D15] has not expired on its last day, and has expired the day after', () => {
    expect(graceOf(started, '2026-12-01')).toMatchObject({ daysLeft: 0, expired: false, left: 'Termina hoy' });
    expect(graceOf(started, '2026-12-02')).toEqual({
      daysLeft: -1,
      end: '2026-12-01',
      expired: true,
      text: 'Tu póliza venció el 1 de diciembre de 2026',
      left: '',
    });
  });

  test('[H4.1] is null for a policy that is not in arrears', () => {
    expect(graceOf({ GracePeriodDate: null, GracePeriodDays: 30 }, '2026-11-21')).toBeNull();
  });

  test('[D94] has no end that is told when the number of days is missing', () => {
    const none = { GracePeriodDate: '2026-11-01', GracePeriodDays: null };
    for (const day of ['2026-11-01', '2026-11-02', '2027-11-02'])
      expect(graceOf(none, day)).toEqual({ daysLeft: null, end: null, expired: false, text: '', left: '' });
    expect(policyStatus(none).text).toBe('En impago desde el 1 de noviembre de 2026');
  });

  test('[H4.2] ends today or later while days are left, and before today once expired', () => {
    const day = fc.integer({ min: 0, max: 40_000 }).map((count) => addDays('1990-01-01', count));
    fc.assert(
      fc.property(day, fc.integer({ min: -10, max: 400 }), day, (GracePeriodDate, GracePeriodDays, today) => {
        const grace = graceOf({ GracePeriodDate, GracePeriodDays }, today);
        expect(grace?.expired).toBe((grace?.end ?? '') < today);
        expect(addDays(today, grace?.daysLeft ?? Number.NaN)).toBe(grace?.end);
      }),
    );
  });

  test('[H4.2] accepts absurd numbers of days without failing', () => {
    for (const GracePeriodDays of [1e300, -1e300, 0.9, -0.5]) {
      expect(graceOf({ GracePeriodDate: '2026-11-01', GracePeriodDays }, '2026-11-21')?.text).toMatch(/ de \d{1,4}$/);
    }
  });
});
