// @module-tag depth
import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#contract/age.ts';
import { thisMachine } from '#ports/machine.ts';
import { auditTrail, files, looseFiles, refundDocuments, refunds } from '#server/database/schema.ts';
import { type Files, openFiles } from '#server/files/files.ts';
import { s3Store } from '#server/files/s3-store.ts';
import { scanWith } from '#server/files/scan.ts';
import { sealedStore } from '#server/files/sealed-store.ts';
import { DamagedFile, type FileStore, StoreUnavailable } from '#server/files/store.ts';
import { openMetrics } from '#server/metrics/metrics.ts';
import { listUndelivered, release, sendAgain } from '#server/outgoing/desk.ts';
import { readSettings } from '#server/settings.ts';
import { openBucket } from './bucket.ts';
import { refundFields, refundPapers, send } from './requests.ts';
import { createTestApp, ORIGIN, type SignedIn, type TestApp } from './test-app.ts';

const KEY = randomBytes(32);

let s3: Awaited<ReturnType<typeof openBucket>>;
/** The bucket's folder on disk, as a thief of the bucket would see it. */
let stolen: string;
let now = new Date('2026-11-22T10:00:00Z');
const clock = () => now;

let store: FileStore;
let server: TestApp;
let storage: Files;
let maria: SignedIn;
let policy: string;

beforeAll(async () => {
  s3 = await openBucket();
  stolen = join(s3.folder, 'papeles', 'amparo');
  store = sealedStore(s3Store(s3.place), [KEY]);
  server = await createTestApp({
    clock,
    storageOf: (db) => (storage = openFiles({ uuid: thisMachine.uuid, db, clock, store })),
  });
  maria = await server.signIn('costarica@demo.test');
  policy = maria.polizas[0]?.Policy ?? '';
}, 60_000);
afterAll(async () => {
  await server.close();
  await s3.close();
});
beforeEach(() => {
  now = new Date('2026-11-22T10:00:00Z');
});

/** The bucket has the folder only while a file lies in it. */
const objects = () =>
  existsSync(stolen)
    ? readdirSync(stolen, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('_object'))
    : [];
const objectOf = (id: string) => join(stolen, `${id}._S3rver_object`);

/** Sends a refund, and answers its documents as the customer sees them. */
async function ask(
  app: TestApp,
  who: SignedIn,
): Promise<{ idDocumento: string; idReembolso: string; filename: string }[]> {
  const sent = { fields: refundFields(who, policy), files: refundPapers() };
  const { status, body } = await send(app.app, 'createRefund', sent, who.headers);
  expect([status, body.text ?? '']).toEqual([200, '']);
  return (body.reembolso as { documentos: [] }).documentos;
}

async function open(
  app: TestApp,
  who: SignedIn,
  { idDocumento, idReembolso }: { idDocumento: string; idReembolso: string },
) {
  const fields = { idDocumento, idReembolso, idUsuario: who.id };
  const asked = await send(app.app, 'downloadRefundDocument', { fields }, who.headers);
  if (asked.status !== 200)
    return { status: asked.status, text: String(asked.body.text ?? asked.body.message), body: '' };
  const answer = await app.app.request(ORIGIN + String(asked.body.url));
  return { status: answer.status, text: '', body: await answer.text() };
}

const fileOf = async (app: TestApp, { idDocumento }: { idDocumento: string }) => {
  const [row] = await app.db
    .select({ id: files.id, bytes: files.bytes })
    .from(refundDocuments)
    .innerJoin(files, eq(files.id, refundDocuments.fileId))
    .where(eq(refundDocuments.id, idDocumento));
  if (!row) throw new Error('The document has no file');
  return row;
};

