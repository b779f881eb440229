import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

interface Check {
  breaksIn(text: string): string[];
  wrongIn(folder: string, excuses?: ReadonlyMap<string, string>): string[];
}
const { breaksIn, wrongIn } = (await import(`${process.cwd()}/tools/check/migrations.mjs`)) as Check;

test.each([
  ['DROP TABLE "tickets";', 'takes a table away'],
  ['ALTER TABLE "tickets" SET SCHEMA "old";', 'takes a table away'],
  ['ALTER TABLE "tickets" DROP COLUMN "notas";', 'takes a column away'],
  ['ALTER TABLE "tickets" RENAME COLUMN "notas" TO "notes";', 'renames'],
  ['ALTER TABLE "tickets" RENAME TO "requests";', 'renames'],
  ['ALTER TABLE "tickets" ALTER COLUMN "notas" SET NOT NULL;', 'demands a value'],
  ['ALTER TABLE "tickets" ALTER COLUMN "notas" DROP DEFAULT;', 'demands a value'],
  ['ALTER TABLE "tickets" ALTER COLUMN "notas" SET DATA TYPE integer;', 'changes the type'],
  ['ALTER TABLE "tickets" ADD COLUMN "kind" text NOT NULL;', 'does not write'],
  ['ALTER TABLE "tickets" ADD CONSTRAINT "kinds" CHECK (kind <> 0);', 'refuses rows'],
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

test('no migration breaks the release before without an excuse, and each excuse is needed', () => {
  expect(wrongIn(resolve(import.meta.dirname, '../server/migrations'))).toEqual([]);
  const folder = mkdtempSync(join(tmpdir(), 'amparo-migrations-'));
  writeFileSync(join(folder, '0001_away.sql'), 'DROP TABLE "tickets";');
  writeFileSync(join(folder, '0002_more.sql'), 'CREATE TABLE "kinds" ();');
  expect(wrongIn(folder, new Map())).toEqual(['0001_away.sql takes a table away: DROP TABLE "tickets";']);
  const excuses = new Map([
    ['0001_away.sql', 'nobody uses it'],
    ['0002_more.sql', 'none'],
  ]);
  expect(wrongIn(folder, excuses)).toEqual(['0002_more.sql needs no excuse']);
  rmSync(folder, { recursive: true });
});
