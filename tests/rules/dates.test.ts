import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isCalendarDate } from '#contract/calendar.ts';
import {
  addDays,
  ageOn,
  atHour,
  dateOf,
  dateParts,
  daysBetween,
  fromTypedDate,
  longDate,
  longDateAndTime,
  nearDate,
  shortDate,
  timeAgo,
  timeOfDay,
  timeZoneHere,
  today,
  toTypedDate,
  weekday,
  yearsSince,
} from '#rules/dates.ts';

const zones = {
  Quito: 'America/Guayaquil',
  'San José': 'America/Costa_Rica',
  'Santo Domingo': 'America/Santo_Domingo',
  'Ciudad de Guatemala': 'America/Guatemala',
  Bogotá: 'America/Bogota',
  Madrid: 'Europe/Madrid',
  Auckland: 'Pacific/Auckland',
};

const days = fc.integer({ min: -719_162, max: 2_932_896 }).map((day) => addDays('1970-01-01', day));

describe('calendar dates', () => {
  test('[D17] a text is a date only if that day exists', () => {
    for (const real of ['2026-11-21', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31']) {
      expect(isCalendarDate(real), real).toBe(true);
    }
    const unreal = ['2026-02-29', '1900-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '0000-01-01', '2026-1-1', ''];
    for (const text of [...unreal, '2026-11-21T00:00', ' 2026-11-21', '２０２６-11-21', '02026-11-21']) {
      expect(isCalendarDate(text), text).toBe(false);
    }
  });

  test('[D17] adding days and counting days are inverse in every century', () => {
    fc.assert(
      fc.property(days, days, (from, to) => {
        expect(isCalendarDate(from)).toBe(true);
        expect(addDays(from, daysBetween(from, to))).toBe(to);
        expect(Math.sign(daysBetween(from, to))).toBe(from < to ? 1 : from > to ? -1 : 0);
      }),
    );
  });

  test('[D17] adding days crosses months, leap days and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
    expect(addDays('0099-12-31', 1)).toBe('0100-01-01');
  });

  test('[D17] absurd counts stay inside the calendar instead of failing', () => {
    expect(addDays('2026-11-21', Number.POSITIVE_INFINITY)).toBe('9999-12-31');
    expect(addDays('2026-11-21', -1e300)).toBe('0001-01-01');
  });
});

test('a life is counted by its birthdays', () => {
  expect(['2025-07-18', '2025-07-19', '2026-07-18'].map((day) => yearsSince('2012-07-19', day))).toEqual([12, 13, 13]);
  expect(['2025-02-28', '2025-03-01'].map((day) => yearsSince('2012-02-29', day))).toEqual([12, 13]);
});

describe('the same calendar date everywhere', () => {
  const zoneBefore = process.env.TZ;
  afterEach(() => {
    if (zoneBefore === undefined) delete process.env.TZ;
    else process.env.TZ = zoneBefore;
  });

  for (const [city, zone] of Object.entries(zones)) {
    test(`[D17][H9.4] a date reads the same in ${city}, whatever the device's zone`, () => {
      process.env.TZ = zone;
      expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
      expect(longDate('2026-12-03')).toBe('3 de diciembre de 2026');
      expect(shortDate('2026-11-18')).toBe('18 nov 2026');
      expect(toTypedDate('2026-01-01')).toBe('01-01-2026');
      expect(weekday('2026-12-03')).toBe('jueves');
      expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
      expect(daysBetween('2026-03-01', '2026-11-30')).toBe(274);
      expect(dateOf('2026-11-21T00:00:00')).toBe('2026-11-21');
      expect(ageOn('2007-11-22', '2025-11-22')).toBe(18);
      // Today on the device is the day of its wall clock, also at both ends of a day.
      const wall = new Date(2026, 5, 30, 23, 59, 59);
      expect(today(wall)).toBe('2026-06-30');
      expect(today(wall, zone)).toBe('2026-06-30');
      expect(today(new Date(2026, 5, 30, 0, 0, 0))).toBe('2026-06-30');
    });
  }

  test('[D17] one instant falls on different days in Auckland and in Quito', () => {
    const instant = new Date('2026-11-22T03:30:00Z');
    const expected = { Quito: '21', Madrid: '22', Auckland: '22', Bogotá: '21', 'Santo Domingo': '21' };
    for (const [city, day] of Object.entries(expected)) {
      expect(today(instant, zones[city as keyof typeof zones]), city).toBe(`2026-11-${day}`);
    }
    expect(today(new Date('2026-12-31T11:00:00Z'), zones.Auckland)).toBe('2027-01-01');
  });

  test('[D17] a browser that knows Temporal is asked by it, which needs none of its own formats', () => {
    const date = { year: 2026, month: 3, day: 9 };
    const asked: unknown[] = [];
    vi.stubGlobal('Temporal', {
      Now: { timeZoneId: () => 'America/Bogota' },
      Instant: {
        fromEpochMilliseconds: (at: number) => ({
          toZonedDateTimeISO: (zone: string) => asked.push(at, zone) && date,
        }),
      },
    });
    const made = vi.spyOn(Intl, 'DateTimeFormat');
    expect(today(new Date(Date.UTC(2026, 2, 9, 12)), zones.Auckland)).toBe('2026-03-09');
    expect(asked).toEqual([Date.UTC(2026, 2, 9, 12), zones.Auckland]);
    expect(timeZoneHere()).toBe('America/Bogota');
    expect(timeOfDay(new Date(2026, 2, 9, 9, 5))).toBe('9:05');
    expect(made).not.toHaveBeenCalled();
    made.mockRestore();
    vi.unstubAllGlobals();
  });

  test('[D17] a wire text with a zone is an instant, and one without a zone is a date', () => {
    expect(dateOf('2026-11-22T03:30:00Z', zones.Quito)).toBe('2026-11-21');
    expect(dateOf('2026-11-22T03:30:00.000+00:00', zones.Auckland)).toBe('2026-11-22');
    expect(dateOf('2026-11-22 03:30:00', zones.Quito)).toBe('2026-11-22');
    expect(dateOf('2026-11-22', zones.Auckland)).toBe('2026-11-22');
    // ISO 8601 allows an offset of hours only, and PostgreSQL writes it so.
    for (const zone of ['+00', '+00:00', '+0000', 'Z', ' +00']) {
      expect(dateOf(`2026-11-22 03:30:00.12${zone}`, zones.Quito), zone).toBe('2026-11-21');
      expect(longDateAndTime(`2026-11-22T03:30:00${zone}`, zones.Quito), zone).toBe('21 de noviembre de 2026, 22:30');
    }
    expect(dateOf('2026-11-22T23:30:00-05', zones.Quito)).toBe('2026-11-22');
    for (const text of ['', 'ayer', '11/22/2026', '2026-02-30T00:00:00Z']) expect(dateOf(text), text).toBeNull();
    // [D94] What other systems write for no date.
    for (const text of ['0001-01-01T00:00:00', '0001-01-01T00:00:00Z', '1900-01-01', '1899-12-30'])
      expect(dateOf(text), text).toBeNull();
  });
});

describe('written dates', () => {
  test('[V5.13][V5.14] a date typed as dd-mm-aaaa is read and written back', () => {
    fc.assert(
      fc.property(days, (date) => {
        expect(fromTypedDate(toTypedDate(date))).toBe(date);
      }),
    );
    expect(fromTypedDate(' 03-12-2026 ')).toBe('2026-12-03');
    for (const typed of ['31-02-2026', '3-12-2026', '03/12/2026', '2026-12-03', '', '29-02-2025']) {
      expect(fromTypedDate(typed), typed).toBeNull();
    }
  });

  test('[H9.4] the long form names all twelve months in Spanish', () => {
    expect(longDate('2026-12-03')).toBe('3 de diciembre de 2026');
    const months = Array.from({ length: 12 }, (_, month) => longDate(`2026-${String(month + 1).padStart(2, '0')}-01`));
    const expected = 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(
      ' ',
    );
    expect(months).toEqual(expected.map((month) => `1 de ${month} de 2026`));
    expect(longDate(null)).toBe('');
    for (const none of ['2026-13-01', '2026-02-30', '2025-02-29', '2026-11-31', '2026-11-00']) {
      expect(longDate(none), none).toBe('');
      expect(dateParts(none), none).toBeNull();
    }
  });

  test('[H2.38][H9.4] the short form abbreviates the months from ene to dic', () => {
    const short = Array.from({ length: 12 }, (_, month) =>
      shortDate(`2026-${String(month + 1).padStart(2, '0')}-18`).split(' '),
    );
    expect(short.map((parts) => parts[1]).join(' ')).toBe('ene feb mar abr may jun jul ago sep oct nov dic');
    expect(dateParts('2026-11-08')).toEqual({ day: '8', month: 'nov', year: '2026' });
    expect(dateParts(null)).toBeNull();
    expect(shortDate('no')).toBe('');
  });

  test('a receipt shows date and time', () => {
    expect(longDateAndTime('2026-12-03T19:05:00Z', zones.Quito)).toBe('3 de diciembre de 2026, 14:05');
    expect(longDateAndTime('2026-12-03T05:00:00Z', zones.Quito)).toBe('3 de diciembre de 2026, 00:00');
    expect(longDateAndTime('?')).toBe('');
  });

  test('a list says how long ago it was refreshed', () => {
    const now = new Date('2026-11-21T12:00:00Z');
    const ago = (seconds: number) => timeAgo(new Date(now.getTime() - seconds * 1000), now, 'America/Bogota');
    const [minute, hour, day] = [60, 3600, 86_400];
    expect(ago(0)).toBe('hace un momento');
    expect(ago(59)).toBe('hace un momento');
    expect(ago(5 * minute)).toBe('hace 5 min');
    expect(ago(hour - 1)).toBe('hace 59 min');
    expect(ago(2 * hour)).toBe('hace 2 h');
    expect(ago(day)).toBe('hace 1 día');
    expect(ago(29 * day)).toBe('hace 29 días');
    expect(ago(30 * day)).toBe('el 22 oct 2026');
    expect(ago(-hour)).toBe('hace un momento');
  });

  test('[F60] what was noted while the clock stood years ahead is not of a moment ago', () => {
    const then = new Date('2035-03-04T12:00:00Z');
    expect(timeAgo(then, new Date('2026-11-21T12:00:00Z'), 'America/Bogota')).toBe('el 4 mar 2035');
  });
});

describe('age', () => {
  test('[V5.13][D46] is counted in years of 365.25 days, so a day late on some birthdays', () => {
    expect(ageOn('2001-01-01', '2019-01-01')).toBe(17);
    expect(ageOn('2001-01-01', '2019-01-02')).toBe(18);
    expect(ageOn('2002-06-15', '2020-06-15')).toBe(18);
    expect(ageOn('2000-01-01', '2017-12-31')).toBe(17);
    expect(ageOn('2000-01-01', '2018-01-01')).toBe(18);
    expect(ageOn('2004-02-29', '2022-02-28')).toBe(17);
    expect(ageOn('2004-02-29', '2022-03-01')).toBe(18);
    expect(ageOn('1908-01-01', '2026-11-21')).toBe(118);
  });

  test('[D46] never differs from the birthday by more than a day at 18', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 47_000 }), (offset) => {
        const birth = addDays('1900-01-01', offset);
        const eighteenth = `${Number(birth.slice(0, 4)) + 18}${birth.slice(4)}`;
        expect(ageOn(birth, addDays(eighteenth, 1))).toBe(18);
        expect(ageOn(birth, addDays(eighteenth, -1))).toBe(17);
      }),
    );
  });
});

test('[D91] a day that is not near is told with its year', () => {
  expect(nearDate('2026-12-20', '2026-11-22')).toBe('20 de diciembre');
  expect(nearDate('2027-01-05', '2026-12-20')).toBe('5 de enero');
  expect(nearDate('2027-12-20', '2026-11-22')).toBe('20 de diciembre de 2027');
  expect(nearDate('2026-12-20', '2026-01-10')).toBe('20 de diciembre de 2026');
  expect(nearDate('2025-11-22', '2026-11-22')).toBe('22 de noviembre de 2025');
});

test('one o’clock is one, and every other hour several', () => {
  const at = (hours: number) => atHour(new Date(2026, 10, 25, hours, 5));
  expect([0, 1, 2, 13, 21].map(at)).toEqual(['a las 0:05', 'a la 1:05', 'a las 2:05', 'a las 13:05', 'a las 21:05']);
});
