// @module-tag depth
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { desc, like } from 'drizzle-orm';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ok } from '#contract/result.ts';
import { openRoom, reserve } from '#server/database/room.ts';
import { attempts, refunds, files as stored } from '#server/database/schema.ts';
import { openFiles } from '#server/files/files.ts';
import type { FileStore } from '#server/files/store.ts';
import { LARGEST_FILE_BYTES } from '#server/files/uploads.ts';
import { answerLimits, downloadLimits, insurerDownloadLimits } from '#server/http/admission.ts';
import { readBody } from '#server/http/body.ts';
import { cutSlowCallers } from '#server/http/slow-callers.ts';
import { staticRoutes } from '#server/http/static-files.ts';
import { signed } from '#server/insurer/signature.ts';
import { pdf, refundFields, refundPapers, send } from './requests.ts';
import { createTestApp, ORIGIN, pathOf, type SignedIn, type TestApp } from './test-app.ts';

const MEGABYTE_BYTES = 1024 * 1024;
/** Large files come out of it at once. */
const held = new Map<string, Uint8Array>();
const store: FileStore = {
  put: async (id, bytes) => void held.set(id, bytes),
  read: async (id) => held.get(id) ?? null,
  remove: async (id) => void held.delete(id),
};
/** What the insurer's systems sign with. */
const KEY = Buffer.alloc(32, 7);
let server: TestApp;
let who: SignedIn;
let free = Number.POSITIVE_INFINITY;

beforeAll(async () => {
  server = await createTestApp({
    seed: ['costarica@demo.test'],
    room: openRoom(() => free),
    receiver: { url: 'https://nucleo.example/amparo', keys: [KEY] },
    storageOf: (db) => openFiles({ uuid: randomUUID, db, clock: () => new Date(), store }),
  });
  who = await server.signIn('costarica@demo.test');
}, 60_000);
afterAll(() => server.close());