describe('files in a bucket', () => {
  test('[S21] are read back as they were sent; the database has no bytes of them, the bucket none in the clear', async () => {
    const [history] = await ask(server, maria);
    if (!history) throw new Error('no document');
    const { id, bytes } = await fileOf(server, history);
    expect(bytes).toBeNull();
    expect(await open(server, maria, history)).toMatchObject({
      status: 200,
      body: await refundPapers().documentoHistoriaClinica.text(),
    });
    const lies = readFileSync(objectOf(id));
    for (const piece of ['%PDF', '%%EOF', 'historia', policy]) expect(lies.includes(piece)).toBe(false);
  });

  test('[S21] are each bound to their id: one copied over another is refused as damaged', async () => {
    const [history, invoice] = await ask(server, maria);
    if (!history || !invoice) throw new Error('no document');
    const [a, b] = [await fileOf(server, history), await fileOf(server, invoice)];
    copyFileSync(objectOf(b.id), objectOf(a.id));
    await expect(storage.read(a.id)).rejects.toThrow(DamagedFile);
    expect((await open(server, maria, history)).status).toBe(503);
    expect((await open(server, maria, invoice)).status).toBe(200);
  });

  test('[F46] are not gone for a process that knows no bucket: whoever asks it is told to try again', async () => {
    const [history] = await ask(server, maria);
    const { id } = await fileOf(server, history ?? expect.fail('no document'));
    const bare = openFiles({ uuid: thisMachine.uuid, db: server.db, clock });
    await expect(bare.read(id)).rejects.toThrow(DamagedFile);
  });

  test('[S21] are refused when a bit of them changed, or when they were sealed under another key', async () => {
    await store.put('one', Buffer.from('hola'));
    const lies = readFileSync(objectOf('one'));
    for (const at of [0, 3, 20, lies.length - 17, lies.length - 1]) {
      const changed = Buffer.from(lies);
      changed.writeUInt8(lies.readUInt8(at) ^ 1, at);
      writeFileSync(objectOf('one'), changed);
      await expect(store.read('one')).rejects.toThrow(DamagedFile);
    }
    writeFileSync(objectOf('one'), lies);
    expect(Buffer.from((await store.read('one')) ?? []).toString()).toBe('hola');
    const others = sealedStore(s3Store(s3.place), [randomBytes(32)]);
    await expect(others.read('one')).rejects.toThrow(DamagedFile);
    await store.remove('one');
  });

  test('are opened by any listed key and sealed by the first', async () => {
    await store.put('old', Buffer.from('antes'));
    const turned = sealedStore(s3Store(s3.place), [randomBytes(32), KEY]);
    expect(Buffer.from((await turned.read('old')) ?? []).toString()).toBe('antes');
    await turned.put('new', Buffer.from('ahora'));
    await expect(store.read('new')).rejects.toThrow(DamagedFile);
    for (const id of ['old', 'new']) await store.remove(id);
    expect(await store.read('old')).toBeNull();
  });

  test('are stored before their row; an hour later those without a row are swept', async () => {
    const before = objects().length;
    const [staged] = await storage.stage([await received()]);
    expect(objects().length).toBe(before + 1);
    // The transaction that should have written the row never ended.
    await storage.sweep();
    expect(objects().length, 'the row may still come').toBe(before + 1);
    now = new Date(now.getTime() + 2 * HOUR_MS);
    await storage.sweep();
    expect(objects().length).toBe(before);
    expect(await server.db.$count(looseFiles)).toBe(0);
    // A late transaction cannot write a row for a swept file.
    const { keepFiles } = await import('#server/files/uploads.ts');
    const late = server.db.transaction((tx) => keepFiles(tx, staged ? [staged] : []));
    await expect(late).rejects.toThrow(StoreUnavailable);
  });

  test('[F60] of a server whose clock is behind are not swept before their row can come', async () => {
    const behind = () => new Date(now.getTime() - 3 * HOUR_MS);
    const parts = { uuid: thisMachine.uuid, db: server.db, store };
    await openFiles({ ...parts, clock: behind, stampClock: async () => clock }).stage([await received()]);
    const before = objects().length;
    await storage.sweep();
    expect(objects().length).toBe(before);
    now = new Date(now.getTime() + 2 * HOUR_MS);
    await storage.sweep();
    expect(objects().length).toBe(before - 1);
  });

  test('are never swept while a row names them', async () => {
    const [history] = await ask(server, maria);
    now = new Date(now.getTime() + 48 * HOUR_MS);
    await storage.sweep();
    expect((await open(server, await server.signIn('costarica@demo.test'), history ?? fail())).status).toBe(200);
  });

  test('[F61] that the store does not let go keep no other, and come again an hour later behind what never was tried', async () => {
    const asked: string[] = [];
    let locked = (id: string) => id.startsWith('locked');
    const strict: FileStore = {
      ...store,
      async remove(id) {
        asked.push(id);
        if (locked(id)) throw new StoreUnavailable('the store answered 403');
        expect(await server.db.$count(looseFiles, eq(looseFiles.id, id)), 'noted until it is gone').toBe(1);
        return undefined;
      },
    };
    const ids = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}-${at}`);
    const add = (names: string[], since: Date) =>
      server.db.insert(looseFiles).values(names.map((id) => ({ id, since })));
    await add([...ids('locked', 3), ...ids('other', 20)], new Date(0));
    const strictly = openFiles({ uuid: thisMachine.uuid, db: server.db, clock, store: strict });
    await expect(strictly.sweep()).rejects.toThrow('did not let 3 files go');
    const left = async () => (await server.db.select().from(looseFiles)).map(({ id }) => id).sort();
    expect(await left()).toEqual(ids('locked', 3));
    // A round that comes sooner finds nothing to do.
    asked.length = 0;
    await strictly.sweep();
    expect(asked).toEqual([]);
    // A store that lets nothing go is asked for a few only.
    await add(ids('locked-later', 30), new Date(0));
    await expect(strictly.sweep()).rejects.toThrow('did not let 8 files go');
    expect(asked).toHaveLength(8);
    now = new Date(now.getTime() + 2 * HOUR_MS);
    locked = () => false;
    asked.length = 0;
    await strictly.sweep();
    expect(asked.slice(0, 16).filter((id) => !id.startsWith('locked-later'))).toEqual([]);
    expect(await left()).toEqual([]);
  });

  test('[F17] get no row once a sweep has begun with them, also while the store has not answered yet', async () => {
    const { keepFiles } = await import('#server/files/uploads.ts');
    const [staged] = await storage.stage([await received()]);
    now = new Date(now.getTime() + 2 * HOUR_MS);
    let late: Promise<unknown> | null = null;
    const slow: FileStore = {
      ...store,
      async remove(id) {
        late = server.db.transaction((tx) => keepFiles(tx, staged ? [staged] : []));
        await late.catch(() => {});
        return store.remove(id);
      },
    };
    await openFiles({ uuid: thisMachine.uuid, db: server.db, clock, store: slow }).sweep();
    await expect(late).rejects.toThrow('swept');
    expect(await server.db.$count(files, eq(files.id, staged?.id ?? ''))).toBe(0);
  });

  test('are needed for a refund: it gets 503 and leaves nothing while the bucket does not answer', async () => {
    const asleep: FileStore = {
      put: () => Promise.reject(new StoreUnavailable('asleep')),
      read: store.read,
      remove: store.remove,
    };
    const broken = await createTestApp({
      clock,
      seed: ['costarica@demo.test'],
      storageOf: (db) => openFiles({ uuid: thisMachine.uuid, db, clock, store: asleep }),
    });
    const who = await broken.signIn('costarica@demo.test');
    const before = await broken.db.$count(refunds);
    const sent = { fields: refundFields(who, policy), files: refundPapers() };
    const { status, headers } = await send(broken.app, 'createRefund', sent, who.headers);
    expect([status, headers.get('retry-after')]).toEqual([503, '10']);
    expect(await broken.db.$count(refunds)).toBe(before);
    await broken.close();
  });

  test('count as unavailable, not as missing, when the bucket is away or refuses', async () => {
    const away = s3Store({ ...s3.place, endpoint: 'http://127.0.0.1:1' });
    await expect(away.read('x')).rejects.toThrow(StoreUnavailable);
    const stranger = s3Store({ ...s3.place, accessKeyId: 'NOBODY' });
    await expect(stranger.put('x', Buffer.from('x'))).rejects.toThrow(StoreUnavailable);
    const elsewhere = s3Store({ ...s3.place, bucket: 'otros-papeles' });
    await expect(elsewhere.read('x')).rejects.toThrow(StoreUnavailable);
    expect(await s3Store(s3.place).read('x')).toBeNull();
  });

  test('count as unavailable when the bucket’s answer breaks off, whatever was asked', async () => {
    const breaking = createServer((_, response) => {
      response.writeHead(200, { 'Content-Length': '10' }).write('x', () => response.destroy());
    });
    await new Promise<void>((listening) => breaking.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void breaking.close());
    const { port } = breaking.address() as AddressInfo;
    const half = s3Store({ ...s3.place, endpoint: `http://127.0.0.1:${port}` });
    await expect(half.put('x', Buffer.from('x'))).rejects.toThrow(StoreUnavailable);
    await expect(half.read('x')).rejects.toThrow(StoreUnavailable);
    await expect(half.remove('x')).rejects.toThrow(StoreUnavailable);
  });
});

