import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

interface Check {
  breaksIn(text: string, earlier?: readonly string[]): string[];
  wrongIn(folder: string, version: string): string[];
  spokenIn(folder: string): string[];
}
const { breaksIn, wrongIn, spokenIn } = (await import(`${process.cwd()}/tools/check/migrations.mjs`)) as Check;

test.each([
  ['DROP TABLE "tickets";', 'takes away'],
  ['ALTER TABLE "tickets" SET SCHEMA "old";', 'takes away'],
  ['ALTER TABLE "tickets" DROP COLUMN "notas";', 'takes a column away'],
  ['ALTER TABLE "tickets" RENAME COLUMN "notas" TO "notes";', 'renames'],
  ['ALTER TABLE "tickets" RENAME TO "requests";', 'renames'],
  ['ALTER TABLE "tickets" ALTER COLUMN "notas" SET NOT NULL;', 'demands a value'],
  ['ALTER TABLE "tickets" ALTER COLUMN "notas" DROP DEFAULT;', 'demands a value'],
  ['ALTER TABLE "tickets" ALTER COLUMN "notas" SET DATA TYPE integer;', 'changes the type'],
  ['ALTER TABLE "tickets" ADD COLUMN "kind" text NOT NULL;', 'does not write'],
  ['ALTER TABLE "tickets" ADD CONSTRAINT "kinds" CHECK (kind <> 0);', 'refuses rows'],
  ['alter table "tickets" add column "kind" text, add constraint "kinds" check (kind <> 0);', 'refuses rows'],
  ['ALTER TABLE "tickets" DROP CONSTRAINT "tickets_key_unique";', 'a conflict'],
  ['DROP TRIGGER "ticket_joins" ON "tickets";', 'takes away'],
  ['REVOKE UPDATE ON "tickets" FROM "amparo";', 'takes away'],
  ['CREATE INDEX "a" ON "b" ("c"); drop table "tickets";', 'takes away'],
  ['CREATE UNIQUE INDEX "once" ON "tickets" USING btree ("notas");', 'refuses rows'],
])('a migration that says %s breaks the release before', (statement, told) => {
  expect(breaksIn(`-- A word.\n${statement}`)).toEqual([expect.stringContaining(told)]);
  expect(breaksIn(`CREATE TABLE "a" ();--> statement-breakpoint\n${statement}`)).toHaveLength(1);
});

test.each([
  'ALTER TABLE "tickets" ADD COLUMN "kind" text;',
  `ALTER TABLE "tickets" ADD COLUMN "kind" text DEFAULT '' NOT NULL;`,
  'ALTER TABLE "tickets" ALTER COLUMN "notas" DROP NOT NULL;',
  'DROP INDEX "tickets_owner";',
  'CREATE INDEX "tickets_kind" ON "tickets" USING btree ("kind");',
  'CREATE TABLE "kinds" ("id" text NOT NULL);--> statement-breakpoint\nCREATE UNIQUE INDEX "k" ON "kinds" USING btree ("id");',
  'ALTER TABLE "t" ADD COLUMN "of" text;--> statement-breakpoint\nALTER TABLE "t" ADD CONSTRAINT "f" FOREIGN KEY ("of") REFERENCES "u"("id");',
])('a migration that says %s leaves the release before as it is', (text) => {
  expect(breaksIn(text)).toEqual([]);
});

test('an index that tells conflicts apart is not taken away beside the release before', () => {
  const text = 'DROP INDEX "tickets_once";';
  expect(breaksIn(text, ['tickets_once'])).toEqual([expect.stringContaining('a conflict')]);
  expect(breaksIn(text, ['another'])).toEqual([]);
});

const ours = resolve(import.meta.dirname, '../server/migrations');
const MORE = 'CREATE TABLE "kinds" ();';
const less = (serves: string) => `-- Serves: ${serves}\nDROP TABLE "tickets";`;

