// @module-tag depth
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { and, desc, eq, getTableName, gte, isNull, ne, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { DAY_MS } from '#contract/age.ts';
import { thisMachine } from '#ports/machine.ts';
import { endDevices } from '#server/accounts/end-devices.ts';
import { note, TRAIL_LIFE_MS } from '#server/audit/trail.ts';
import { type Row, rowsOf, STEP_ROWS } from '#server/database/rows.ts';
import {
  auditTrail,
  commands,
  customers,
  files,
  looseFiles,
  mailQueue,
  outgoingEvents,
  pushQueue,
  refundDocuments,
  refunds,
} from '#server/database/schema.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { openFiles } from '#server/files/files.ts';
import { DamagedFile, type FileStore, StoreUnavailable } from '#server/files/store.ts';
import { emptyBucket } from '#server/person/empty-bucket.ts';
import { BOOKING_LIFE_MS, erasePerson, filePapers, STEP_BYTES } from '#server/person/erase.ts';
import { exportPerson } from '#server/person/export.ts';
import { type Customer, peopleOf, referencesIn } from '#server/person/person.ts';
import { sweep } from '#server/sweep.ts';
import { MARK, markPerson, placesToMark, placesWith } from './marked-person.ts';
import { refundFields, refundPapers, send } from './requests.ts';
import { createTestApp, ORIGIN, pathOf, type SignedIn, type TestApp } from './test-app.ts';

/** A diagnosis that no other customer has. */
const DIAGNOSIS = 'Laringitis de prueba';
const MOST_LINES = 60;

let now = new Date('2026-11-22T10:00:00Z');
const clock = () => now;
/** A store of files in memory, whose content the tests can see. */
const stored = new Map<string, Uint8Array>();
const store: FileStore = {
  put: async (id, bytes) => void stored.set(id, bytes),
  read: async (id) => stored.get(id) ?? null,
  remove: async (id) => void stored.delete(id),
};

let server: TestApp;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'amparo-person-'));
  server = await createTestApp({ clock, storageOf: (db) => openFiles({ uuid: thisMachine.uuid, db, clock, store }) });
}, 60_000);
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const trail = async (customerId: string) => {
  await server.settled();
  return server.db.select().from(auditTrail).where(eq(auditTrail.customerId, customerId)).orderBy(auditTrail.id);
};
const events = async (customerId: string) => (await trail(customerId)).map(({ event }) => event);

async function person(email: string): Promise<Customer> {
  const [row] = await server.db.select().from(customers).where(eq(customers.email, email));
  if (!row) throw new Error(`${email} is nobody`);
  return row;
}

async function askForRefund(who: SignedIn): Promise<{ id: string; key: string }> {
  const key = crypto.randomUUID();
  const sent = {
    fields: { ...refundFields(who, who.polizas[0]?.Policy ?? ''), diagnostico: DIAGNOSIS },
    files: refundPapers(),
  };
  const { status, body } = await send(server.app, 'createRefund', sent, { ...who.headers, 'Idempotency-Key': key });
  expect(status).toBe(200);
  return { id: (body.reembolso as { id: string }).id, key };
}