test('[S16] an object of the bucket without an end is damaged, and is not read on', async () => {
  const piece = Buffer.alloc(1024 * 1024);
  let sent = 0;
  let closed = false;
  const endless = createServer((_, response) => {
    const go = () => {
      while (!closed && sent < 200 * piece.length) {
        sent += piece.length;
        if (!response.write(piece)) return void response.once('drain', go);
      }
      response.end();
    };
    response.once('close', () => {
      closed = true;
    });
    go();
  });
  await new Promise<void>((listening) => endless.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void endless.close());
  const { port } = endless.address() as AddressInfo;
  const one = s3Store({ ...s3.place, endpoint: `http://127.0.0.1:${port}` });
  await expect(one.read('x')).rejects.toThrow(DamagedFile);
  await expect.poll(() => closed).toBe(true);
  expect(sent).toBeLessThan(50 * piece.length);
});

describe('a virus scanner', () => {
  /** Exits with 1 for content with 'EICAR' in it, and with 3 while out of order. */
  const script = `let t='';process.stdin.on('data',d=>t+=d).on('end',()=>process.exit(require('fs').existsSync(process.argv[1])||t.includes('ENDLESS')?3:t.includes('EICAR')?1:0))`;
  let outOfOrder: string;
  let scanned: TestApp;
  let kept: Files;
  let who: SignedIn;

  beforeAll(async () => {
    outOfOrder = join(s3.folder, 'out-of-order');
    const scan = scanWith([process.execPath, '-e', script, outOfOrder]);
    scanned = await createTestApp({
      clock,
      seed: ['costarica@demo.test'],
      storageOf: (db) => (kept = openFiles({ uuid: thisMachine.uuid, db, clock, store, scan })),
    });
    who = await scanned.signIn('costarica@demo.test');
  }, 60_000);
  afterAll(() => scanned.close());

  test('releases a file after the answer, when it finds nothing', async () => {
    const [history] = await ask(scanned, who);
    await scanned.settled();
    expect((await open(scanned, who, history ?? fail())).status).toBe(200);
  });

  test('[S4] that does not work holds a file back until it works again', async () => {
    writeFileSync(outOfOrder, '');
    const [history] = await ask(scanned, who);
    await scanned.settled();
    await kept.scanDue();
    expect(await open(scanned, who, history ?? fail())).toMatchObject({
      status: 503,
      text: expect.stringContaining('revisando'),
    });
    rmSync(outOfOrder);
    now = new Date(now.getTime() + 15 * MINUTE_MS);
    await kept.scanDue();
    expect((await open(scanned, who, history ?? fail())).status).toBe(200);
  });

  test('[F45] that has no verdict on one file holds back that file alone, with growing pauses', async () => {
    const endless = new File(['%PDF-1.4\n% ENDLESS \n%%EOF\n'], 'historia.pdf', { type: 'application/pdf' });
    const sent = { fields: refundFields(who, policy), files: { ...refundPapers(), documentoHistoriaClinica: endless } };
    const { body } = await send(scanned.app, 'createRefund', sent, who.headers);
    await scanned.settled();
    const [history, invoice] = (body.reembolso as { documentos: { idDocumento: string; idReembolso: string }[] })
      .documentos;
    expect((await open(scanned, who, history ?? fail())).status).toBe(503);
    expect((await open(scanned, who, invoice ?? fail())).status).toBe(200);
    const [next] = await ask(scanned, who);
    await scanned.settled();
    expect((await open(scanned, who, next ?? fail())).status).toBe(200);
    const pauses: number[] = [];
    const { id } = await fileOf(scanned, history ?? fail());
    for (let round = 0; round < 5; round += 1) {
      const [row] = await scanned.db.select().from(files).where(eq(files.id, id));
      pauses.push(((row?.due?.getTime() ?? 0) - now.getTime()) / MINUTE_MS);
      now = row?.due ?? now;
      await kept.scanDue();
    }
    expect(pauses).toEqual([1, 2, 5, 15, 15]);
    expect(await listUndelivered(scanned.db)).toMatchObject([
      { kind: 'file', id, state: 'held', problem: 'no verdict' },
    ]);
    expect(await release(scanned.db, id, () => now)).toBe(true);
    expect(await release(scanned.db, id, () => now)).toBe(false);
    const line = { actor: 'operator', customerId: who.id, about: id };
    const lines = scanned.db.select().from(auditTrail).where(eq(auditTrail.event, 'file-released'));
    expect(await lines).toMatchObject([line]);
    expect((await open(scanned, who, history ?? fail())).status).toBe(200);
  });

  test('[S4] that finds something quarantines the file, which is then never handed out', async () => {
    const infected = new File(['%PDF-1.4\n% EICAR \n%%EOF\n'], 'historia.pdf', { type: 'application/pdf' });
    const sent = {
      fields: refundFields(who, policy),
      files: { ...refundPapers(), documentoHistoriaClinica: infected },
    };
    const { body } = await send(scanned.app, 'createRefund', sent, who.headers);
    await scanned.settled();
    const [history, invoice] = (body.reembolso as { documentos: { idDocumento: string; idReembolso: string }[] })
      .documentos;
    expect(await open(scanned, who, history ?? fail())).toMatchObject({
      status: 404,
      text: expect.stringContaining('revisión de seguridad'),
    });
    expect((await open(scanned, who, invoice ?? fail())).status).toBe(200);
    const { id } = await fileOf(scanned, history ?? fail());
    expect(await kept.read(id)).toBe('quarantined');
    // Once more, when its name is given; the scanner has the word again.
    expect(await sendAgain(scanned.db)).toBe(0);
    expect(await sendAgain(scanned.db, id)).toBe(1);
    expect(await kept.read(id)).toBe('held');
    await kept.scanDue();
    expect(await kept.read(id)).toBe('quarantined');
  });

  test.each([
    ['is not there', ['/nowhere/scanner'], 5_000],
    ['never ends', [process.execPath, '-e', 'setTimeout(()=>{},1e6)'], 300],
  ])('that %s gives the verdict unknown', async (_what, command, patience) => {
    expect(await scanWith(command, patience)(Buffer.from('x'))).toBe('unknown');
  });
});

