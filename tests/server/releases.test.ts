// @module-tag depth
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { thisMachine } from '#ports/machine.ts';
import { composeServer } from '#server/compose.ts';
import { migrate, standingOf } from '#server/database/migrate.ts';
import { type OpenDatabase, openDatabase, openInMemory, openMigrated, openUnmigrated } from '#server/database/open.ts';
import { DatabaseUnavailable } from '#server/database/outage.ts';
import { SchemaTooNew, SchemaTooOld, servesIn, thisRelease } from '#server/database/releases.ts';
import { rowsOf } from '#server/database/rows.ts';
import { databaseTemplate } from '#server/database/template.ts';
import { rounds } from '#server/jobs/start.ts';
import { readSettings } from '#server/settings.ts';
import { createTestApp, inMemory, ORIGIN, pathOf, type TestApp } from './test-app.ts';

const files = Object.keys(import.meta.glob('../../server/migrations/*.sql')).map((path) => path.replace(/^.*\//, ''));
const newest = Number.parseInt(files.sort().at(-1) ?? '', 10);

describe('[F43] a database that was used by a newer release', () => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await openInMemory(await databaseTemplate(process.cwd()));
  });
  afterAll(() => database.close());
  // One migration is missing, so that a start has something to write.
  beforeEach(async () => {
    await database.db.execute(sql`drop table if exists renewals`);
    await database.db.execute(sql`delete from applied_migrations where name = '0018_renewals.sql' or name >= '9'`);
  });

  const newer = (name: string, serves: number | null) =>
    database.db.execute(sql`insert into applied_migrations values (${name}, ${serves}, '0.9.0')`);
  const tables = () =>
    rowsOf(
      database.db,
      sql`select relname, (select array_agg(to_jsonb(applied_migrations) order by name) from applied_migrations) as applied
        from pg_class where relnamespace = 'public'::regnamespace order by relname`,
    );

  test('is refused when that took something away, and nothing is written', async () => {
    await newer('9998_more.sql', 0);
    await newer('9999_less.sql', newest + 1);
    const before = await tables();
    const refused = await migrate(database.db).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(SchemaTooNew);
    expect(refused).toMatchObject({ migrations: '9999_less.sql', release: '0.9.0' });
    expect(await tables()).toEqual(before);
  });

  test('is refused when its migration says nothing of whom it serves', async () => {
    await newer('9999_who_knows.sql', null);
    await expect(migrate(database.db)).rejects.toThrow(SchemaTooNew);
  });

  test.each([
    ['only added', 0],
    ['took away what this release does not use any more', newest],
  ])('is served when that %s', async (_, serves) => {
    await newer('9999_newer.sql', serves);
    await migrate(database.db);
    expect(await standingOf(database.db)).toEqual({ missing: [], unknown: ['9999_newer.sql'], tooNew: null });
  });
});

test('[F43] each migration is recorded with the release that applied it, also where the table was made without', async () => {
  const database = await openInMemory(await databaseTemplate(process.cwd()));
  await database.db.execute(sql`alter table applied_migrations drop column serves, drop column release`);
  await database.db.execute(sql`drop table renewals`);
  await database.db.execute(sql`delete from applied_migrations where name = '0018_renewals.sql' or name >= '9'`);
  await migrate(database.db);
  const rows = await rowsOf(
    database.db,
    sql`select * from applied_migrations where name ~ '^(0017|0018)_' order by name`,
  );
  expect(rows).toEqual([
    { name: '0017_due_rows.sql', serves: null, release: null },
    { name: '0018_renewals.sql', serves: 0, release: thisRelease },
  ]);
  await database.close();
});

test('[F43] a migration says in a line of its own which schema is the oldest whose servers go on', () => {
  expect(servesIn('-- Serves: 0017, which writes both.\nDROP TABLE "a";')).toBe(17);
  expect(servesIn('DROP TABLE "a";--> statement-breakpoint\n-- Serves: 0017\nDROP TABLE "b";')).toBe(17);
  expect(servesIn('CREATE TABLE "a" (); -- Serves: 0017')).toBe(0);
});

