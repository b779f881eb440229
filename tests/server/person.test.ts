import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { desc, eq, getTableName, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TRAIL_LIFE_MS } from '#server/audit/trail.ts';
import { DAY_MS } from '#server/clock.ts';
import {
  auditTrail,
  commands,
  customers,
  files,
  looseFiles,
  mailQueue,
  outgoingEvents,
  refunds,
} from '#server/database/schema.ts';
import { openFiles } from '#server/files/files.ts';
import type { FileStore } from '#server/files/store.ts';
import { BOOKING_LIFE_MS, erasePerson, filePapers } from '#server/person/erase.ts';
import { exportPerson } from '#server/person/export.ts';
import { type Customer, peopleOf, referencesIn, rowsOf } from '#server/person/person.ts';
import { sweep } from '#server/sweep.ts';
import { refundFields, refundPapers, send } from './requests.ts';
import { createTestApp, ORIGIN, pathOf, type SignedIn, type TestApp } from './test-app.ts';

/** A diagnosis that no other customer has. */
const DIAGNOSIS = 'Laringitis de prueba';
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
  server = await createTestApp({ clock, storageOf: (db) => openFiles({ db, clock, store }) });
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

  test('[S22] can only grow: the database refuses to change a line, or to delete one before its time', async () => {
    const { id } = await person('guatemala@demo.test');
    // The table needs a line, since an empty one would refuse nothing.
    await server.db.insert(auditTrail).values({ at: clock(), actor: 'customer', event: 'looked-at', customerId: id });
    const before = (await events(id)).length;
    const refused = { cause: expect.objectContaining({ message: expect.stringContaining('only ever added to') }) };
    await expect(server.db.execute(sql`update audit_trail set event = 'nothing'`)).rejects.toMatchObject(refused);
    await expect(server.db.delete(auditTrail)).rejects.toMatchObject(refused);
    const old = new Date(Date.now() - TRAIL_LIFE_MS - DAY_MS);
    await server.db.insert(auditTrail).values({ at: old, actor: 'customer', event: 'long-ago', customerId: id });
    await sweep(server.db, () => new Date());
    expect(await events(id)).toHaveLength(before);
  });
});