describe('[F46] a file key that is changed in one process after the other', () => {
  const NEXT = randomBytes(32);
  /** A process with these keys, on the same database and bucket. */
  const processWith = (db: TestApp['db'], keys: Uint8Array[], told: unknown[] = []) =>
    openFiles({
      uuid: thisMachine.uuid,
      db,
      clock,
      store: sealedStore(s3Store(s3.place), keys),
      scan: async () => 'clean',
      failed: (error) => told.push(error),
    });
  let both: TestApp;
  let mine: SignedIn;
  let first: Files;
  beforeAll(async () => {
    both = await createTestApp({
      clock,
      seed: ['costarica@demo.test'],
      // It stores, and leaves the scan to others.
      storageOf: (db) => {
        first = processWith(db, [NEXT, KEY]);
        return { ...first, scanDue: async () => {} };
      },
    });
    mine = await both.signIn('costarica@demo.test');
  }, 60_000);
  afterAll(() => both.close());

  test('leaves what a process cannot open as it is: told, tried again, never quarantined, and opened by who can', async () => {
    const [history] = await ask(both, mine);
    const { id } = await fileOf(both, history ?? fail());
    const told: unknown[] = [];
    const stranger = processWith(both.db, [KEY], told);
    await stranger.scanDue();
    expect(await stranger.read(id)).toBe('held');
    expect(told.length).toBeGreaterThan(0);
    expect(told.every((error) => error instanceof DamagedFile)).toBe(true);
    const metrics = openMetrics(both.db, clock);
    expect(await metrics.text()).toMatch(/amparo_queue_depth\{queue="files-unopened"\} [1-9]/);
    expect(await listUndelivered(both.db)).toContainEqual(expect.objectContaining({ id, problem: 'not sealed by us' }));
    // It waits its time, or until an operator says so.
    await first.scanDue();
    expect(await first.read(id)).toBe('held');
    expect(await sendAgain(both.db)).toBeGreaterThan(0);
    await first.scanDue();
    expect((await open(both, mine, history ?? fail())).status).toBe(200);
    expect(await metrics.text()).toContain('amparo_queue_depth{queue="files-unopened"} 0');
    await expect(stranger.read(id)).rejects.toThrow(DamagedFile);
  });

  test('is not what is told of a bucket that is away: its files wait without a verdict, and one look ends the round', async () => {
    const asked = await ask(both, mine);
    expect(await sendAgain(both.db)).toBeGreaterThan(1);
    const told: unknown[] = [];
    let looks = 0;
    const away: FileStore = {
      ...store,
      read: async () => {
        looks += 1;
        throw new StoreUnavailable('the store answered 503');
      },
    };
    const scan = async () => 'clean' as const;
    const parts = { uuid: thisMachine.uuid, db: both.db, clock, scan, failed: (error: unknown) => told.push(error) };
    await openFiles({ ...parts, store: away }).scanDue();
    expect([looks, told]).toEqual([1, [expect.any(StoreUnavailable)]]);
    const problems = (await listUndelivered(both.db)).flatMap((one) => (one.kind === 'file' ? [one.problem] : []));
    expect(problems).toContain('no verdict');
    expect(problems).not.toContain('failed');
    expect(await openMetrics(both.db, clock).text()).toContain('amparo_queue_depth{queue="files-unopened"} 0');
    now = new Date(now.getTime() + MINUTE_MS);
    await first.scanDue();
    for (const document of asked) expect((await open(both, mine, document)).status).toBe(200);
  });

  test('meets no file that cannot be opened, when each process first learns to open with the new key', async () => {
    // The documented order: old,new in every process, then new,old in every process.
    const orders: [Uint8Array[], Uint8Array[]][] = [
      [[KEY], [KEY, NEXT]],
      [
        [KEY, NEXT],
        [KEY, NEXT],
      ],
      [
        [KEY, NEXT],
        [NEXT, KEY],
      ],
      [
        [NEXT, KEY],
        [NEXT, KEY],
      ],
    ];
    for (const [one, other] of orders) {
      for (const [from, to] of [
        [one, other],
        [other, one],
      ] as const) {
        const id = randomBytes(8).toString('hex');
        await sealedStore(s3Store(s3.place), from).put(id, Buffer.from('hola'));
        expect(await sealedStore(s3Store(s3.place), to).read(id)).not.toBeNull();
        await store.remove(id);
      }
    }
  });
});

