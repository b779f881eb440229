/**
 * Checks that the release before goes on with a migrated database (F43): it is still running while the next one starts. So a
 * migration adds. What takes away, renames or tightens says in a line of its own which schema is the oldest whose servers do
 * without, and why: `-- Serves: 0017, which writes both columns`. That one must be of the release before, or older. An index
 * that changes has another name. It also checks releases.json and the operator's table that is made of it. It exits 1 and says
 * what is wrong.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = 'server/migrations';
const TABLE_IN = 'docs/operations.md';
const BREAKPOINT = '--> statement-breakpoint';
const MARK = /^-- Serves: (\d{4})\b[ ,.:]*(.*)$/m;

/** Migrations up to this one were applied before releases stood side by side. */
const ALONE = 2;

/** What the release before cannot go on with, and how it is told. */
const breaking = [
  [/\bDROP (?:TABLE|SCHEMA|VIEW|FUNCTION|TRIGGER|SEQUENCE|TYPE)\b/i, 'takes away'],
  [/\bALTER TABLE\b.*\bSET SCHEMA\b/i, 'takes away'],
  [/\bDROP COLUMN\b/i, 'takes a column away'],
  [/\bDROP CONSTRAINT "?\w*(?:_unique|_pk|_pkey)\b/i, 'takes away what a conflict is told by'],
  [/\bRENAME\b/i, 'renames'],
  [/^(?:REVOKE|TRUNCATE)\b|\bENABLE ROW LEVEL\b/i, 'takes away'],
  [/\bALTER COLUMN\b.*\bSET NOT NULL\b/i, 'demands a value that the release before may leave out'],
  [/\bALTER COLUMN\b.*\bDROP DEFAULT\b/i, 'demands a value that the release before leaves out'],
  [/\bALTER COLUMN\b.*\b(?:SET DATA )?TYPE\b/i, 'changes the type of a column'],
  [/\bADD COLUMN\b(?!.*\bDEFAULT\b).*\bNOT NULL\b/i, 'adds a column that the release before does not write'],
];
/** The same, where the table was there before this migration. */
const tightening = [
  [
    /^ALTER TABLE (?:ONLY )?(\S+) (?:.*, ?)?ADD (?:CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN)\b/i,
    'refuses rows that were taken before',
  ],
  [/^CREATE UNIQUE INDEX .*? ON (\S+)/i, 'refuses rows that were taken before'],
];

const statementsOf = (text) =>
  text
    .split(BREAKPOINT)
    .map((one) => one.replace(/^\s*--.*$/gm, '').replace(/\s+/g, ' '))
    // A whole statement in one piece, unless it is a function's body: there no piece looks like one.
    .flatMap((one) => one.split(/(?<=;) /))
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** Keeps in `names` the unique indexes that are there, after one more migration. */
function keepUnique(names, text) {
  for (const one of statementsOf(text)) {
    const [, made] = /^CREATE UNIQUE INDEX (?:IF NOT EXISTS )?"?(\w+)/i.exec(one) ?? [];
    const [, gone] = /\bDROP INDEX (?:IF EXISTS )?"?(\w+)/i.exec(one) ?? [];
    if (made) names.add(made);
    if (gone) names.delete(gone);
  }
}

/**
 * What of a migration the release before cannot go on with, as sentences; empty when it can.
 *
 * @param earlier names of the unique indexes that are there: `on conflict` finds a row by one
 */
export function breaksIn(text, earlier = []) {
  const statements = statementsOf(text);
  const made = statements.flatMap((one) => /^CREATE TABLE (?:IF NOT EXISTS )?(\S+)/i.exec(one)?.[1] ?? []);
  const added = statements.flatMap((one) => /^ALTER TABLE \S+ ADD COLUMN (\S+)/i.exec(one)?.[1] ?? []);
  // The release before leaves a new column empty, and what is empty refers to nothing.
  const isNew = (one) => added.includes(/FOREIGN KEY \(([^,)]+)\)/i.exec(one)?.[1] ?? '');
  const isUnique = (one) => earlier.includes(/\bDROP INDEX (?:IF EXISTS )?"?(\w+)/i.exec(one)?.[1] ?? '');
  return statements.flatMap((one) => [
    ...breaking.flatMap(([pattern, told]) => (pattern.test(one) ? [`${told}: ${one}`] : [])),
    ...(isUnique(one) ? [`takes away what a conflict is told by: ${one}`] : []),
    ...tightening.flatMap(([pattern, told]) => {
      const table = pattern.exec(one)?.[1];
      return table !== undefined && !made.includes(table) && !isNew(one) ? [`${told}: ${one}`] : [];
    }),
  ]);
}

const numberOf = (name) => Number.parseInt(name, 10);
const digits = (number) => String(number).padStart(4, '0');

function read(folder) {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  const releases = JSON.parse(readFileSync(join(folder, 'releases.json'), 'utf8'));
  return { files: names.map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') })), releases };
}

/** Migrations up to this one made an index again under its name. */
const SAME_NAMED = 30;

/** Which indexes are made under a name of before: a database in use tells them apart by it, and would keep the one it has. */
function madeAgain(files) {
  const used = new Set();
  return files.flatMap(({ name, text }) => {
    const made = statementsOf(text).flatMap(
      (one) => /^CREATE (?:UNIQUE )?INDEX (?:IF NOT EXISTS )?"?(\w+)/i.exec(one)?.[1] ?? [],
    );
    const again = numberOf(name) > SAME_NAMED ? made.filter((one) => used.has(one)) : [];
    for (const one of made) used.add(one);
    return again.map(
      (one) => `${name} makes ${one}, a name that an earlier index had: a database in use would keep that one`,
    );
  });
}

/** What is wrong with the migrations of a folder, in words. @param version the one in package.json */
export function wrongIn(folder, version) {
  const { files, releases } = read(folder);
  const earlier = new Set();
  const wrong = files.flatMap(({ name, text }) => {
    const told = breaksIn(text, [...earlier]);
    keepUnique(earlier, text);
    const [, serves, why] = MARK.exec(text) ?? [];
    if (serves === undefined) return told.map((one) => `${name} ${one}`);
    if (told.length === 0) return [`${name} takes nothing away and needs no line 'Serves'`];
    if (why === '') return [`${name} says no reason in its line 'Serves'`];
    const most = mostServed(name, releases);
    return Number(serves) > most ? [`${name} leaves servers of ${digits(most)} nothing to work with`] : [];
  });
  return [
    ...wrong,
    ...madeAgain(files),
    ...wrongReleases(
      files.map(({ name }) => name),
      releases,
      version,
    ),
  ];
}

/** The newest schema of the release before the one that the migration belongs to: its servers are to go on. */
function mostServed(name, releases) {
  const number = numberOf(name);
  if (number <= ALONE) return number;
  const before = releases.filter(({ newest }) => newest !== null && numberOf(newest) < number).at(-1);
  return before ? numberOf(before.newest) : number - 1;
}

function wrongReleases(names, releases, version) {
  const newest = releases.slice(0, -1).map((one) => one.newest);
  const [last] = releases.slice(-1);
  return [
    ...newest.filter((name) => !names.includes(name)).map((name) => `releases.json names ${name}, which is not there`),
    ...(newest.join() === [...newest].sort().join() ? [] : ['releases.json is not in order']),
    ...(last?.release === version && last.newest === null
      ? []
      : [`releases.json must end with ${version} of package.json, which knows all: "newest": null`]),
  ];
}

/** The rows of the operator's table: which release speaks which schema. */
export function spokenIn(folder) {
  const { files, releases } = read(folder);
  return releases.map(({ release, newest }) => {
    const known = newest === null ? Number.POSITIVE_INFINITY : numberOf(newest);
    const end = files.find(({ name, text }) => numberOf(name) > known && Number(MARK.exec(text)?.[1] ?? 0) > known);
    const knows = newest === null ? 'all in its build' : digits(known);
    return `| ${release} | ${knows} | ${end ? `before ${digits(numberOf(end.name))}` : 'all so far'} |`;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const wrong = wrongIn(FOLDER, version);
  const lines = readFileSync(TABLE_IN, 'utf8').split('\n');
  const lacking = spokenIn(FOLDER).filter((row) => !lines.includes(row));
  for (const line of [...wrong, ...lacking.map((row) => `${TABLE_IN} lacks the row ${row}`)]) console.error(line);
  process.exit(wrong.length + lacking.length === 0 ? 0 : 1);
}