describe('the audit trail', () => {
  test('[S22] records who signed in, read and changed what, with the request id and without contents', async () => {
    const who = await server.signIn('costarica@demo.test');
    const policy = who.polizas[0]?.Policy ?? '';
    const asked = await send(server.app, 'refunds', { fields: { idUsuario: who.id, poliza: policy } }, who.headers);
    const tag = asked.headers.get('etag') ?? '';
    await askForRefund(who);
    await send(server.app, 'tickets', { fields: { idUsuario: who.id } }, who.headers);
    await send(server.app, 'logout', { fields: {} }, who.headers);
    const lines = await trail(who.id);
    expect(lines.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['signed-in', 'refunds-read', 'refund-asked-for', 'tickets-read']),
    );
    expect(tag).not.toBe('');
    const read = lines.find(({ event }) => event === 'refunds-read');
    expect(read).toMatchObject({ actor: 'customer', about: policy, request: asked.headers.get('x-request-id') });
    expect(read?.deviceId).not.toBeNull();
    for (const piece of ['costarica@demo.test', who.nif, DIAGNOSIS, who.access]) {
      expect(JSON.stringify(lines)).not.toContain(piece);
    }
  });

  test('records failed sign-ins of strangers, and those that were blocked', async () => {
    const { id } = await person('guatemala@demo.test');
    const body = { email: 'guatemala@demo.test', password: 'No-es-esta1' };
    for (let i = 0; i < 7; i += 1) {
      await server.app.request(ORIGIN + pathOf('login'), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'x-test-address': '192.0.2.77' },
        body: JSON.stringify(body),
      });
    }
    const found = await events(id);
    expect(found.filter((event) => event === 'sign-in-refused').length).toBe(5);
    expect(found.filter((event) => event === 'blocked').length).toBe(2);
  });

  test('[S16] notes so many blocked tries of an hour, of a network and about a customer', async () => {
    const blocked = async (email: string | null) => {
      await server.settled();
      const whose =
        email === null ? isNull(auditTrail.customerId) : eq(auditTrail.customerId, (await person(email)).id);
      return server.db.$count(auditTrail, and(whose, eq(auditTrail.event, 'blocked')));
    };
    const guess = async (email: string, from: string, times = 1) => {
      const fields = { email, password: 'No-es-esta1' };
      for (let i = 0; i < times; i += 1) await send(server.app, 'login', { fields }, { 'x-test-address': from });
      await server.settled();
    };
    const [ROSA, LUIS] = ['ecuador@demo.test', 'guatemala@demo.test'];
    await guess(ROSA, '192.0.2.78', 300);
    const most = await blocked(ROSA);
    expect(most).toBeGreaterThan(20);
    expect(most).toBeLessThan(70);
    await guess('nadie@demo.test', '192.0.2.79', 300);
    expect(await blocked(null)).toBeLessThan(70);
    // Another network notes what it tries with another customer, and these two do not, whomever they name.
    await guess(ROSA, '192.0.2.80', 10);
    const before = await blocked(LUIS);
    await guess(LUIS, '192.0.2.78', 10);
    expect([await blocked(ROSA), await blocked(LUIS)]).toEqual([most, before]);
    await guess(LUIS, '192.0.2.81', 10);
    expect((await blocked(LUIS)) - before).toBeGreaterThan(0);
    // It goes on by the minute.
    now = new Date(now.getTime() + 61_000);
    await guess(ROSA, '192.0.2.82', 10);
    expect((await blocked(ROSA)) - most).toBe(1);
  });

  test('[S40] notes so many sign-ins and locks of an hour of a customer, then one of each a minute, and refuses none', async () => {
    const email = 'guatemala@demo.test';
    const { id } = await person(email);
    const lines = async (event: string) => {
      await server.settled();
      return (await events(id)).filter((one) => one === event).length;
    };
    const { send: bearer } = await server.signIn(email);
    const lock = () => send(server.app, 'lock', { fields: {} }, { Authorization: `Bearer ${bearer}` });
    const before = [await lines('signed-in'), await lines('locked')];
    for (let times = 0; times < MOST_LINES + 5; times += 1) expect((await lock()).status).toBe(200);
    expect((await lines('locked')) - (before[1] ?? 0)).toBe(MOST_LINES);
    now = new Date(now.getTime() + 61_000);
    for (let times = 0; times < 2; times += 1) await lock();
    expect((await lines('locked')) - (before[1] ?? 0)).toBe(MOST_LINES + 1);
    // A sign-in counts for itself, and so is told after any number of locks.
    await server.signIn(email);
    expect((await lines('signed-in')) - (before[0] ?? 0)).toBe(1);
    const fields = { email, password: DEMO_PASSWORD };
    for (let times = 0; times < MOST_LINES + 5; times += 1) {
      expect((await send(server.app, 'login', { fields })).status).toBe(200);
    }
    expect((await lines('signed-in')) - (before[0] ?? 0)).toBe(MOST_LINES - 1);
    // Another customer's are counted for themselves.
    const other = await server.signIn('colombia@demo.test');
    await server.settled();
    expect(await events(other.id)).toContain('signed-in');
  });

  test('[S16] notes so many reads of an hour, then the same once a minute, and refuses none', async () => {
    const who = await server.signIn('dominicana@demo.test');
    const policy = who.polizas[0]?.Policy ?? '';
    const lines = async () => {
      const found = (await events(who.id)).filter((event) => event !== 'signed-in');
      return [found.filter((event) => event === 'tickets-read').length, found.length];
    };
    const read = async (...more: object[]) => {
      const tickets = { nombre: 'tickets', entrada: { idUsuario: who.id }, etiqueta: null };
      const fields = { lecturas: [...Array<object>(40 - more.length).fill(tickets), ...more] };
      const { status, body } = await send(server.app, 'readTogether', { fields }, who.headers);
      const answers = body.respuestas as { estado: unknown }[];
      expect([status, answers.filter(({ estado }) => estado === 200).length]).toEqual([200, 40]);
    };
    for (let times = 0; times < 8; times += 1) await read();
    expect(await lines()).toEqual([320, 320]);
    for (let times = 0; times < 3; times += 1) await read();
    expect(await lines()).toEqual([321, 321]);
    await read({ nombre: 'refunds', entrada: { idUsuario: who.id, poliza: policy }, etiqueta: null });
    expect(await lines()).toEqual([321, 322]);
    now = new Date(now.getTime() + 61_000);
    await read();
    expect(await lines()).toEqual([322, 323]);
    // Another customer's are counted for themselves.
    const other = await server.signIn('colombia@demo.test');
    for (let times = 0; times < 2; times += 1)
      await send(server.app, 'tickets', { fields: { idUsuario: other.id } }, other.headers);
    expect((await events(other.id)).filter((event) => event === 'tickets-read')).toHaveLength(2);
    now = new Date(now.getTime() + 3_600_000);
    await read();
    await read();
    expect((await lines())[0]).toBe(402);
  });

  test('[S22] can only grow: the database refuses to change a line, or to delete one before its time', async () => {
    const { id } = await person('guatemala@demo.test');
    // The table needs a line, since an empty one would refuse nothing.
    await server.db.insert(auditTrail).values({ at: clock(), actor: 'customer', event: 'looked-at', customerId: id });
    const before = (await events(id)).length;
    const refused = { cause: expect.objectContaining({ message: expect.stringContaining('only ever added to') }) };
    await expect(server.db.execute(sql`update audit_trail set event = 'nothing'`)).rejects.toMatchObject(refused);
    await expect(server.db.delete(auditTrail)).rejects.toMatchObject(refused);
    // Its month is over, too.
    const old = new Date(Date.now() - TRAIL_LIFE_MS - 32 * DAY_MS);
    await server.db.insert(auditTrail).values({ at: old, actor: 'customer', event: 'long-ago', customerId: id });
    await sweep(server.db, () => new Date());
    expect(await events(id)).toHaveLength(before);
  });
});

