import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockAccount } from '#server/accounts/still-signed-in.ts';
import { replaceUnproven } from '#server/accounts/unproven.ts';
import { type OpenDatabase, openDatabase } from '#server/database/open.ts';
import {
  customers,
  files,
  looseFiles,
  outgoingEvents,
  pushQueue,
  pushRefusals,
  pushSubscriptions,
  refunds,
  tokens,
} from '#server/database/schema.ts';
import { openFiles } from '#server/files/files.ts';
import { s3Store } from '#server/files/s3-store.ts';
import { sealedStore } from '#server/files/sealed-store.ts';
import { takeReport } from '#server/insurer/take-report.ts';
import { openLater } from '#server/later.ts';
import { erasePerson } from '#server/person/erase.ts';
import { type News, openNews } from '#server/push/news.ts';
import { openKeyedHash } from '#server/secrets.ts';
import { openBucket } from '../server/bucket.ts';
import { MARK, markPerson, placesToMark, placesWith } from '../server/marked-person.ts';
import { type Cluster, createCluster, postgresBin } from './cluster.ts';
import { start } from './program.ts';

/** The transactions that wait for a lock. */
const waits = "select pid from pg_stat_activity where wait_event_type = 'Lock'";
const key = randomBytes(32);

describe.skipIf(!postgresBin)('a person on a real PostgreSQL with a bucket', () => {
  let cluster: Cluster;
  let database: OpenDatabase;
  let bucket: Awaited<ReturnType<typeof openBucket>>;

  beforeAll(async () => {
    cluster = await createCluster();
    database = await openDatabase({ databaseUrl: cluster.url, folder: '' });
    bucket = await openBucket();
  }, 120_000);
  afterAll(async () => {
    await database?.close();
    await cluster?.remove();
    await bucket?.close();
  });

  const objects = () =>
    readdirSync(bucket.folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('_object'));

  const erase = async (env: Record<string, string> = {}, who = ['--document', MARK]) => {
    const { end, said } = start([process.execPath, 'dist/server/person.js', 'erase', ...who, '--yes'], {
      DATABASE_URL: cluster.url,
      AMPARO_FILES: bucket.address,
      AMPARO_FILES_KEY: key.toString('base64'),
      ...bucket.access,
      ...env,
    });
    return { code: await end, ...said };
  };

  test('[S32] npm run person -- erase leaves nothing of them in any column, and no object in the bucket', async () => {
    const { db } = database;
    const store = sealedStore(s3Store(bucket.place), [key]);
    const mark = async () => {
      await db.delete(looseFiles);
      await markPerson(db);
      const kept = await db.select().from(files);
      // One stays beside the database, as files of before the bucket do.
      for (const { id, bytes } of kept.slice(1)) {
        await store.put(id, bytes ?? new Uint8Array());
        await db.update(files).set({ bytes: null }).where(eq(files.id, id));
      }
      expect(objects()).toHaveLength(kept.length - 1);
      expect(await placesWith(db, MARK)).toEqual(expect.arrayContaining(await placesToMark(db)));
      return objects();
    };

    const there = await mark();
    const waiting = await erase();
    expect([waiting.code, waiting.out]).toEqual([1, expect.stringContaining('1 events wait')]);
    const [event] = await db.select().from(outgoingEvents);
    expect(waiting.out).toContain(`npm run outgoing -- drop ${event?.id}  # ${event?.type}`);
    const away = `s3://papeles/amparo?${new URLSearchParams({ endpoint: 'http://127.0.0.1:1', region: 'us-east-1' })}`;
    for (const [env, says] of [
      // A restored copy, tried with the bucket of the original.
      [{ AMPARO_QUIET: '1' }, 'A quiet copy deletes nothing in the bucket'],
      [{ AMPARO_FILES: away }, 'The bucket still has files'],
    ] as const) {
      await db.delete(outgoingEvents);
      const left = await erase(env);
      expect([left.code, left.out]).toEqual([0, expect.stringContaining(says)]);
      expect([await placesWith(db, MARK), objects()]).toEqual([['loose_files.id'], there]);
      await mark();
    }
    await db.delete(outgoingEvents);
    // As the trail of a newer database names who is to be erased again after a restore.
    const [person] = await db.select({ id: customers.id }).from(customers).where(eq(customers.nif, MARK));
    const done = await erase({}, ['--account', person?.id ?? '']);
    expect(done).toEqual({ code: 0, out: 'Erased; 2 bookings stay without a name\n', err: '' });
    expect(await placesWith(db, MARK)).toEqual([]);
    expect(objects()).toEqual([]);
    expect((await erase()).out).toBe('Nobody here has this document\n');
    expect((await erase({}, ['--account', person?.id ?? ''])).out).toBe('Nobody here has this account\n');
    expect((await erase({}, ['--country', 'Costa Rica'])).out).toContain('npm run person -- erase');
  }, 240_000);

  test('[S32] an erasure waits for a call of the person that adds to a refund, and neither ends the other', async () => {
    const { db } = database;
    const marked = await markPerson(db);
    await db.delete(outgoingEvents);
    await db.update(customers).set({ erased: null, demo: false });
    let erased: ReturnType<typeof erasePerson> | undefined;
    await db.transaction(async (tx) => {
      // As each call with tokens begins, and as the reference of a paper to its refund ends it.
      expect(await lockAccount(tx, { demo: false }, marked.id)).not.toBeNull();
      erased = erasePerson(db, { clock: () => new Date(), uuid: randomUUID }, marked);
      erased.catch(() => {});
      await expect.poll(async () => (await cluster.ask(waits)).length).toBe(1);
      await tx.select({ id: refunds.id }).from(refunds).where(eq(refunds.customerId, marked.id)).for('key share');
    });
    expect(await erased).toEqual({ bookings: 2 });
  }, 60_000);

  test('[S32] an erasure waits for news of a policy that the insurer reports, and neither ends the other', async () => {
    const { db } = database;
    const clock = () => new Date();
    const marked = await markPerson(db);
    await db.delete(outgoingEvents);
    await db.delete(pushRefusals);
    const proved = { erased: null, demo: false, claim: 'yes' as const, emailVerified: clock() };
    await db.update(customers).set(proved).where(eq(customers.id, marked.id));
    await db.update(tokens).set({ expires: new Date(Date.now() + 60_000) });
    const settling = openLater(() => {});
    const parts = { db, clock, hash: await openKeyedHash(db), later: settling };
    const real = await openNews(parts);
    let erased: ReturnType<typeof erasePerson> | undefined;
    const news: News = {
      ...real,
      sendSoon: () => {},
      async tell(tx, ...told) {
        await real.tell(tx, ...told);
        erased = erasePerson(db, { clock, uuid: randomUUID }, marked);
        erased.catch(() => {});
        await expect.poll(async () => (await cluster.ask(waits)).length).toBe(1);
      },
    };
    const { documentCountry: pais, documentKind: tipo, nif: numero } = marked;
    const data = { documento: { pais, tipo, numero }, poliza: '520021', tema: 'facturas' as const };
    const report = { type: 'poliza.novedad' as const, timestamp: clock().toISOString(), data };
    const storage = openFiles({ uuid: randomUUID, db, clock });
    const world = { db, clock, commonClock: async () => clock, uuid: randomUUID, news, storage, later: settling };
    const before = await db.$count(pushQueue);
    expect(await takeReport(world, randomUUID(), Buffer.from('{}'), report)).toEqual({ ok: true, value: 'hecho' });
    expect(await erased).toEqual({ bookings: 2 });
    expect(before).toBeGreaterThan(0);
  }, 60_000);

  test('[D21] a subscription that its push service ends while news is written takes none of it back', async () => {
    const { db } = database;
    const marked = await markPerson(db);
    await db.delete(outgoingEvents);
    await db.delete(pushRefusals);
    await db.update(tokens).set({ expires: new Date(Date.now() + 60_000) });
    const hash = await openKeyedHash(db);
    const news = await openNews({ db, clock: () => new Date(), hash, later: openLater(() => {}) });
    await db.execute(sql`create function slowly() returns trigger language plpgsql as $$
      begin perform pg_sleep(1); return new; end $$`);
    await db.execute(sql`create trigger slow before insert on push_queue for each row execute function slowly()`);
    try {
      const told = db.transaction((tx) => news.tell(tx, marked.id, { tema: 'seguridad' }));
      told.catch(() => {});
      const asleep = "select pid from pg_stat_activity where wait_event = 'PgSleep'";
      await expect.poll(async () => (await cluster.ask(asleep)).length).toBe(1);
      await db.delete(pushSubscriptions);
      expect(await told).toBeUndefined();
    } finally {
      await db.execute(sql`drop function slowly cascade`);
      await erasePerson(db, { clock: () => new Date(), uuid: randomUUID }, marked);
    }
  }, 60_000);

  test('[D88] an account whose address is confirmed while somebody else comes with it stays', async () => {
    const { db } = database;
    const { id } = await markPerson(db);
    await db.delete(outgoingEvents);
    const email = 'rosa@correo.test';
    const pending = { email, erased: null, demo: false, emailVerified: null };
    await db.update(customers).set(pending).where(eq(customers.id, id));
    let replaced: Promise<boolean> | undefined;
    await db.transaction(async (confirming) => {
      await confirming.update(customers).set({ emailVerified: new Date() }).where(eq(customers.id, id));
      const world = { clock: () => new Date(), uuid: randomUUID };
      replaced = db.transaction((coming) => replaceUnproven(coming, world, email, {}));
      replaced.catch(() => {});
      await expect.poll(async () => (await cluster.ask(waits)).length).toBe(1);
    });
    await replaced;
    expect(await db.$count(customers, eq(customers.id, id))).toBe(1);
  }, 60_000);
});