describe('the settings of stored files', () => {
  const aws = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };
  const key = KEY.toString('base64');

  test('name a bucket, its region, its credentials and the sealing keys', () => {
    const address = 's3://papeles/amparo?endpoint=https://s3.amparo.test:9000/&region=eu-south-2';
    const read = readSettings({ AMPARO_FILES: address, AMPARO_FILES_KEY: key, ...aws }).files;
    expect(read?.bucket).toEqual({
      bucket: 'papeles',
      prefix: 'amparo/',
      endpoint: 'https://s3.amparo.test:9000',
      region: 'eu-south-2',
      accessKeyId: 'a',
      secretAccessKey: 'b',
    });
    expect(read?.keys.map((one) => Buffer.from(one).equals(KEY))).toEqual([true]);
    expect(readSettings({}).files).toBeNull();
  });

  test.each([
    ['AMPARO_FILES', { AMPARO_FILES: 'https://papeles', AMPARO_FILES_KEY: key, ...aws }],
    ['AMPARO_FILES', { AMPARO_FILES: 's3://papeles?endpoint=ftp://x', AMPARO_FILES_KEY: key, ...aws }],
    ['AMPARO_FILES_KEY', { AMPARO_FILES: 's3://papeles', ...aws }],
    ['AMPARO_FILES_KEY', { AMPARO_FILES: 's3://papeles', AMPARO_FILES_KEY: 'corta', ...aws }],
    ['AWS_SECRET_ACCESS_KEY', { AMPARO_FILES: 's3://papeles', AMPARO_FILES_KEY: key, AWS_ACCESS_KEY_ID: 'a' }],
  ])('are refused with an error that names %s', (name, env) => {
    expect(() => readSettings(env)).toThrow(name);
  });
});

async function received() {
  const file = refundPapers().documentoFactura;
  return {
    field: 'documentoFactura',
    name: file.name,
    type: file.type,
    bytes: new Uint8Array(await file.arrayBuffer()),
  };
}

function fail(): never {
  throw new Error('The refund has no document');
}