describe('export', () => {
  test('contains every row and file of a person, none of anybody else and no secret', async () => {
    const who = await server.signIn('costarica@demo.test');
    const { id: idReembolso } = await askForRefund(who);
    const [paper] = await server.db.select().from(refundDocuments).where(eq(refundDocuments.refundId, idReembolso));
    const wanted = { fields: { idUsuario: who.id, idReembolso, idDocumento: paper?.id } };
    const { body } = await send(server.app, 'downloadRefundDocument', wanted, who.headers);
    expect((await server.app.request(ORIGIN + String(body.url))).status).toBe(200);
    await server.settled();
    const times = { due: clock(), expires: clock(), created: clock() };
    const mail = { subject: '', text: '', html: '', problem: '', attempts: 0, state: 'waiting' as const, ...times };
    await server.db
      .insert(mailQueue)
      .values({ ...mail, id: crypto.randomUUID(), customerId: who.id, recipient: 'otra@demo.test' });
    const made = { owner: 'registrations', key: crypto.randomUUID(), name: 'register', fingerprint: 'x' };
    await server.db
      .insert(commands)
      .values({ ...made, state: 'done', answer: { insertedId: who.id }, created: clock(), customerId: who.id });
    const to = join(folder, 'maria');
    const [found] = await peopleOf(server.db, { document: who.nif.replace(/^(.)/, '$1-') });
    const { rows, files: number } = await exportPerson(
      server.db,
      openFiles({ uuid: thisMachine.uuid, db: server.db, clock, store }),
      found ?? nobody(),
      to,
    );
    // A second export into it ends with words and changes nothing.
    const again = exportPerson(
      server.db,
      openFiles({ uuid: thisMachine.uuid, db: server.db, clock, store }),
      found ?? nobody(),
      to,
    );
    await expect(again).rejects.toThrow(`${to} is not empty; name a new folder`);
    const names = readdirSync(to);
    const expected = ['customers', 'devices', 'refunds', 'refund_documents', 'tickets', 'commands', 'audit_trail'];
    expect(names).toEqual(expect.arrayContaining(expected.map((name) => `${name}.json`)));
    const all = names
      .filter((name) => name.endsWith('.json'))
      .map((name) => readFileSync(join(to, name), 'utf8'))
      .join('');
    expect(all).toContain('costarica@demo.test');
    expect(all).toContain(DIAGNOSIS);
    const { id: other } = await person('ecuador@demo.test');
    for (const foreign of [other, 'ecuador@demo.test', 'scrypt$', who.access, who.internal])
      expect(all).not.toContain(foreign);
    const listed = (table: string) => JSON.parse(readFileSync(join(to, `${table}.json`), 'utf8')) as unknown[];
    // Mails to whichever address, and the registration, whose key is nobody's.
    expect([listed('mail_queue').length, all.includes('registrations')]).toEqual([1, true]);
    // Also that the person opened one of the papers, and which.
    const trailed = JSON.parse(readFileSync(join(to, 'audit_trail.json'), 'utf8')) as {
      event: string;
      about: string;
    }[];
    const papers = readdirSync(join(to, 'archivos'));
    const opened = trailed.find(({ event }) => event === 'file-opened')?.about ?? 'none';
    expect(papers.some((name) => name.startsWith(opened))).toBe(true);
    expect(papers.length).toBe(number);
    expect(papers.some((name) => name.endsWith('historia.pdf'))).toBe(true);
    expect(rows).toBeGreaterThan(10);
  });

  test('[S22] asks for what grows with the person in pages, and writes each of its rows once', async () => {
    const many = 2 * STEP_ROWS + 3;
    const long = { ...(await person('ecuador@demo.test')), id: crypto.randomUUID() };
    await server.db.execute(sql`insert into audit_trail (at, actor, event, customer_id)
      select ${clock().toISOString()}::timestamptz, 'customer', 'e' || n, ${long.id} from generate_series(1, ${many}) n`);
    await server.db.execute(sql`insert into commands (owner, key, name, fingerprint, state, created)
      select ${long.id}, md5(n::text), 'createTicket', 'x', 'done', now() from generate_series(1, ${many}) n`);
    const to = join(folder, 'larga');
    const asked = vi.spyOn((server.db as unknown as { $client: PGlite }).$client, 'query');
    const { rows } = await exportPerson(server.db, { read: async () => null }, long, to);
    const answers = await Promise.all(asked.mock.results.map(({ value }) => value as ReturnType<PGlite['query']>));
    asked.mockRestore();
    await server.db.execute(sql`delete from commands where owner = ${long.id}`);
    expect(Math.max(...answers.map((answer) => answer.rows.length))).toBe(STEP_ROWS);
    const written = (table: string, column: string) =>
      new Set((JSON.parse(readFileSync(join(to, `${table}.json`), 'utf8')) as Row[]).map((row) => row[column])).size;
    expect([written('audit_trail', 'event'), written('commands', 'key'), rows]).toEqual([many, many, 2 * many]);
  });

  test('[S22] leaves out every column that has a secret, also where it was copied to, and no other', async () => {
    const marked = await markPerson(server.db);
    const to = join(folder, 'marcada');
    await exportPerson(server.db, { read: async () => null }, marked, to);
    const texts = readdirSync(to)
      .filter((name) => name.endsWith('.json'))
      .map((name) => [name.replace('.json', ''), readFileSync(join(to, name), 'utf8')] as const);
    const columns = await rowsOf<{ table: string; column: string }>(
      server.db,
      sql`select table_name as table, column_name as column from information_schema.columns
          where table_schema = current_schema() order by 1, 2`,
    );
    const rows = new Map(texts.map(([name, text]) => [name, JSON.parse(text) as Record<string, unknown>[]]));
    const hidden = columns
      .filter(({ table, column }) => rows.get(table)?.every((row) => !(column in row)))
      .map(({ table, column }) => `${table}.${column}`);
    expect(hidden).toEqual([
      'customers.password',
      ...['mail_codes.hash', 'mail_queue.html', 'mail_queue.subject', 'mail_queue.text'],
      'passkeys.public_key',
      ...['push_queue.address', 'push_subscriptions.auth', 'push_subscriptions.endpoint', 'push_subscriptions.p256dh'],
      'recoveries.hash',
      ...['renewals.current', 'renewals.family', 'renewals.previous', 'tokens.hash', 'tokens.replaces'],
    ]);
    // A mark says where it was planted, wherever it went.
    for (const place of hidden) for (const [name, text] of texts) expect(text, name).not.toContain(`${MARK} ${place} `);
    await server.db.delete(outgoingEvents);
    await erasePerson(server.db, { clock, uuid: thisMachine.uuid }, marked);
  });

  test('[S22] [F46] counts the files that it wrote, names those it did not and why, and one that does not open keeps no other', async () => {
    const who = await server.signIn('costarica@demo.test');
    for (let round = 0; round < 3; round += 1) await askForRefund(who);
    const papers = await server.db
      .select({ id: refundDocuments.fileId })
      .from(refundDocuments)
      .innerJoin(refunds, eq(refunds.id, refundDocuments.refundId))
      .innerJoin(files, eq(files.id, refundDocuments.fileId))
      .where(and(eq(refunds.customerId, who.id), isNull(files.bytes)));
    const [damaged, away, lost, held, quarantined] = papers.map(({ id }) => id);
    if (!damaged || !away || !lost || !held || !quarantined) throw new Error('too few papers');
    await server.db.update(files).set({ state: 'held' }).where(eq(files.id, held));
    await server.db.update(files).set({ state: 'quarantined' }).where(eq(files.id, quarantined));
    const broken: FileStore = {
      ...store,
      async read(id) {
        if (id === damaged) throw new DamagedFile('altered or exchanged');
        if (id === away) throw new StoreUnavailable('the store answered 403');
        return id === lost ? null : store.read(id);
      },
    };
    const storage = openFiles({ uuid: thisMachine.uuid, db: server.db, clock, store: broken });
    const to = join(folder, 'maria-otra');
    const asked = vi.spyOn((server.db as unknown as { $client: PGlite }).$client, 'query');
    const { files: number, leftOut } = await exportPerson(server.db, storage, await person('costarica@demo.test'), to);
    // However many rows there are, a list of them is one parameter.
    expect(Math.max(...asked.mock.calls.map(([, values]) => values?.length ?? 0))).toBeLessThanOrEqual(3);
    asked.mockRestore();
    const whys = new Map(leftOut.map(({ id, why }) => [id, why]));
    expect([damaged, away, lost, held, quarantined].map((id) => whys.get(id))).toEqual([
      'altered or exchanged',
      'the store answered 403',
      'not in the store',
      'held',
      'quarantined',
    ]);
    expect(leftOut).toHaveLength(5);
    expect(readdirSync(join(to, 'archivos'))).toHaveLength(number);
    expect(number).toBeGreaterThan(0);
    await server.db.update(files).set({ state: 'kept' }).where(eq(files.id, held));
  });

  test('[S22] writes a file whose name has more bytes than a disk takes, shortened and with its ending', async () => {
    const who = await server.signIn('costarica@demo.test');
    await askForRefund(who);
    const [paper] = await server.db
      .select({ id: refundDocuments.fileId })
      .from(refundDocuments)
      .innerJoin(refunds, eq(refunds.id, refundDocuments.refundId))
      .where(eq(refunds.customerId, who.id));
    const { id = '' } = paper ?? {};
    await server.db
      .update(files)
      .set({ name: `${'漢'.repeat(80)}.jpg` })
      .where(eq(files.id, id));
    const to = join(folder, 'maria-larga');
    await exportPerson(
      server.db,
      openFiles({ uuid: thisMachine.uuid, db: server.db, clock, store }),
      await person('costarica@demo.test'),
      to,
    );
    const written = readdirSync(join(to, 'archivos')).find((name) => name.startsWith(id)) ?? '';
    expect(written).toMatch(/^[\da-f-]{36}-漢+\.jpg$/);
    expect(Buffer.byteLength(written)).toBeGreaterThan(250);
  });

  test('covers every table that refers to a person, also one that is added later', async () => {
    const children = new Set((await referencesIn(server.db)).map(({ child }) => child));
    expect([...children]).toEqual(
      expect.arrayContaining([
        'devices',
        'passkeys',
        'identity_files',
        'refunds',
        'refund_documents',
        'tickets',
        'tokens',
      ]),
    );
    const naming = (await referencesIn(server.db)).filter(({ parent }) => parent === 'files').map(({ child }) => child);
    expect(filePapers.map((table) => getTableName(table)).sort()).toEqual(naming.sort());
    // Export and erasure must handle such columns by name, since no reference leads to them.
    const loose = await rowsOf<{ table: string }>(
      server.db,
      sql`select table_name as table from information_schema.columns
          where table_schema = current_schema() and column_name in ('customer_id', 'owner', 'email', 'recipient')
            -- The months of a table are found by the table.
            and not (select relispartition from pg_class where oid = table_name::regclass)`,
    );
    const handled = ['audit_trail', 'commands', 'customers', 'mail_queue'];
    expect(loose.map(({ table }) => table).filter((table) => !handled.includes(table) && !children.has(table))).toEqual(
      [],
    );
  });
});