describe('export', () => {
  test('contains every row and file of a person, none of anybody else and no secret', async () => {
    const who = await server.signIn('costarica@demo.test');
    await askForRefund(who);
    await server.settled();
    const to = join(folder, 'maria');
    const [found] = await peopleOf(server.db, who.nif.replace(/^(.)/, '$1-'));
    const { rows, files: number } = await exportPerson(
      server.db,
      openFiles({ db: server.db, clock, store }),
      found ?? nobody(),
      to,
    );
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
    const papers = readdirSync(join(to, 'archivos'));
    expect(papers.length).toBe(number);
    expect(papers.some((name) => name.endsWith('historia.pdf'))).toBe(true);
    expect(rows).toBeGreaterThan(10);
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
          where table_schema = current_schema() and column_name in ('customer_id', 'owner', 'email', 'recipient')`,
    );
    const handled = ['audit_trail', 'commands', 'customers', 'mail_queue'];
    expect(loose.map(({ table }) => table).filter((table) => !handled.includes(table) && !children.has(table))).toEqual(
      [],
    );
  });
});

describe('erasure', () => {
  /** Every column that contains the text, as 'table.column', except in the tables of the demo insurer. */
  async function columnsWith(text: string): Promise<string[]> {
    const columns = await rowsOf<{ name: string; column: string }>(
      server.db,
      sql`select table_name as name, column_name as column from information_schema.columns
          where table_schema = current_schema() and table_name not like 'demo\\_%' and table_name <> 'sandbox_payments'
            and data_type in ('text', 'jsonb', 'json', 'character varying')`,
    );
    expect(columns.length).toBeGreaterThan(60);
    const found: string[] = [];
    for (const { name, column } of columns) {
      const where = sql`${sql.identifier(column)}::text ilike ${`%${text}%`}`;
      const rows = await rowsOf(server.db, sql`select 1 from ${sql.identifier(name)} where ${where} limit 1`);
      if (rows.length > 0) found.push(`${name}.${column}`);
    }
    return found;
  }

  test('[S22] leaves no email, name, document, diagnosis or file of a person in any table, and breaks no reference', async () => {
    const who = await server.signIn('costarica@demo.test');
    const { key, id: refundId } = await askForRefund(who);
    await server.db
      .update(refunds)
      .set({ paid: { importe: 80, fecha: '2026-11-20' } })
      .where(eq(refunds.id, refundId));
    const [registration] = await server.db
      .insert(commands)
      .values({
        ...{ owner: 'registrations', key: crypto.randomUUID(), name: 'register', fingerprint: 'x', state: 'done' },
        ...{ answer: { insertedId: who.id }, created: clock() },
      } as typeof commands.$inferInsert)
      .returning();
    const waits = {
      id: crypto.randomUUID(),
      subject: '',
      text: '',
      html: '',
      problem: '',
      attempts: 0,
      state: 'waiting',
    } as const;
    const times = { due: clock(), expires: clock(), created: clock() };
    await server.db.insert(mailQueue).values({ ...waits, ...times, recipient: 'costarica@demo.test' });
    await server.settled();
    const maria = await person('costarica@demo.test');
    const texts = [
      maria.email,
      maria.nif,
      maria.nombre,
      String(maria.personal.apellidoPrimero),
      DIAGNOSIS,
      'ROJAS MORA',
    ];
    for (const text of texts) expect(await columnsWith(text), text).not.toEqual([]);
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
    await server.db.insert(outgoingEvents).values(event);
    expect(await erasePerson(server.db, clock, maria)).toEqual({ waiting: 1 });
    expect(await person('costarica@demo.test')).toMatchObject({ id: maria.id });
    await server.db.delete(outgoingEvents);
    const erased = await erasePerson(server.db, clock, maria);
    const bookings = 'bookings' in erased ? erased.bookings : -1;

    for (const text of texts) expect(await columnsWith(text), text).toEqual([]);
    expect(bookings).toBeGreaterThan(0);
    const kept = await server.db.select().from(refunds).where(eq(refunds.customerId, maria.id));
    expect(kept.length).toBe(bookings);
    expect(kept.find(({ id }) => id === refundId)).toMatchObject({
      fields: { importe: '86.40', divisa: 'USD' },
      policyId: '',
    });
    expect(await server.db.$count(customers), 'nobody else').toBe(others);
    // A late copy of what the person sent finds its key withdrawn.
    for (const late of [key, registration?.key ?? '']) {
      const [row] = await server.db.select().from(commands).where(eq(commands.key, late));
      expect(row).toMatchObject({ state: 'withdrawn', answer: null, fingerprint: '' });
    }
    // The tokens no longer work, and the sweep removes the files from the store.
    expect((await send(server.app, 'tickets', { fields: { idUsuario: who.id } }, who.headers)).status).toBe(401);
    expect(await server.db.$count(looseFiles)).toBeGreaterThan(0);
    await openFiles({ db: server.db, clock, store }).sweep();
    const rows = new Set((await server.db.select({ id: files.id }).from(files)).map(({ id }) => id));
    expect([...stored.keys()].filter((id) => !rows.has(id))).toEqual([]);
    const [last] = await server.db.select().from(auditTrail).orderBy(desc(auditTrail.id)).limit(1);
    expect(last).toMatchObject({ actor: 'operator', event: 'erased', customerId: maria.id });
  }, 60_000);

  test('keeps bookings for their retention time, and deletes an account without bookings at once', async () => {
    const dominicana = await person('dominicana@demo.test');
    await server.db.update(refunds).set({ paid: null }).where(eq(refunds.customerId, dominicana.id));
    expect(await erasePerson(server.db, clock, dominicana)).toEqual({ bookings: 0 });
    expect(await server.db.$count(customers, eq(customers.id, dominicana.id))).toBe(0);
    const erased = () => server.db.$count(customers, sql`erased is not null`);
    expect(await erased()).toBe(1);
    await sweep(server.db, () => new Date(now.getTime() + BOOKING_LIFE_MS - DAY_MS));
    expect(await erased()).toBe(1);
    await sweep(server.db, () => new Date(now.getTime() + BOOKING_LIFE_MS + DAY_MS));
    expect(await erased()).toBe(0);
  });

  test('leaves nobody under the document number, and refuses the old sign-in', async () => {
    expect(await peopleOf(server.db, '303450678')).toEqual([]);
    now = new Date('2026-11-23T10:00:00Z');
    const login = await send(server.app, 'login', { fields: { email: 'costarica@demo.test', password: 'Amparo2026' } });
    expect([login.status, login.body.code]).toEqual([401, 'bad-credentials']);
  });
});

function nobody(): never {
  throw new Error('Nobody has this document');
}
