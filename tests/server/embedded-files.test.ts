// @module-tag depth
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { thisMachine } from '#ports/machine.ts';
import { type OpenDatabase, openDatabase } from '#server/database/open.ts';
import { rowsOf } from '#server/database/rows.ts';
import { customers, relays } from '#server/database/schema.ts';
import { databaseTemplate } from '#server/database/template.ts';
import { erasePerson } from '#server/person/erase.ts';

const clock = () => new Date();
const MARK = 'MARCA-QUE-NADIE-TIENE';
const folder = mkdtempSync(join(tmpdir(), 'amparo-files-'));
const [data, template] = [join(folder, 'data'), join(folder, 'template.tar.gz')];
let database: OpenDatabase;
beforeAll(async () => {
  writeFileSync(template, await databaseTemplate(fileURLToPath(new URL('../..', import.meta.url))));
  database = await openDatabase({ folder: data, template });
}, 60_000);
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the files of the embedded database', () => {
  test('[F33] give the disk back what was deleted, while others write', async () => {
    const size = async () => {
      const [row] = await rowsOf<{ size: string }>(database.db, sql`select pg_total_relation_size('relays') as size`);
      return Number(row?.size);
    };
    const message = { readerHash: '', sealed: randomBytes(1_000_000).toString('hex'), expires: clock() };
    for (const id of ['1', '2', '3']) {
      await database.db.insert(relays).values({ ...message, id });
      await database.db.delete(relays);
    }
    expect(await size()).toBeGreaterThan(6_000_000);
    const writing = database.db.transaction(async (tx) => {
      await tx.insert(relays).values({ ...message, id: 'kept', sealed: 'short' });
      await new Promise((later) => setTimeout(later, 20));
      return tx.$count(relays);
    });
    await Promise.all([writing, database.tidy()]);
    expect(await writing).toBe(1);
    expect(await size()).toBeLessThan(500_000);
  });

  test('[S40] are read by an index also where a vacuum found a table empty: a plan may outlive its growth', async () => {
    await database.tidy();
    const plan = await rowsOf(database.db, sql`explain delete from tokens where device_id = 'one'`);
    expect(JSON.stringify(plan)).toMatch(/Index/);
    expect(JSON.stringify(plan)).not.toMatch(/Seq Scan/);
  });

  test('[S32] hold nothing of a person who was erased, nor does the log', async () => {
    const row = (id: string, name: string): typeof customers.$inferInsert => ({
      ...{
        id,
        nif: id,
        email: `${id}@x.test`,
        created: clock(),
        nombre: name,
        password: '',
        demo: false,
        claim: 'yes',
      },
      ...{ residenciaFiscal: '', documentKind: '', documentCountry: '', personal: { domicilio: name } },
    });
    // The last of a page, whose place nobody moves into.
    await database.db.insert(customers).values([row('stays', 'VECINA'), row('goes', MARK)]);
    const [person] = await database.db.select().from(customers).where(eq(customers.id, 'goes'));
    await erasePerson(database.db, { clock, uuid: thisMachine.uuid }, person ?? expect.fail('nobody'));
    await database.tidy();
    expect(filesWith(MARK)).not.toEqual([]);
    await database.scrub();
    expect(filesWith(MARK)).toEqual([]);
    expect(filesWith('VECINA')).not.toEqual([]);
  });
});

const filesWith = (text: string): string[] =>
  readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));
