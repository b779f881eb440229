import { sql } from 'drizzle-orm';
import { pgTable, text } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';
import { waitForTurn } from './turn.ts';

/** The SQL that drizzle-kit wrote, in the bundle itself, so that the built server needs no folder beside it. */
const files = import.meta.glob<string>('../migrations/*.sql', { query: '?raw', import: 'default', eager: true });

const applied = pgTable('applied_migrations', { name: text('name').primaryKey() });

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The migrations this version has and the database lacks, and those that only a newer version can have applied. */
export async function lackingMigrations(db: Database): Promise<{ missing: string[]; unknown: string[] }> {
  const ours = Object.keys(files).map(nameOf);
  const [table] = await db.select({ there: sql<boolean>`to_regclass('applied_migrations') is not null` }).from(one);
  const known = table?.there ? (await db.select().from(applied)).map(({ name }) => name) : [];
  return {
    missing: ours.filter((name) => !known.includes(name)),
    unknown: known.filter((name) => !ours.includes(name)),
  };
}

const one = sql`(select 1) as one`;

/** Applies what is missing, in order of name, in one transaction; processes that start together wait for one another. */
export async function migrate(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await waitForTurn(tx, 7_203_117);
    await tx.execute(sql`create table if not exists ${applied} (name text primary key)`);
    const known = new Set((await tx.select().from(applied)).map((row) => row.name));
    for (const [path, text] of Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))) {
      const name = nameOf(path);
      if (known.has(name)) continue;
      for (const statement of text.split('--> statement-breakpoint')) await tx.execute(sql.raw(statement));
      await tx.insert(applied).values({ name });
    }
  });
}