describe('[F43] a command of the operator, beside a server that may be of the release before,', () => {
  const folder = mkdtempSync(join(tmpdir(), 'amparo-commands-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('applies no migration: it ends where one is missing, and where there is no database yet', async () => {
    const template = join(folder, 'template.tar.gz');
    writeFileSync(template, await databaseTemplate(process.cwd()));
    const data = join(folder, 'data');
    await expect(openMigrated({ folder: data })).rejects.toThrow(SchemaTooOld);
    expect(existsSync(data)).toBe(false);
    const { db, close } = await openDatabase({ folder: data, template });
    const last = sql`(select max(name) from applied_migrations)`;
    await db.execute(sql`delete from applied_migrations where name = ${last}`).finally(close);
    await expect(openMigrated({ folder: data })).rejects.toMatchObject({ name: 'SchemaTooOld', count: 1 });
    const left = await openUnmigrated({ folder: data });
    expect((await standingOf(left.db).finally(left.close)).missing).toHaveLength(1);
  }, 60_000);

  test('opens its database so, whichever it is', () => {
    for (const room of ['audit', 'maintenance', 'outgoing', 'person']) {
      const text = readFileSync(`server/${room}/main.ts`, 'utf8');
      expect([room, text.includes('openMigrated('), text.includes('openDatabase(')]).toEqual([room, true, false]);
    }
  });
});

describe('[F43] a server whose database a newer release changes', () => {
  let server: TestApp;
  let headers: Record<string, string>;
  let id: string;
  /** What looking finds. */
  let look: () => Promise<boolean>;
  beforeAll(async () => {
    server = await createTestApp({ seed: ['costarica@demo.test'], isOvertaken: () => look() });
    ({ headers, id } = await server.signIn('costarica@demo.test'));
    await server.settled();
    await server.db.execute(sql`alter table devices rename column seen to seen_on`);
  });
  afterAll(async () => {
    await server.db.execute(sql`alter table devices rename column seen_on to seen`);
    await server.close();
  });

  const ask = async () => {
    const answer = await server.app.request(`${ORIGIN}${pathOf('sessions')}?idUsuario=${id}`, { headers });
    return { status: answer.status, wait: answer.headers.get('Retry-After'), ...(await answer.json()) };
  };

  test.each([
    ['that this one lacks what was taken away', async () => true],
    ['that the database does not answer', () => Promise.reject(new DatabaseUnavailable('no connection'))],
  ])('answers 503 and when to come again, never 500, when a look finds %s', async (_, found) => {
    look = found;
    const { status, wait, code, message } = await ask();
    expect([status, wait, code]).toEqual([503, '10', 'unavailable']);
    expect(message).toBe('El servicio no está disponible en este momento. Inténtalo de nuevo en unos minutos');
  });

  test('still says a failure of its own as one', async () => {
    look = async () => false;
    expect((await ask()).status).toBe(500);
  });

  test('finds it by itself within ten seconds, says so once, and does nothing more behind the answers', async () => {
    const timing = new Map<() => void, number>();
    const timer = (ms: number, run: () => void) => {
      timing.set(run, ms);
      return () => void timing.delete(run);
    };
    let overtaken = false;
    const open = await inMemory();
    const lines: string[] = [];
    const composed = await composeServer(readSettings({ AMPARO_ADDRESS: ORIGIN }), {
      machine: { ...thisMachine, timers: { after: timer, every: timer } },
      log: (line) => void lines.push(line),
      open: async () => ({ ...open, isOvertaken: async () => overtaken }),
      demo: { customers: [], people: [], passwordCost: 1024 },
    });
    composed.begin();
    await expect.poll(() => timing.size).toBeGreaterThanOrEqual(Object.keys(rounds).length);
    overtaken = true;
    for (const [run, ms] of [...timing]) if (ms === 10_000) run();
    const told = () => lines.filter((line) => JSON.parse(line).warning?.includes('newer release'));
    await expect.poll(told).toHaveLength(1);
    await composed.work.watch();
    expect(told()).toHaveLength(1);
    expect([...timing.values()].filter((ms) => Object.values(rounds).includes(ms))).toEqual([]);
    await composed.close();
  });
});
