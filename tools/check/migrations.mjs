/**
 * Checks that the release before goes on with a migrated database (F43): it is still running while the next one starts. So a
 * migration adds; what the release before uses is taken away a version later, with a line in `excused`. It exits 1 when a
 * migration drops, renames or tightens, and when an excuse is of no use any more.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = 'server/migrations';
const BREAKPOINT = '--> statement-breakpoint';

/** Why these may: their names, and the reason. */
const excused = new Map([
  ['0001_demo_apart_and_proof.sql', 'before releases stood side by side'],
  ['0002_identity.sql', 'before releases stood side by side'],
  ['0014_unproven.sql', 'its index takes the place of a stricter one'],
]);

/** What the release before cannot go on with, and how it is told. */
const breaking = [
  [/\bDROP TABLE\b|\bALTER TABLE\b.*\bSET SCHEMA\b/, 'takes a table away'],
  [/\bDROP COLUMN\b/, 'takes a column away'],
  [/\bRENAME\b/, 'renames'],
  [/\bALTER COLUMN\b.*\bSET NOT NULL\b/, 'demands a value that the release before may leave out'],
  [/\bALTER COLUMN\b.*\bDROP DEFAULT\b/, 'demands a value that the release before leaves out'],
  [/\bALTER COLUMN\b.*\b(?:SET DATA )?TYPE\b/, 'changes the type of a column'],
  [/\bADD COLUMN\b(?!.*\bDEFAULT\b).*\bNOT NULL\b/, 'adds a column that the release before does not write'],
];
/** The same, where the table was there before this migration. */
const tightening = [
  [/^ALTER TABLE (\S+) ADD (?:CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN)\b/, 'refuses rows that were taken before'],
  [/^CREATE UNIQUE INDEX .*? ON (\S+)/, 'refuses rows that were taken before'],
];

/** What of a migration the release before cannot go on with, as sentences; empty when it can. */
export function breaksIn(text) {
  const statements = text
    .split(BREAKPOINT)
    .map((one) =>
      one
        .replace(/^\s*--.*$/gm, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((one) => one !== '');
  const made = statements.flatMap((one) => /^CREATE TABLE (?:IF NOT EXISTS )?(\S+)/.exec(one)?.[1] ?? []);
  const added = statements.flatMap((one) => /^ALTER TABLE \S+ ADD COLUMN (\S+)/.exec(one)?.[1] ?? []);
  // The release before leaves a new column empty, and what is empty refers to nothing.
  const isNew = (one) => added.includes(/FOREIGN KEY \(([^,)]+)\)/.exec(one)?.[1] ?? '');
  return statements.flatMap((one) => [
    ...breaking.flatMap(([pattern, told]) => (pattern.test(one) ? [`${told}: ${one}`] : [])),
    ...tightening.flatMap(([pattern, told]) => {
      const table = pattern.exec(one)?.[1];
      return table !== undefined && !made.includes(table) && !isNew(one) ? [`${told}: ${one}`] : [];
    }),
  ]);
}

/** What is wrong with the migrations of a folder, in words. */
export function wrongIn(folder, excuses = excused) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  const broken = new Map(names.map((name) => [name, breaksIn(readFileSync(join(folder, name), 'utf8'))]));
  const idle = [...excuses.keys()].filter((name) => (broken.get(name) ?? []).length === 0);
  return [
    ...[...broken].flatMap(([name, told]) => (excuses.has(name) ? [] : told.map((one) => `${name} ${one}`))),
    ...idle.map((name) => `${name} needs no excuse`),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wrong = wrongIn(resolve(FOLDER));
  for (const line of wrong) console.error(line);
  process.exit(wrong.length === 0 ? 0 : 1);
}