/** A body that counts how many of its pieces were read. */
function counted(pieces: number, piece: Uint8Array) {
  const state = { read: 0, cancelled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (state.read >= pieces) return controller.close();
        state.read += 1;
        controller.enqueue(piece);
      },
      cancel() {
        state.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { state, body };
}

describe('[S16] bodies are bounded while they are read', () => {
  const requestWith = (body: ReadableStream, headers = {}) =>
    new Request(ORIGIN + pathOf('register'), { method: 'POST', body, headers, duplex: 'half' } as RequestInit);

  test('a body of 300,000 parts is read only up to the piece that exceeds the limit', async () => {
    const part = '--limite\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n';
    const { state, body } = counted(3_000, Buffer.from(part.repeat(100)));
    const type = { 'Content-Type': 'multipart/form-data; boundary=limite' };
    const response = await server.app.fetch(requestWith(body, type));
    expect([response.status, (await response.json()).code]).toEqual([413, 'too-large']);
    expect(state).toEqual({ read: 2, cancelled: true });
  });

  test.each([
    ['in quotes', 'multipart/form-data; boundary="limite"', 413, 2],
    ['in capitals and without a blank', 'Multipart/Form-Data;BOUNDARY=limite', 413, 2],
    ['behind one inside another parameter', 'multipart/form-data; x="; boundary=nothing"; boundary=limite', 400, 0],
    ['behind another one', 'multipart/form-data; boundary=nothing; boundary=limite', 400, 0],
    ['before another parameter', 'multipart/form-data; boundary=nothing; x=";boundary=limite"', 400, 0],
    ['with an escaped sign', 'multipart/form-data; boundary="lim\\ite"', 400, 0],
  ])('a boundary %s is the one that parts are counted by, or the body is not read', async (_, type, status, read) => {
    const part = '--limite\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n';
    const { state, body } = counted(200, Buffer.from(part.repeat(100)));
    const response = await server.app.fetch(requestWith(body, { 'Content-Type': type }));
    expect([response.status, state.read]).toEqual([status, read]);
  });

  test.each([
    ['of a browser', '----WebKitFormBoundary7MA4YWxkTrZu0gW'],
    ['of other programs', '"=_a b:(1)/2,3+4?\'.-"'],
  ])('a boundary %s splits the parts', async (_, boundary) => {
    const line = boundary.replaceAll('"', '');
    const part = `--${line}\r\nContent-Disposition: form-data; name="twice"\r\n\r\nx\r\n`;
    const body = `${part}${part}--${line}--\r\n`;
    const headers = { 'Content-Type': `multipart/form-data; boundary=${boundary}` };
    const answer = await server.app.fetch(new Request(ORIGIN + pathOf('register'), { method: 'POST', headers, body }));
    expect([answer.status, Object.keys((await answer.json()).fields)]).toEqual([422, ['twice']]);
  });

  test('a boundary between parts is found when it is cut across two pieces', async () => {
    const text = 'ab--limite--cd--limite';
    for (let cut = 1; cut < text.length; cut += 1) {
      const pieces = [text.slice(0, cut), text.slice(cut)].map((one) => Buffer.from(one));
      const read = (most: number) => {
        const body = new ReadableStream({
          start(controller) {
            for (const piece of pieces) controller.enqueue(piece);
            controller.close();
          },
        });
        return readBody(requestWith(body), { most: 100, boundary: { line: 'limite', most } });
      };
      expect([(await read(2)).ok, (await read(1)).ok], `cut at ${cut}`).toEqual([true, false]);
    }
  });

  test('a body that says it is over 20 MB is refused before it is read', async () => {
    const { state, body } = counted(21, new Uint8Array(MEGABYTE_BYTES));
    const headers = {
      'Content-Type': 'multipart/form-data; boundary=limite',
      'Content-Length': String(20 * MEGABYTE_BYTES + 1),
    };
    const response = await server.app.fetch(requestWith(body, headers));
    expect([response.status, (await response.json()).code, state.read]).toEqual([413, 'too-large', 0]);
  });

  test('a body without a length is read no further than its limit', async () => {
    const { state, body } = counted(1_000, new Uint8Array(MEGABYTE_BYTES));
    const result = await readBody(requestWith(body), { most: 3 * MEGABYTE_BYTES });
    expect([result.ok, state.read]).toEqual([false, 4]);
  });

  test.each([
    ['form', pathOf('renewInternalToken'), 'application/x-www-form-urlencoded', 'a&'.repeat(100_000)],
    [
      'JSON',
      pathOf('login'),
      'application/json',
      JSON.stringify(Object.fromEntries(Array.from({ length: 200 }, (_, at) => [at, 1]))),
    ],
  ])('a %s body with more fields than any endpoint has is refused', async (_, path, type, body) => {
    const response = await server.app.request(ORIGIN + path, {
      method: 'POST',
      headers: { ...who.headers, 'Content-Type': type },
      body,
    });
    expect(response.status).toBe(400);
  });

  test.each([
    ['none', undefined, 415],
    ['an empty one', '', 415],
    ['another one', 'text/plain', 415],
    ['one in capitals with more behind it', 'Application/JSON ; charset=UTF-8', 401],
  ])('a body with a content type that is %s is answered, and never as a failure of ours', async (_, type, status) => {
    const body = new TextEncoder().encode(JSON.stringify({ email: 'nadie@demo.test', password: 'x' }));
    const headers = new Headers(type === undefined ? [] : [['Content-Type', type]]);
    const response = await server.app.request(ORIGIN + pathOf('login'), { method: 'POST', headers, body });
    expect(response.status).toBe(status);
  });

  test('too many simultaneous sign-ins of one network get 503 with Retry-After; later ones are answered', async () => {
    const signIns = Array.from({ length: 40 }, (_, at) =>
      send(
        server.app,
        'login',
        { fields: { email: `nadie${at}@demo.test`, password: 'x' } },
        { 'x-test-address': '203.0.113.77' },
      ),
    );
    const all = await Promise.all(signIns);
    expect(all.filter(({ status }) => status === 401)).toHaveLength(16);
    const refused = all.filter(({ status }) => status === 503);
    expect(refused.map(({ headers }) => headers.get('retry-after'))).toEqual(Array(24).fill('5'));
    const later = await send(
      server.app,
      'login',
      { fields: { email: 'x@demo.test', password: 'x' } },
      { 'x-test-address': '203.0.113.77' },
    );
    expect(later.status).toBe(401);
  });
});

describe('[S16] [S31] slow senders', () => {
  let http: Server;
  let port: number;
  let end: () => void;

  beforeAll(async () => {
    const app = new Hono().post('/', async (c) => c.text(String((await c.req.text()).length)));
    ({ http, port } = await listening(app));
    const body = { rate: 1_000, span: 300, grace: 1_000, average: 20_000, ahead: 1_000 };
    const limits = { headers: 1_000, small: 1_000, body, answer: body };
    end = cutSlowCallers(http, limits, 50);
  });
  afterAll(() => {
    end();
    http.closeAllConnections();
    http.close();
  });

  test('a sender of single bytes is cut off with 408; a steady one is answered', async () => {
    const [dripping, steady] = await Promise.all([talk(40, 'x'), talk(10, 'x'.repeat(400))]);
    expect(dripping.heard).toContain('408');
    expect(steady.heard).toContain('200 OK');
  });

  test('a small body that is not there in time is cut off, however steadily it comes; one with files is not', async () => {
    const [steady, withFiles] = await Promise.all([
      talk(60, 'x'.repeat(100)),
      talk(30, 'x'.repeat(1_500), 'multipart/form-data; boundary=x'),
    ]);
    expect(steady.heard).toContain('408');
    expect(steady.after).toBeGreaterThan(900);
    expect(withFiles.heard).toContain('200 OK');
  });

  test('a large body must come at a least average once its grace is over', async () => {
    const [late, dripped] = await Promise.all([
      talk(40, 'x'.repeat(8_000), 'application/json', 50, 300_000),
      talk(400, 'x'.repeat(400), 'application/json', 50, 300_000),
    ]);
    expect(late.heard).toContain('200 OK');
    expect(dripped.heard).toContain('408');
    expect(dripped.after).toBeGreaterThan(1_000);
    // Its pieces last twenty seconds; after them the least rate would end it too.
    expect(dripped.after).toBeLessThan(15_000);
  });

  test('what came fast at first buys a large body only so much time to drip', async () => {
    // A second of grace and one ahead. By the average of all its time, the first piece would do for twenty.
    const dripped = await talk(160, 'x'.repeat(100), 'application/json', 50, 800_000, 400_000);
    expect(dripped.heard).toContain('408');
    expect(dripped.after).toBeGreaterThan(1_500);
    expect(dripped.after).toBeLessThan(6_000);
  });

  /** Sends so many pieces, and as much more as the whole announces. @returns what came back, and after how many milliseconds */
  function talk(pieces: number, piece: string, type = 'application/json', every = 50, more = 0, first = 0) {
    return new Promise<{ heard: string; after: number }>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      const from = performance.now();
      let heard = '';
      socket.on('data', (chunk) => {
        heard += chunk;
      });
      socket.on('error', () => {});
      const length = pieces * piece.length;
      const whole = Math.max(length, more);
      socket.write(
        `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${whole}\r\n\r\n`,
      );
      if (first > 0) socket.write('x'.repeat(first));
      let sent = 0;
      const timer = setInterval(() => {
        if (socket.writable && sent < pieces) socket.write(piece);
        sent += 1;
      }, every);
      socket.on('close', () => {
        clearInterval(timer);
        resolve({ heard, after: performance.now() - from });
      });
    });
  }
});

