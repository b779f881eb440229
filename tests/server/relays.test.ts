// @module-tag depth
import { EventEmitter } from 'node:events';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#contract/age.ts';
import { thisMachine } from '#ports/machine.ts';
import { composeServer } from '#server/compose.ts';
import { rowsOf } from '#server/database/rows.ts';
import { relays } from '#server/database/schema.ts';
import { answerLimits } from '#server/http/admission.ts';
import { readSettings } from '#server/settings.ts';
import { sweep } from '#server/sweep.ts';
import { requestFor, send } from './requests.ts';
import { callerFrom, createTestApp, inMemory, ORIGIN, type TestApp, unasked } from './test-app.ts';

const start = Date.parse('2026-11-22T15:00:00Z');
let now = start;
const lines: string[] = [];
let server: TestApp;
const lector = 'l'.repeat(43);

beforeAll(async () => {
  server = await createTestApp({ clock: () => new Date(now), log: (line: string) => lines.push(line) });
}, 60_000);
beforeEach(() => {
  now += 60 * MINUTE_MS;
});
afterAll(() => server.close());

const open = async () => (await send(server.app, 'openRelay', { fields: { lector } })).body as { relevo: string };
const hand = (relevo: string, contenido = 'c2VhbGVk') =>
  send(server.app, 'handToRelay', { fields: { relevo, contenido } });
const take = (relevo: string, reader = lector) =>
  send(server.app, 'takeFromRelay', { fields: { relevo, lector: reader } });

