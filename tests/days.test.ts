import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** Where days are made of instants: the zone is named there, or is the device's. */
const modules = ['src/rules/dates.ts', 'src/contract/calendar.ts'];

/** A day made elsewhere, by a cut, by UTC, by an engine's format, or by the zone of a database's session. */
const makesADay = [
  /toISOString\(\)\s*\.(slice|substring|substr|split|match)\(|toISOString\(\)\s*\.replace\(\/T/,
  /\.(slice|substring|substr)\(0, ?10\)/,
  /\.split\(['"`]T['"`]\)/,
  /\b(ParsedCompletedDate|LastPaidAt|instantePago|created|desde|fecha|instant)\??\.(slice|substring|substr|split)\(/,
  /\bgetUTC(FullYear|Month|Date|Day)\(|\bget(FullYear|Month|Date|Day)\(\)/,
  /\bIntl\.DateTimeFormat\b|\btoLocale(Date|Time)String\(|\btoDateString\(/,
  /['"`](UTC|Etc\/\w+|Pacific\/\w+)['"`]/,
  /\bcurrent_date\b|::date\b|\bdate_trunc\(|\bto_char\(|\bextract\(/i,
];

/** A server is in no customer's zone, so it never makes a day, or an hour, in its own. */
const inTheServersZone = /\b(today|dateOf|timeOfDay|longDateAndTime)\((?:[^(),]|\((?:[^()]|\([^()]*\))*\))*\)/;

/** Where it is right all the same: file, the text, and why. */
const right: [file: string, text: string, why: string][] = [
  ['src/contract/values.ts', 'value.slice(0, 10)', 'a calendar date of the wire; what stands behind it is no time'],
  ['src/features/personal-information/information-card.tsx', 'stored.slice(0, 10)', 'births and expiries are days'],
  ['src/app/last-home/page.ts', 'new Date().toDateString()', 'tells two days of one device apart; shown to nobody'],
  ['src/rules/time-zones.ts', "?? 'UTC'", 'a residence that is no country; mails say that it is UTC'],
  ['src/rules/refund-request.ts', "`today(now, 'Pacific/Kiritimati')`", 'where a day begins first'],
  ['src/invoices/reading.ts', "'Pacific/Kiritimati'", 'where a day begins first; shown to nobody'],
  ['server/accounts/validate-registration.ts', "'Pacific/Kiritimati'", 'where a day begins first; shown to nobody'],
  ['server/policies/handlers.ts', "'Pacific/Kiritimati'", 'where a day begins first; shown to nobody'],
  ['server/refunds/handlers.ts', "'Pacific/Kiritimati'", 'where a day begins first; shown to nobody'],
  ['server/policies/handlers.ts', "today(call.clock(), 'UTC')]", 'a version of a list; shown to nobody'],
  ['server/refunds/handlers.ts', "policy.Policy, today(clock(), 'UTC')", 'a version of a list; shown to nobody'],
  ['server/tickets/handlers.ts', "who.customer.id, today(clock(), 'UTC')", 'a version of a list; shown to nobody'],
  ['server/doctor/address.ts', "today(ends, 'UTC')", 'the end of a certificate, as its issuer writes it'],
  ['server/mail/instant-text.ts', ": 'UTC'", 'the name of the zone that the mail tells'],
  ['server/migrations/0022_trail_months.sql', "date_trunc('month', now())", 'the months of a table; shown to nobody'],
  ['server/migrations/0022_trail_months.sql', "to_char(month, 'YYYY_MM')", 'the name of a table; shown to nobody'],
  ['server/migrations/0022_trail_months.sql', "'TimeZone', 'UTC'", 'it names the zone of these months'],
  ['server/migrations/0022_trail_months.sql', "TimeZone TO 'UTC'", 'it names the zone of these months'],
  ['server/demo/seed.ts', 'extract(year from created at time zone ', 'it names its zone'],
  ['server/database/earlier-clock.ts', 'extract(epoch from clock_timestamp())', 'an instant, which has no zone'],
];

const root = resolve(import.meta.dirname, '..');
const isCode = (file: string) => /\.(tsx?|mjs|sql)$/.test(file);
const codeIn = (room: string) =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .map((file) => relative(root, join(root, room, file)))
    .filter(isCode);
const files = ['src', 'sw', 'server'].flatMap(codeIn).filter((file) => !modules.includes(file));
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

/** The lines of a file that make a day; comments and what is right there are left out. */
function daysIn(file: string, text: string): string[] {
  const known = right.filter(([there]) => there === file);
  return text.split('\n').flatMap((line, at) => {
    const rest = known.reduce((left, [, text]) => left.replace(text, ''), line.replace(/^\s*(\*|\/\/|\/\*|--).*/, ''));
    const found =
      makesADay.some((one) => one.test(rest)) || (file.startsWith('server/') && inTheServersZone.test(rest));
    return found ? [`${file}:${at + 1} ${line.trim()}`] : [];
  });
}

test('[D78] a day is made of an instant in one module only, and in a zone that is named or the device’s', () => {
  expect(files.flatMap((file) => daysIn(file, textOf(file)))).toEqual([]);
});

test('[D78] each exception still stands where it is said to be', () => {
  expect(right.filter(([file, text]) => !textOf(file).includes(text))).toEqual([]);
});

test('[D78] what was found in the tree once would be found again', () => {
  expect(files.length).toBeGreaterThan(600);
  const before = [
    "lastPaidOn: today(clock(), 'UTC'),",
    'const until = ends.toISOString().slice(0, 10);',
    'const year = Number(payment.ParsedCompletedDate.slice(0, 4));',
    'const year = () => clock().getUTCFullYear();',
    "new Intl.DateTimeFormat('es', { day: 'numeric' }).format(instant);",
    'extract(year from created)::int',
    'const day = longDate(today(ends));',
    'const day = longDate(today(new Date(clock())));',
    'dateOf(row.created.toISOString())',
  ];
  for (const line of before) expect(daysIn('server/demo/any.ts', line), line).toHaveLength(1);
  expect(daysIn('server/demo/any.ts', 'today(clock(), zoneFor(residenciaFiscal))')).toEqual([]);
  expect(daysIn('src/features/any.tsx', 'longDate(dateOf(payment.ParsedCompletedDate))')).toEqual([]);
});

test('[D78] an instant of the wire is read by one schema, which takes only what can be read', () => {
  // Valibot's takes '2026-11-29T10:00:00-05', of which Date makes nothing.
  const others = ['src', 'sw', 'server'].flatMap(codeIn).filter((file) => /\bisoTimestamp\b/.test(textOf(file)));
  expect(others).toEqual([]);
});

test('[D78] no journey expects a year of the demo’s books by its number: they move with the day', () => {
  const year = /\b(Pagado en|Resumen anual( de)?|Tabla de|junio) 20\d\d|\b(resumen\/|R-|C-)20\d\d/;
  const found = codeIn('tests/journeys').filter((file) => year.test(textOf(file)));
  expect(found).toEqual([]);
});