describe('erasure', () => {
  test('[S22] leaves no email, name, document, diagnosis or file of a person in any table, and breaks no reference', async () => {
    const who = await server.signIn('costarica@demo.test');
    const { key, id: refundId } = await askForRefund(who);
    const [asked] = await server.db
      .update(refunds)
      .set({ paid: { importe: 80, fecha: '2026-11-20' } })
      .where(eq(refunds.id, refundId))
      .returning();
    const [registration] = await server.db
      .insert(commands)
      .values({
        ...{ owner: 'registrations', key: crypto.randomUUID(), name: 'register', fingerprint: 'x', state: 'done' },
        ...{ answer: { insertedId: who.id }, created: clock(), customerId: who.id },
      } as typeof commands.$inferInsert)
      .returning();
    const waits = {
      subject: '',
      text: '',
      html: '',
      problem: '',
      attempts: 0,
      state: 'waiting',
    } as const;
    const times = { due: clock(), expires: clock(), created: clock() };
    // To another address of hers, and to her own.
    const mails = ['otra@demo.test', 'costarica@demo.test'].map((recipient) => ({ customerId: who.id, recipient }));
    await server.db
      .insert(mailQueue)
      .values(mails.map((mail) => ({ ...waits, ...times, id: crypto.randomUUID(), ...mail })));
    await server.settled();
    const maria = await person('costarica@demo.test');
    const texts = [
      maria.email,
      maria.nif,
      maria.nombre,
      String(maria.personal.apellidoPrimero),
      'otra@demo.test',
      DIAGNOSIS,
      'ROJAS MORA',
    ];
    for (const text of texts) expect(await placesWith(server.db, text), text).not.toEqual([]);
    const others = await server.db.$count(customers);

    const event = {
      id: 'e-1',
      customerId: maria.id,
      type: 'x',
      data: {},
      state: 'waiting' as const,
      attempts: 0,
      due: now,
      problem: '',
      created: now,
    };
    const refused = { ...event, id: 'e-0', type: 'consulta.creada', state: 'refused' as const, problem: '422' };
    await server.db.insert(outgoingEvents).values([refused, event]);
    // Which of all that waits is theirs, nothing else says.
    expect(await erasePerson(server.db, { clock, uuid: thisMachine.uuid }, maria)).toEqual({
      waiting: 2,
      first: [
        { id: 'e-0', type: 'consulta.creada', state: 'refused', problem: '422' },
        { id: 'e-1', type: 'x', state: 'waiting', problem: '' },
      ],
    });
    expect(await person('costarica@demo.test')).toMatchObject({ id: maria.id });
    await server.db.delete(outgoingEvents);
    const erased = await erasePerson(server.db, { clock, uuid: thisMachine.uuid }, maria);
    const bookings = 'bookings' in erased ? erased.bookings : -1;

    for (const text of texts) expect(await placesWith(server.db, text), text).toEqual([]);
    expect(bookings).toBeGreaterThan(0);
    const [kept] = await server.db
      .select()
      .from(refunds)
      .where(eq(refunds.caseNumber, asked?.caseNumber ?? ''));
    expect(kept).toMatchObject({ fields: { importe: '86.40', divisa: 'USD' }, policyId: '' });
    expect(await server.db.$count(refunds, eq(refunds.customerId, kept?.customerId ?? ''))).toBe(bookings);
    expect(await server.db.$count(customers), 'nobody else').toBe(others);
    // A late copy of the registration finds its key withdrawn. Nothing else is taken, since the tokens no longer work.
    expect(await server.db.select().from(commands).where(eq(commands.owner, who.id))).toEqual([]);
    const [row] = await server.db
      .select()
      .from(commands)
      .where(eq(commands.key, registration?.key ?? ''));
    expect(row).toMatchObject({ state: 'withdrawn', answer: null, fingerprint: '' });
    const late = { ...who.headers, 'Idempotency-Key': key };
    const again = { fields: refundFields(who, who.polizas[0]?.Policy ?? ''), files: refundPapers() };
    expect((await send(server.app, 'createRefund', again, late)).status).toBe(401);
    // The sweep removes the files from the store.
    expect(await server.db.$count(looseFiles)).toBeGreaterThan(0);
    await openFiles({ uuid: thisMachine.uuid, db: server.db, clock, store }).sweep();
    const rows = new Set((await server.db.select({ id: files.id }).from(files)).map(({ id }) => id));
    expect([...stored.keys()].filter((id) => !rows.has(id))).toEqual([]);
    const [last] = await server.db.select().from(auditTrail).orderBy(desc(auditTrail.id)).limit(1);
    expect(last).toMatchObject({ actor: 'operator', event: 'erased', customerId: maria.id });
    // What the insurer reports afterwards finds nothing to add to.
    expect(await server.db.$count(refunds, eq(refunds.id, refundId))).toBe(0);
  }, 60_000);

  test('[S32] in a quiet copy deletes nothing in the bucket, which may be the original’s', async () => {
    const loose = { id: 'kept-by-the-original', since: new Date(0) };
    stored.set(loose.id, Buffer.from('a paper'));
    await server.db.insert(looseFiles).values(loose);
    const storage = openFiles({ uuid: thisMachine.uuid, db: server.db, clock, store });
    expect(await emptyBucket(storage, { quiet: true })).toContain('quiet copy deletes nothing');
    expect([stored.has(loose.id), await server.db.$count(looseFiles)]).toEqual([true, 1]);
    expect(await emptyBucket(storage, { quiet: false })).toBe('');
    expect([stored.has(loose.id), await server.db.$count(looseFiles)]).toEqual([false, 0]);
  });

  test('[S32] stands when the bucket does not answer, and says that the next sweep empties it', async () => {
    const storage = { sweep: () => Promise.reject(new StoreUnavailable('the store does not answer')) };
    expect(await emptyBucket(storage, { quiet: false })).toBe(
      '. The bucket still has files (the store does not answer): the next sweeps of a server remove them',
    );
  });

  test('[S32] the push address of a device that was ended before goes too', async () => {
    const marked = await markPerson(server.db);
    await server.db.transaction((tx) => endDevices(tx, async () => clock, marked.id, 'all'));
    expect(await placesWith(server.db, 'push_subscriptions.endpoint')).toEqual(['push_queue.address']);
    await server.db.delete(outgoingEvents);
    await erasePerson(server.db, { clock, uuid: thisMachine.uuid }, marked);
    expect(await server.db.select().from(pushQueue)).toEqual([]);
  });

  test('[S32] lines of the trail that come after the erasure say neither who it was nor what it was about', async () => {
    const marked = await markPerson(server.db);
    await server.db.delete(outgoingEvents);
    const line = { actor: 'customer' as const, event: 'documents-read', customerId: marked.id, about: MARK };
    await note(server.db, clock, line);
    expect(await events(marked.id)).toContain('documents-read');
    await erasePerson(server.db, { clock, uuid: thisMachine.uuid }, marked);
    await note(server.db, clock, line);
    expect(await events(marked.id)).toEqual(['erased']);
    expect(await placesWith(server.db, MARK)).toEqual([]);
  });

  test('[S32] the database lets a line lose its person only after one that says the person was erased', async () => {
    const { id } = await person('guatemala@demo.test');
    const [line] = await server.db
      .insert(auditTrail)
      .values({ at: clock(), actor: 'customer', event: 'refunds-read', customerId: id, about: '510011' })
      .returning();
    const change = (set: Partial<typeof auditTrail.$inferInsert>) =>
      server.db
        .update(auditTrail)
        .set(set)
        .where(eq(auditTrail.id, line?.id ?? 0));
    const refused = { cause: expect.objectContaining({ message: expect.stringContaining('only ever added to') }) };
    await expect(change({ about: '' })).rejects.toMatchObject(refused);
    await server.db.insert(auditTrail).values({ at: clock(), actor: 'operator', event: 'erased', customerId: id });
    await expect(change({ about: 'another' })).rejects.toMatchObject(refused);
    await expect(change({ about: '', event: 'nothing' })).rejects.toMatchObject(refused);
    const ofErasure = server.db.update(auditTrail).set({ about: '' }).where(eq(auditTrail.event, 'erased'));
    await expect(ofErasure).rejects.toMatchObject(refused);
    await change({ about: '', customerId: crypto.randomUUID() });
    expect(await events(id)).not.toContain('refunds-read');
  });

  test('[S32] leaves a marker in no column of any table, though it stood in every one that a person has', async () => {
    const marked = await markPerson(server.db);
    expect(await placesWith(server.db, MARK)).toEqual(expect.arrayContaining(await placesToMark(server.db)));
    expect(await erasePerson(server.db, { clock, uuid: thisMachine.uuid }, marked)).toMatchObject({ waiting: 1 });
    await server.db.delete(outgoingEvents);
    expect(await erasePerson(server.db, { clock, uuid: thisMachine.uuid }, marked)).toEqual({ bookings: 2 });
    expect(await placesWith(server.db, MARK)).toEqual([]);
    // Of the id, which the insurer's systems were told, the trail keeps that it was erased.
    expect(await placesWith(server.db, marked.id)).toEqual(['audit_trail.customer_id']);
    expect(await trail(marked.id)).toMatchObject([{ actor: 'operator', event: 'erased', about: '' }]);
    const [booking] = await server.db.select().from(refunds).where(eq(refunds.caseNumber, 'R-2026-000077'));
    expect(booking).toMatchObject({
      fields: { importe: '86.40', divisa: 'USD' },
      paid: { importe: 80, fecha: '2026-11-20' },
      states: [],
    });
    await openFiles({ uuid: thisMachine.uuid, db: server.db, clock, store }).sweep();
  });

  test.each([
    ['an instant, as the day it was where the person lives', '2026-11-20T03:30:00.000Z', '2026-11-19'],
    ['a calendar date, as it is', '2026-11-20', '2026-11-20'],
    ['a text that is none, as nothing', MARK, ''],
  ])('[S32] keeps the day on which a refund was paid: %s', async (_what, fecha, kept) => {
    const marked = await markPerson(server.db);
    await server.db.delete(outgoingEvents);
    const lives = { ...marked, residenciaFiscal: 'Costa Rica' };
    const caseNumber = 'R-2026-000077';
    await server.db
      .update(refunds)
      .set({ paid: { importe: 80, fecha } })
      .where(eq(refunds.customerId, marked.id));
    const nobodies = await server.db.select({ id: customers.id }).from(customers).where(sql`erased is not null`);
    await erasePerson(server.db, { clock, uuid: thisMachine.uuid }, lives);
    const bookings = await server.db.select().from(refunds).where(eq(refunds.caseNumber, caseNumber));
    const known = nobodies.map(({ id }) => id);
    expect(bookings.filter(({ customerId }) => !known.includes(customerId))).toMatchObject([
      { paid: { importe: 80, fecha: kept } },
    ]);
  });

  test('keeps bookings for their retention time, and deletes an account without bookings at once', async () => {
    const dominicana = await person('dominicana@demo.test');
    await server.db.update(refunds).set({ paid: null }).where(eq(refunds.customerId, dominicana.id));
    expect(await erasePerson(server.db, { clock, uuid: thisMachine.uuid }, dominicana)).toEqual({ bookings: 0 });
    expect(await server.db.$count(customers, eq(customers.id, dominicana.id))).toBe(0);
    const erased = () => server.db.$count(customers, sql`erased is not null`);
    const nobodies = await erased();
    expect(nobodies).toBeGreaterThan(0);
    await sweep(server.db, () => new Date(now.getTime() + BOOKING_LIFE_MS - DAY_MS));
    expect(await erased()).toBe(nobodies);
    await sweep(server.db, () => new Date(now.getTime() + BOOKING_LIFE_MS + DAY_MS));
    expect(await erased()).toBe(0);
  });

  test('keeps more bookings than a statement has parameters for', async () => {
    const many = await person('colombia@demo.test');
    await server.db.execute(sql`insert into refunds (id, customer_id, policy_id, case_number, id_estado, estado, fields, paid, created)
      select 'many-' || n, ${many.id}, '1', 'R-2026-' || n, 5, '', '{}', '{"importe": 1, "fecha": "2026-11-20"}', now()
      from generate_series(1, 12000) n`);
    const paid = await server.db.$count(refunds, and(eq(refunds.customerId, many.id), sql`paid is not null`));
    expect(await erasePerson(server.db, { clock, uuid: thisMachine.uuid }, many)).toEqual({ bookings: paid });
    expect(await server.db.$count(refunds, sql`case_number = 'R-2026-12000'`)).toBe(1);
    expect(await server.db.$count(refunds, eq(refunds.customerId, many.id))).toBe(0);
  });

  test('[S40] empties the trail in steps, so that no statement grows with what a person read', async () => {
    const reader = await person('guatemala@demo.test');
    const many = 2 * STEP_ROWS + 7;
    const theirs = await server.db.$count(
      auditTrail,
      and(eq(auditTrail.customerId, reader.id), ne(auditTrail.event, 'erased')),
    );
    await server.db.execute(sql`insert into audit_trail (at, actor, event, customer_id, about)
      select now(), 'customer', 'documents-read', ${reader.id}, '510011' from generate_series(1, ${many - theirs})`);
    await server.db.execute(sql`create table steps (rows int)`);
    await server.db.execute(sql`create function count_step() returns trigger language plpgsql as $$
      begin insert into steps select count(*) from gone; return null; end $$`);
    await server.db.execute(sql`create trigger counted after update on audit_trail
      referencing old table as gone for each statement execute function count_step()`);
    await erasePerson(server.db, { clock, uuid: thisMachine.uuid }, reader);
    const steps = await rowsOf<{ rows: number }>(server.db, sql`select rows from steps`);
    await server.db.execute(sql`drop function count_step cascade`);
    await server.db.execute(sql`drop table steps`);
    expect(steps.map(({ rows }) => rows)).toEqual([STEP_ROWS, STEP_ROWS, 7]);
    expect(new Set(await events(reader.id))).toEqual(new Set(['erased']));
    const emptied = await server.db
      .selectDistinct({ whose: auditTrail.customerId, about: auditTrail.about })
      .from(auditTrail)
      .where(and(eq(auditTrail.event, 'documents-read'), gte(auditTrail.at, new Date(Date.now() - DAY_MS))));
    expect(emptied).toEqual([{ whose: expect.any(String), about: '' }]);
  });

  test('[S40] removes files in steps by their size, so that no statement grows with what a person sent', async () => {
    const marked = await markPerson(server.db);
    await server.db.delete(outgoingEvents);
    const [refund] = await server.db.select().from(refunds).where(eq(refunds.customerId, marked.id));
    const each = Math.floor(STEP_BYTES / 5);
    await server.db.execute(sql`insert into files (id, name, type, size, sha256, bytes)
      select 'big-' || n, 'a.pdf', 'application/pdf', ${each}, '', '\\x00' from generate_series(1, 20) n`);
    await server.db.execute(sql`insert into refund_documents (id, refund_id, tipo, file_id, filename)
      select 'big-' || n, ${refund?.id}, '', 'big-' || n, 'a.pdf' from generate_series(1, 20) n`);
    await server.db.execute(sql`create table steps (rows int, bytes bigint)`);
    await server.db.execute(sql`create function count_step() returns trigger language plpgsql as $$
      begin insert into steps select count(*), sum(size) from gone; return null; end $$`);
    await server.db.execute(sql`create trigger counted after delete on files
      referencing old table as gone for each statement execute function count_step()`);
    await erasePerson(server.db, { clock, uuid: thisMachine.uuid }, marked);
    const steps = await rowsOf<{ rows: number; bytes: string }>(server.db, sql`select rows, bytes from steps`);
    await server.db.execute(sql`drop function count_step cascade`);
    await server.db.execute(sql`drop table steps`);
    expect(await server.db.$count(files, sql`id like 'big-%'`)).toBe(0);
    expect(steps.length).toBeGreaterThanOrEqual(4);
    for (const { bytes } of steps) expect(Number(bytes)).toBeLessThanOrEqual(STEP_BYTES);
  });

  test('leaves nobody under the document number, and refuses the old sign-in', async () => {
    expect(await peopleOf(server.db, { document: '303450678' })).toEqual([]);
    now = new Date('2026-11-23T10:00:00Z');
    const login = await send(server.app, 'login', { fields: { email: 'costarica@demo.test', password: 'Amparo2026' } });
    expect([login.status, login.body.code]).toEqual([401, 'bad-credentials']);
  });
});

function nobody(): never {
  throw new Error('Nobody has this document');
}