/** Listens with this app on a free port of this machine. */
async function listening(app: Hono): Promise<{ http: Server; port: number }> {
  const http = createServer(getRequestListener(app.fetch));
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  const address = http.address();
  return { http, port: typeof address === 'object' && address ? address.port : 0 };
}

/** Headers as they stand on a connection. */
const lines = (headers: Record<string, string>) =>
  Object.entries({ Host: 'x', ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
const getting = (path: string, headers = {}) => `GET ${path} HTTP/1.1\r\n${lines(headers)}\r\n`;

/** Sends the request on one connection, and reads so many bytes each 20 ms. */
function reader(port: number, request: string, pace: number) {
  const socket = connect(port, '127.0.0.1');
  const state = { read: 0, closed: false };
  const ask = (times = 1) => socket.write(request.repeat(times));
  let allowed = 0;
  const timer = setInterval(() => {
    allowed += pace;
    if (state.read < allowed) socket.resume();
  }, 20);
  socket.pause();
  socket.on('data', (chunk) => {
    state.read += chunk.length;
    if (state.read >= allowed) socket.pause();
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    state.closed = true;
    clearInterval(timer);
  });
  return { state, ask, end: () => void socket.destroy() };
}

describe('[S41] slow readers', () => {
  /** More than the buffers of the system take between two programs of one machine. */
  const large = new Uint8Array(24 * MEGABYTE_BYTES);
  let http: Server;
  let port: number;
  let end: () => void;
  /** Connections that the server has open. */
  const connections = () => new Promise<number>((resolve) => http.getConnections((_, count) => resolve(count)));

  beforeAll(async () => {
    const late = () => new Promise<Response>((made) => setTimeout(made, 1_600, new Response('late')));
    ({ http, port } = await listening(new Hono().get('/', () => new Response(large)).get('/late', late)));
    const body = { rate: 1_000, span: 1_000, grace: 1_000, average: 2_000_000, ahead: 1_000 };
    end = cutSlowCallers(http, { headers: 1_000, small: 1_000, body, answer: body }, 50);
  });
  afterAll(() => {
    end();
    http.closeAllConnections();
    http.close();
  });

  test.each([1, 3])('a reader that pauses is cut off, also one that asked for %i answers at once', async (times) => {
    const paused = reader(port, getting('/'), 0);
    paused.ask(times);
    await expect.poll(connections, { timeout: 5_000 }).toBe(1);
    await expect.poll(connections, { timeout: 10_000 }).toBe(0);
    paused.end();
  });

  test('a reader of drops is cut off for its average', async () => {
    const slow = reader(port, getting('/'), 2_000);
    slow.ask();
    await expect.poll(() => slow.state.closed, { timeout: 25_000 }).toBe(true);
    expect(slow.state.read).toBeLessThan(large.length);
  }, 30_000);

  test('who waits for an answer that takes us long to make is not slow', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/late`);
    expect(await answer.text()).toBe('late');
  });

  test('a slow but steady one is served whole, and may rest before it asks again on its connection', async () => {
    const steady = reader(port, getting('/'), 160_000);
    for (const round of [1, 2]) {
      steady.ask();
      await expect.poll(() => steady.state.read, { timeout: 20_000 }).toBeGreaterThan(round * large.length);
      await new Promise((rested) => setTimeout(rested, 1_500));
    }
    expect(steady.state.closed).toBe(false);
    steady.end();
  }, 60_000);
});

describe.each([
  ['a customer downloads', downloadLimits],
  ['the insurer’s systems fetch', insurerDownloadLimits],
])('[S41] files that %s', (_, limits) => {
  /** As many of the largest as they may have under way. */
  const most = Math.floor(limits.bytes / LARGEST_FILE_BYTES);
  let http: Server;
  let port: number;
  /** A new address of the same large file. */
  let address: () => Promise<string>;
  /** What the insurer's systems show with an address; customers show nothing. */
  const shown = (path: string): Record<string, string> =>
    limits === downloadLimits ? {} : signed({ id: 'x', at: new Date(), body: path }, KEY);
  const fetched = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { headers: shown(path) });

  beforeAll(async () => {
    ({ http, port } = await listening(server.app));
    const files = { ...refundPapers(), documentoHistoriaClinica: pdf('a.pdf', LARGEST_FILE_BYTES - 1_000) };
    const headers = { ...who.headers, 'Idempotency-Key': randomUUID() };
    const { body } = await send(server.app, 'createRefund', { fields: refundFields(who, '520021'), files }, headers);
    const { id, documentos } = body.reembolso as { id: string; documentos: { tipo: string; idDocumento: string }[] };
    const documents = await Promise.all(
      documentos.map(async ({ idDocumento }) => {
        const fields = { idUsuario: who.id, idReembolso: id, idDocumento };
        const url = async () => (await send(server.app, 'downloadRefundDocument', { fields }, who.headers)).body.url;
        const bytes = await (await fetched(String(await url()))).arrayBuffer();
        return { url, size: bytes.byteLength };
      }),
    );
    const large = documents.find(({ size }) => size > 5 * MEGABYTE_BYTES) ?? expect.fail('no large file');
    const [file] = await server.db.select({ id: stored.id }).from(stored).orderBy(desc(stored.size)).limit(1);
    address = async () => (limits === downloadLimits ? String(await large.url()) : `/aseguradora/archivos/${file?.id}`);
  });
  afterAll(() => {
    http.closeAllConnections();
    http.close();
  });

  const opened = async () => {
    const path = await address();
    return reader(port, getting(path, shown(path)), 1);
  };

  const openings: [string, () => Promise<Awaited<ReturnType<typeof opened>>[]>][] = [
    ['on connections of their own', async () => Promise.all(Array.from({ length: most }, opened))],
    ['behind one another on one', async () => [await opened()]],
  ];
  // What several on one connection do is the same, whoever asks.
  test.each(limits === downloadLimits ? openings : openings.slice(0, 1))(
    '%s are only so many until they were read or cut off; a further one keeps its address',
    async (_, open) => {
      const readers = await open();
      for (const { ask } of readers) ask(most / readers.length);
      await expect.poll(() => readers.every(({ state }) => state.read > 0), { timeout: 10_000 }).toBe(true);
      const further = await address();
      const refused = await fetched(further);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
      expect((await refused.json()).message).toContain('no está disponible en este momento');
      for (const { end } of readers) end();
      await expect.poll(async () => (await fetched(further)).status).toBe(200);
      // Each that is read whole gives its place back, also on one connection.
      for (let one = 0; one <= most; one += 1) {
        const answer = await fetched(await address());
        expect(answer.status).toBe(200);
        await answer.arrayBuffer();
      }
      const together = async () => {
        const answers = await Promise.all(Array.from({ length: most }, async () => fetched(await address())));
        await Promise.all(answers.map((answer) => answer.arrayBuffer()));
        return answers.every(({ ok }) => ok);
      };
      await expect.poll(together, { timeout: 15_000 }).toBe(true);
    },
    60_000,
  );
});

describe('[S41] large answers of the API', () => {
  const lector = 'l'.repeat(43);
  const body = JSON.stringify({ lector });
  /** In bytes: a relay's message, and a list that the system's own buffers do not take, nor a customer's whole place. */
  const [message, list] = [2_000_000, answerLimits.customers.bytes + MEGABYTE_BYTES];
  let one: TestApp;
  let http: Server;
  let port: number;
  let headers: Record<string, string>;

  beforeAll(async () => {
    const row = { ParticipationPercentage: 100, IrrevocableBeneficiary: '', Role: '', Policy: '520021' };
    const core = { ...server.core, beneficiaries: async () => ok([{ ...row, ClientName: 'a'.repeat(list) }]) };
    one = await createTestApp({ seed: ['costarica@demo.test'], core });
    headers = { ...(await one.signIn('costarica@demo.test')).headers, 'Accept-Encoding': 'identity' };
    ({ http, port } = await listening(one.app));
  }, 60_000);
  afterAll(async () => {
    http.closeAllConnections();
    http.close();
    await one.close();
  });

  /** A relay with a message as large as may be: its path. */
  async function relay(): Promise<string> {
    const opened = await send(one.app, 'openRelay', { fields: { lector } });
    const relevo = String(opened.body.relevo);
    const fields = { relevo, contenido: 'a'.repeat(message) };
    expect((await send(one.app, 'handToRelay', { fields })).status).toBe(200);
    return pathOf('takeFromRelay').replace(':relevo', relevo);
  }
  const listed = `${pathOf('roles')}?policyId=520021`;
  const status = async (path: string, init: RequestInit) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, init);
    await answer.arrayBuffer();
    return answer.status;
  };
  const typed = { 'Content-Type': 'application/json' };
  const taken = (path: string) => status(path, { method: 'POST', headers: typed, body });
  const own = () => status(listed, { headers });
  const taking = (path: string) =>
    `POST ${path} HTTP/1.1\r\n${lines({ ...typed, 'Content-Length': String(body.length) })}\r\n${body}`;
  const listing = () => getting(listed, headers);

  test('[S20] [S31] a relay’s photos are held only so many times until they were read or cut off', async () => {
    const most = Math.floor(answerLimits.strangers.bytes / message);
    const [first, other] = [await relay(), await relay()];
    // Behind a list that nobody reads, so that the system takes none of them.
    const unread = reader(port, listing() + taking(first).repeat(most), 1);
    unread.ask();
    // All of them first: one that is read meanwhile would leave its place free.
    const counted = () => one.db.select().from(attempts).where(like(attempts.bucket, 'relayReads:%'));
    await expect.poll(async () => (await counted())[0]?.count, { timeout: 10_000 }).toBe(most);
    await expect.poll(() => taken(other), { timeout: 10_000 }).toBe(503);
    // Small answers go on.
    expect(await status('/health', {})).toBe(200);
    const last = await relay();
    unread.end();
    await expect.poll(() => taken(last), { timeout: 10_000 }).toBe(200);
    // Each that was read whole gives its place back.
    for (let turn = 0; turn < 2 * most; turn += 1) expect(await taken(last)).toBe(200);
  }, 30_000);

  test('a customer’s lists are held so too, and take no stranger’s place', async () => {
    const unread = reader(port, listing(), 1);
    unread.ask();
    await expect.poll(() => unread.state.read, { timeout: 10_000 }).toBeGreaterThan(0);
    expect(await own()).toBe(503);
    expect(await taken(await relay())).toBe(200);
    unread.end();
    await expect.poll(own, { timeout: 10_000 }).toBe(200);
  }, 30_000);
});

test('[S16] [S41] of a customer’s long list only as many are built as have places until they were read', async () => {
  const rows = 10;
  /** In bytes: two of the list have places, a third has none. */
  const each = 0.9 * MEGABYTE_BYTES;
  const one = await createTestApp({ seed: ['costarica@demo.test'] });
  const maria = await one.signIn('costarica@demo.test');
  const of = { customerId: maria.id, policyId: '520021', idEstado: 1, estado: 'Nuevo', created: new Date() };
  for (let at = 0; at < rows; at += 1) {
    const fields = { diagnostico: `${at}`.repeat(each) };
    await one.db.insert(refunds).values({ ...of, id: `r${at}`, caseNumber: `R-${at}`, fields });
  }
  const { http, port } = await listening(one.app);
  const path = `${pathOf('refunds')}?idUsuario=${maria.id}&poliza=520021`;
  const headers = { ...maria.headers, 'Accept-Encoding': 'identity' };
  const stringify = vi.spyOn(JSON, 'stringify');
  const built = () => stringify.mock.calls.filter(([told]) => Array.isArray(told) && told.length >= rows).length;
  const status = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
    await answer.arrayBuffer();
    return answer.status;
  };
  const most = Math.floor(answerLimits.customers.bytes / (rows * each));
  const unread = Array.from({ length: most }, () => reader(port, getting(path, headers), 1));
  for (const { ask } of unread) ask();
  await expect.poll(() => unread.every(({ state }) => state.read > 0), { timeout: 10_000 }).toBe(true);
  expect(await Promise.all(Array.from({ length: 10 - most }, status))).toEqual(Array(10 - most).fill(503));
  // Nor with others, of which each is told by itself.
  const entrada = { idUsuario: maria.id, poliza: '520021' };
  const lecturas = [
    { nombre: 'refunds', entrada, etiqueta: null },
    { nombre: 'tickets', entrada: { idUsuario: maria.id }, etiqueta: null },
  ];
  const { body } = await send(one.app, 'readTogether', { fields: { lecturas } }, maria.headers);
  expect(body.respuestas).toMatchObject([{ estado: 'problema', codigo: 'unavailable' }, { estado: 200 }]);
  expect(built()).toBe(most);
  for (const { end } of unread) end();
  await expect.poll(status, { timeout: 10_000 }).toBe(200);
  stringify.mockRestore();
  http.closeAllConnections();
  http.close();
  await one.close();
}, 60_000);

test('[S41] the files of the app are not copied for each of those who read slowly', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'amparo-files-'));
  writeFileSync(join(folder, 'large.png'), new Uint8Array(8 * MEGABYTE_BYTES));
  const { http, port } = await listening(staticRoutes(folder, { steady: () => 0 }));
  const readers = Array.from({ length: 25 }, () => reader(port, getting('/large.png'), 0));
  // What comes first is read from the disk.
  await (await fetch(`http://127.0.0.1:${port}/large.png`)).arrayBuffer();
  const held = process.memoryUsage().arrayBuffers;
  let answered = 0;
  const note = () => {
    answered += 1;
  };
  http.on('request', (_, response) => response.once('prefinish', note));
  for (const { ask } of readers) ask();
  await expect.poll(() => answered, { timeout: 10_000 }).toBe(readers.length);
  expect(process.memoryUsage().arrayBuffers - held).toBeLessThan(60 * MEGABYTE_BYTES);
  for (const one of readers) one.end();
  http.closeAllConnections();
  http.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('[F33] the disk of the embedded database', () => {
  const refund = () =>
    send(server.app, 'createRefund', { fields: refundFields(who, '520021'), files: refundPapers() }, who.headers);
  const list = () => send(server.app, 'refunds', { fields: { idUsuario: who.id, poliza: '520021' } }, who.headers);
  const signIn = () => send(server.app, 'login', { fields: { email: 'costarica@demo.test', password: 'Amparo2026' } });
  const status = async (path: string) => (await server.app.request(ORIGIN + path)).status;

  test('refuses queued commands when it has little room, and every write when it has hardly any; reads go on', async () => {
    expect([(await refund()).status, (await signIn()).status, await status('/ready')]).toEqual([200, 200, 200]);
    free = reserve.commands;
    const refused = await refund();
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([507, 'unavailable', '60']);
    expect([(await signIn()).status, (await list()).status, await status('/ready')]).toEqual([200, 200, 200]);
    free = reserve.least;
    expect([(await refund()).status, (await signIn()).status, (await list()).status]).toEqual([507, 507, 200]);
    expect([await status('/ready'), await status('/health'), await status('/archivos/x')]).toEqual([507, 200, 507]);
    free = Number.POSITIVE_INFINITY;
    expect([(await refund()).status, await status('/ready')]).toEqual([200, 200]);
  });

  test('refuses the message of a relay, which may be two megabytes, when it has little room', async () => {
    const lector = 'l'.repeat(43);
    const { body } = await send(server.app, 'openRelay', { fields: { lector } });
    const sent = { fields: { relevo: body.relevo, contenido: 'c2VhbGVk' } };
    free = reserve.commands + 2 * MEGABYTE_BYTES;
    expect((await send(server.app, 'handToRelay', sent)).status).toBe(507);
    expect((await send(server.app, 'takeFromRelay', { fields: { relevo: body.relevo, lector } })).status).toBe(200);
    free = Number.POSITIVE_INFINITY;
    expect((await send(server.app, 'handToRelay', sent)).status).toBe(200);
  });

  test('sets room aside for what is being written', () => {
    const room = openRoom(() => reserve.commands + 10 * MEGABYTE_BYTES);
    const release = room.take(2 * MEGABYTE_BYTES);
    expect(release).not.toBeNull();
    expect(room.take(2 * MEGABYTE_BYTES)).toBeNull();
    release?.();
    expect(room.take(2 * MEGABYTE_BYTES)).not.toBeNull();
  });
});