describe('[F43] what a folder of migrations may hold', () => {
  const folder = mkdtempSync(join(tmpdir(), 'amparo-migrations-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (files: Record<string, string>, releases: [release: string, newest: string | null][]) => {
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const rows = releases.map(([release, newest]) => ({ release, newest }));
    writeFileSync(join(folder, 'releases.json'), JSON.stringify(rows));
  };

  test('no migration of ours breaks the release before', () => {
    const { version } = JSON.parse(readFileSync(resolve(ours, '../../package.json'), 'utf8'));
    expect(wrongIn(ours, version)).toEqual([]);
  });

  test.each([
    ['no line says whom it serves', 'DROP TABLE "tickets";', ['0004_a.sql takes away: DROP TABLE "tickets";']],
    ['it serves the release before', less('0003, which does not use them'), []],
    ['it serves an older one', less('0002, which does not use them'), []],
    [
      'it serves only what comes with it',
      less('0004, at last'),
      ['0004_a.sql leaves servers of 0003 nothing to work with'],
    ],
    ['no reason is said', less('0003'), ["0004_a.sql says no reason in its line 'Serves'"]],
    [
      'nothing is taken away',
      `-- Serves: 0003, for nothing\n${MORE}`,
      ["0004_a.sql takes nothing away and needs no line 'Serves'"],
    ],
  ])('of a migration of the release after: %s', (_, text, wrong) => {
    write({ '0003_more.sql': MORE, '0004_a.sql': text }, [
      ['0.1.0', '0003_more.sql'],
      ['0.2.0', null],
    ]);
    expect(wrongIn(folder, '0.2.0')).toEqual(wrong);
  });

  test('an index that told conflicts apart once, and no longer does, may be taken away', () => {
    const [once, plain, gone] = [
      'CREATE TABLE "t" ("a" text);--> statement-breakpoint\nCREATE UNIQUE INDEX "k" ON "t" ("a");',
      'CREATE INDEX "k" ON "t" ("a");',
      'DROP INDEX "k";',
    ];
    const instead = `-- Serves: 0003, which names no conflict\n${gone}--> statement-breakpoint\n${plain}`;
    const releases: [string, null][] = [['0.1.0', null]];
    write({ '0003_once.sql': once, '0004_plain.sql': instead, '0005_gone.sql': gone }, releases);
    expect(wrongIn(folder, '0.1.0')).toEqual([]);
    write({ '0003_once.sql': once, '0004_gone.sql': gone }, releases);
    expect(wrongIn(folder, '0.1.0')).toEqual([`0004_gone.sql takes away what a conflict is told by: ${gone}`]);
  });

  test('[F61] an index that changes has another name: a database in use keeps the one of before under its own', () => {
    const make = (name: string) => `CREATE INDEX "${name}" ON "kinds" USING btree ("id");`;
    const changed = (name: string) => `DROP INDEX "kinds_a";--> statement-breakpoint\n${make(name)}`;
    const releases: [string, null][] = [['0.1.0', null]];
    write({ '0003_kinds.sql': MORE, '0004_a.sql': make('kinds_a'), '0031_b.sql': changed('kinds_b') }, releases);
    expect(wrongIn(folder, '0.1.0')).toEqual([]);
    write({ '0003_kinds.sql': MORE, '0004_a.sql': make('kinds_a'), '0031_b.sql': changed('kinds_a') }, releases);
    expect(wrongIn(folder, '0.1.0')).toEqual([
      '0031_b.sql makes kinds_a, a name that an earlier index had: a database in use would keep that one',
    ]);
  });

  test('two releases are between what stops using and what takes away, also when many migrations are', () => {
    const files = { '0003_more.sql': MORE, '0004_more.sql': MORE, '0005_less.sql': less('0004, which writes both') };
    write(files, [
      ['0.1.0', '0003_more.sql'],
      ['0.2.0', null],
    ]);
    expect(wrongIn(folder, '0.2.0')).toEqual(['0005_less.sql leaves servers of 0003 nothing to work with']);
    write(files, [
      ['0.1.0', '0003_more.sql'],
      ['0.2.0', '0004_more.sql'],
      ['0.3.0', null],
    ]);
    expect(wrongIn(folder, '0.3.0')).toEqual([]);
    expect(spokenIn(folder)).toEqual([
      '| 0.1.0 | 0003 | before 0005 |',
      '| 0.2.0 | 0004 | all so far |',
      '| 0.3.0 | all in its build | all so far |',
    ]);
  });

  test('the table of releases names what is there, in order, and ends with the version in the making', () => {
    write({ '0003_more.sql': MORE }, [
      ['0.2.0', '0004_gone.sql'],
      ['0.1.0', '0003_more.sql'],
    ]);
    expect(wrongIn(folder, '0.3.0')).toEqual([
      'releases.json names 0004_gone.sql, which is not there',
      'releases.json must end with 0.3.0 of package.json, which knows all: "newest": null',
    ]);
  });
});

test('[F43] the operator’s table says which release speaks which schema', () => {
  const lines = readFileSync(resolve(ours, '../../docs/operations.md'), 'utf8').split('\n');
  const head = lines.indexOf('| release | knows the migrations up to | goes on with a database that has |');
  const rows = lines.slice(head + 2, lines.indexOf('', head));
  expect(rows).toEqual(spokenIn(ours));
});