describe('[S20] a relay for photos', () => {
  test('gives its content to the device that opened it and to nobody else, again when the answer was lost', async () => {
    const { relevo } = await open();
    expect((await take(relevo)).body).toEqual({ contenido: null });
    expect((await hand(relevo)).status).toBe(200);
    for (const _ of ['lost', 'again']) expect((await take(relevo)).body).toEqual({ contenido: 'c2VhbGVk' });
    expect((await take(relevo, 'x'.repeat(43))).status).toBe(404);
    expect((await take(relevo, '')).status).toBe(422);
    now += 10 * MINUTE_MS;
    expect((await take(relevo)).status).toBe(404);
  });

  test('gives its content so many times only, however often it was asked before', async () => {
    const { relevo } = await open();
    for (let turn = 0; turn < 25; turn += 1) expect((await take(relevo)).body).toEqual({ contenido: null });
    await hand(relevo);
    const statuses = [];
    for (let turn = 0; turn < 22; turn += 1) statuses.push((await take(relevo)).status);
    expect(statuses).toEqual([...Array(20).fill(200), 404, 404]);
  });

  test('[S41] counts what was handed out: a full door uses up no read', async () => {
    const { relevo } = await open();
    await hand(relevo, 'a'.repeat(2_000_000));
    // A connection on which nothing is read.
    const [socket, outgoing] = [new EventEmitter().setMaxListeners(0), new EventEmitter().setMaxListeners(0)];
    const unread = { incoming: { socket }, outgoing };
    const asked = () => server.app.fetch(requestFor('takeFromRelay', { fields: { relevo, lector } }), unread);
    const statuses = [];
    for (let turn = 0; turn < 40; turn += 1) statuses.push((await asked()).status);
    const most = Math.floor(answerLimits.strangers.bytes / 2_000_000);
    expect(statuses).toEqual([...Array(most).fill(200), ...Array(40 - most).fill(503)]);
    outgoing.emit('close');
    const later = [];
    for (let turn = most; turn < 21; turn += 1) later.push((await take(relevo)).status);
    expect(later).toEqual([...Array(20 - most).fill(200), 404]);
  });

  test('takes the same message again, whose answer was lost, also once it was read and until it expires', async () => {
    const { relevo } = await open();
    const statuses = [];
    for (const step of [hand, hand, take, hand]) statuses.push((await step(relevo)).status);
    expect(statuses).toEqual([200, 200, 200, 200]);
    // No other message comes in its place.
    expect((await hand(relevo, 'b3RybyE')).status).toBe(404);
    now += 10 * MINUTE_MS;
    expect((await hand(relevo)).status).toBe(404);
  });

  test('refuses a reader who knows only the code', async () => {
    const { relevo } = await open();
    await hand(relevo);
    expect((await take(relevo, 'x'.repeat(43))).status).toBe(404);
    // The refused try leaves the content for the right reader.
    expect((await take(relevo)).body).toEqual({ contenido: 'c2VhbGVk' });
  });

  test('accepts one message, which a second cannot replace', async () => {
    const { relevo } = await open();
    await hand(relevo);
    expect((await hand(relevo, 'b3RybyE')).status).toBe(404);
    expect((await take(relevo)).body).toEqual({ contenido: 'c2VhbGVk' });
  });

  test('ends after ten minutes, and its content is deleted by the next opening or the sweep', async () => {
    const { relevo } = await open();
    await hand(relevo);
    now += 10 * MINUTE_MS + 1;
    expect([(await take(relevo)).status, (await hand(relevo)).status]).toEqual([404, 404]);
    await open();
    await server.settled();
    expect(await server.db.select().from(relays).where(eq(relays.id, relevo))).toEqual([]);
    const other = await open();
    now += 10 * MINUTE_MS + 1;
    await sweep(server.db, () => new Date(now));
    expect(await server.db.select().from(relays).where(eq(relays.id, other.relevo))).toEqual([]);
  });

  test('[F61] [S41] is deleted with few others by a statement, since each may have two megabytes', async () => {
    await server.db.delete(relays);
    await server.db.execute(sql`create table steps (rows int)`);
    await server.db.execute(sql`create function disturb() returns trigger language plpgsql as $$
      begin insert into steps select count(*) from gone; return null; end $$`);
    await server.db.execute(sql`create trigger disturb after delete on relays
      referencing old table as gone for each statement execute function disturb()`);
    const fill = () =>
      server.db.execute(sql`insert into relays (id, reader_hash, sealed, expires)
        select 'r' || n, '', 'a', ${new Date(now - 1).toISOString()}::timestamptz from generate_series(1, 40) n`);
    const steps = async () => {
      await server.settled();
      const all = await rowsOf<{ rows: number }>(server.db, sql`delete from steps returning rows`);
      return all.map(({ rows }) => rows);
    };
    await fill();
    for (let turn = 0; turn < 4; turn += 1) expect((await open()).relevo).toBeDefined();
    expect(await steps()).toEqual([16, 16, 8, 0]);
    await fill();
    await sweep(server.db, () => new Date(now));
    expect(await steps()).toEqual([16, 16, 8]);
    await server.db.execute(sql`drop table steps`);
    await fill();
    // What cannot be deleted keeps nobody from opening one, and is told.
    expect((await open()).relevo).toBeDefined();
    await server.settled();
    expect(server.logs.join('\n')).toContain('"error"');
    await server.db.execute(sql`drop function disturb cascade`);
    await server.db.delete(relays);
  });

  test('counts for the network it comes from by its megabytes', async () => {
    const opened = await Promise.all(Array.from({ length: 10 }, open));
    const statuses = [];
    for (const one of opened) statuses.push((await hand(one?.relevo ?? '', 'a'.repeat(2_000_000))).status);
    expect(statuses).toEqual(Array(10).fill(200));
    const [last] = await Promise.all(Array.from({ length: 10 }, open));
    expect((await send(server.app, 'openRelay', { fields: { lector } })).status).toBe(429);
    expect((await hand(last?.relevo ?? '')).status).toBe(429);
  });

  test('accepts at most two million characters of base64url', async () => {
    const { relevo } = await open();
    expect((await hand(relevo, 'a'.repeat(2_000_001))).status).toBe(422);
    expect((await hand(relevo, 'a'.repeat(2_100_000))).status).toBe(413);
    expect((await hand(relevo, '<html>')).status).toBe(422);
    expect((await hand(relevo, 'a'.repeat(2_000_000))).status).toBe(200);
  });

  test('is refused after forty openings by one network', async () => {
    const answers = [];
    for (let turn = 0; turn < 42; turn += 1)
      answers.push((await send(server.app, 'openRelay', { fields: { lector } })).status);
    expect(answers.filter((status) => status === 200)).toHaveLength(40);
    expect(answers.at(-1)).toBe(429);
  });

  test('leaves neither its id nor its content in the log', async () => {
    const { relevo } = await open();
    await hand(relevo);
    await take(relevo);
    const told = lines.join('\n');
    expect(told).toContain('/relevos/:relevo/fotos');
    for (const secret of [relevo, lector, 'c2VhbGVk']) expect(told).not.toContain(secret);
  });

  test('refuses requests from other sites', async () => {
    const { relevo } = await open();
    const answered = await server.app.request(`${ORIGIN}/api/relevos/${relevo}/fotos`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: 'https://evil.example' },
      body: JSON.stringify({ contenido: 'c2VhbGVk' }),
    });
    expect(answered.status).toBe(403);
  });

  test('[F60] stays open while another opens at a process whose clock is ahead of the database’s', async () => {
    const database = await inMemory();
    onTestFinished(() => database.close());
    const composed = (days: number) =>
      composeServer(
        { ...readSettings({ AMPARO_ADDRESS: ORIGIN }), demo: false, databaseUrl: 'postgres://elsewhere' },
        {
          machine: { ...thisMachine, clock: () => Date.now() + days * DAY_MS },
          log: () => {},
          open: async () => database,
          jobs: unasked,
          parts: () => ({ callerOf: () => callerFrom() }),
        },
      );
    const [right, ahead] = [await composed(0), await composed(4)];
    const opened = await send(right.app, 'openRelay', { fields: { lector } });
    expect((await send(ahead.app, 'openRelay', { fields: { lector } })).status).toBe(200);
    const relevo = String(opened.body.relevo);
    const handed = await send(right.app, 'handToRelay', { fields: { relevo, contenido: 'c2VhbGVk' } });
    expect(handed.status).toBe(200);
  });
});
