// @module-tag depth
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OneRead, Read } from '#api/create-api.ts';
import type { AnsweredRead } from '#contract/endpoints/reading.ts';
import { MAX_READS } from '#contract/endpoints/reading.ts';
import { fail, ok } from '#contract/result.ts';
import { readingKeys } from '#database/keyring.ts';
import { readPart, sealPart } from '#session/stored.ts';
import { send } from '#tests/server/requests.ts';
import { createTestApp, pathOf, type TestApp } from '#tests/server/test-app.ts';
import { signInCopied } from './copied.ts';
import { createDevice, type Device, forgetEndings, SERVER_START_MS } from './device.ts';

const ANA = 'costarica@demo.test';
const TOGETHER = pathOf('readTogether');
const PAYMENTS = pathOf('payments');

let server: TestApp;
let device: Device;
let idUsuario: string;
/** A list of two policies, one list that has changed since, one that has not, and one that is not the customer's. */
let reads: Read[];
beforeAll(async () => {
  server = await createTestApp({ seed: [ANA] });
}, SERVER_START_MS);
afterAll(() => server.close());
beforeEach(async () => {
  await forgetEndings(server);
  device = createDevice(server);
  await signInCopied(server, ANA, device);
  idUsuario = (await device.session.customer())?.idUsuario ?? '';
  const held = await device.session.pull('tickets', { idUsuario }, null);
  const bills = { VisualTimeInstance: 'VTUSA', Policy: '520023', PendingBills: 1 } as const;
  const unchanged = await device.session.pull('pendingBills', bills, null);
  const [versions, etag] = [versionsOf(held), etagOf(held)];
  const { headers } = await server.signIn(ANA);
  const fields = { idUsuario, idTipoTicket: '1', descripcion: 'Otra consulta', poliza: '520021' };
  expect((await send(server.app, 'createTicket', { fields }, headers)).status).toBe(200);
  reads = [
    { name: 'payments', input: { policyId: '520021' }, etag: null, versions: null },
    { name: 'tickets', input: { idUsuario }, etag, versions },
    { name: 'tickets', input: { idUsuario }, etag, versions: null },
    { name: 'pendingBills', input: bills, etag: etagOf(unchanged), versions: null },
    { name: 'payments', input: { policyId: '530033' }, etag: null, versions: null },
  ];
  device.seen.length = 0;
});

const etagOf = (pulled: OneRead) =>
  pulled !== 'later' && pulled.ok && 'etag' in pulled.value ? pulled.value.etag : null;
const versionsOf = (pulled: OneRead) =>
  pulled !== 'later' && pulled.ok && 'versions' in pulled.value ? (pulled.value.versions ?? null) : null;
/** The same reads, each by itself. */
const pullEach = () =>
  Promise.all(reads.map(({ name, input, etag, versions }) => device.session.pull(name, input, etag, { versions })));
/** Answers the request for many instead of the server. */
function answering(answers: readonly unknown[], init: ResponseInit = {}) {
  device.network.instead = async (path) => (path === TOGETHER ? Response.json({ respuestas: answers }, init) : null);
}
const refusing = (status: number, code: string) => {
  device.network.instead = async (path) => (path === TOGETHER ? Response.json({ code }, { status }) : null);
};
const statusless = (one: OneRead) =>
  one === 'later' || one.ok ? one : { ok: false, problem: { ...one.problem, status: undefined } };

describe('many reads in one request', () => {
  test('bring of each, in order, what its own pull brings: a list, changes, nothing new, a problem', async () => {
    const together = await device.session.readTogether(reads);
    // The list that changed is asked for once more, with the versions of its groups.
    expect(device.paths()).toEqual([TOGETHER, TOGETHER]);
    const alone = await pullEach();
    expect(together?.map(statusless)).toEqual(alone.map(statusless));
    expect(together).toMatchObject([
      { ok: true, value: { unchanged: false, value: expect.any(Array), versions: expect.any(Map) } },
      { ok: true, value: { unchanged: false, changes: expect.any(Array) } },
      { ok: true, value: { unchanged: false, value: expect.any(Array) } },
      { ok: true, value: { unchanged: true } },
      { ok: false, problem: { code: 'not-found', text: 'No encontramos esta póliza' } },
    ]);
  });

  test('travel packed when they are many', async () => {
    const seen: { encoding: string | null; bytes: number }[] = [];
    device.network.instead = (path, init) => {
      const bytes = init.body instanceof ArrayBuffer ? init.body.byteLength : String(init.body).length;
      if (path === TOGETHER) seen.push({ encoding: new Headers(init.headers).get('content-encoding'), bytes });
      return null;
    };
    const many = Array.from({ length: MAX_READS }, (): Read => ({ ...(reads[3] as Read) }));
    expect(await device.session.readTogether(many)).toEqual(many.map(() => ok({ unchanged: true })));
    await device.session.readTogether(reads.slice(0, 1));
    expect(seen).toEqual([
      { encoding: 'gzip', bytes: expect.any(Number) },
      { encoding: null, bytes: expect.any(Number) },
    ]);
    expect(seen[0]?.bytes).toBeLessThan(1000);
  });

  test('send the versions of groups only for a list that changed', async () => {
    const asked: { grupos?: string | null }[][] = [];
    device.network.instead = (path, init) => {
      if (path === TOGETHER) asked.push(JSON.parse(String(init.body)).lecturas);
      return null;
    };
    const same = reads[3] as Read;
    const unchanged = { ...same, versions: versionsOf(await device.session.pull('tickets', { idUsuario }, null)) };
    expect(await device.session.readTogether([unchanged, unchanged])).toEqual(
      [same, same].map(() => ok({ unchanged: true })),
    );
    expect(asked.map((lecturas) => lecturas.map(({ grupos }) => grupos))).toEqual([[undefined, undefined]]);
    await device.session.readTogether([reads[1] as Read, unchanged]);
    expect(asked.slice(1).map((lecturas) => lecturas.map(({ grupos }) => typeof grupos))).toEqual([
      ['undefined', 'undefined'],
      ['string'],
    ]);
  });

  test('none make no request', async () => {
    expect(await device.session.readTogether([])).toEqual([]);
    expect(device.paths()).toEqual([]);
  });

  test('more than a request may hold are left for later', async () => {
    const many = Array.from({ length: MAX_READS + 2 }, (): Read => ({ ...(reads[3] as Read) }));
    const together = await device.session.readTogether(many);
    expect(together?.slice(-3)).toEqual([ok({ unchanged: true }), 'later', 'later']);
    expect(device.paths()).toEqual([TOGETHER]);
  });

  test('that did not fit into one answer are left for later', async () => {
    answering([{ estado: 304 }, ...reads.slice(1).map(() => ({ estado: 'despues' }))]);
    reads[0] = { ...(reads[0] as Read), etag: '"1"' };
    reads[1] = { ...(reads[1] as Read), versions: null };
    expect(await device.session.readTogether(reads)).toEqual([
      ok({ unchanged: true }),
      'later',
      'later',
      'later',
      'later',
    ]);
  });

  test('renew a token that is refused, once for all of them', async () => {
    const keys = await readingKeys(device.db);
    const stored = keys && (await readPart(device.db, keys.readKey, keys.owner, 'access'));
    if (!keys || !stored) throw new Error('no token');
    await device.db.session.put(await sealPart(keys.readKey, keys.owner, 'access', { ...stored, token: 'worn out' }));
    expect((await device.session.readTogether(reads))?.[0]).toMatchObject({ ok: true });
    expect(device.paths()).toEqual([TOGETHER, pathOf('accessToken'), TOGETHER, TOGETHER]);
  });

  test('end with the caller’s signal', async () => {
    const ended = new AbortController();
    device.network.instead = async () => {
      ended.abort();
      return null;
    };
    const together = await device.session.readTogether(reads, { signal: ended.signal });
    expect(together).toEqual(reads.map(() => fail('timeout')));
  });
});

describe('[D94][F7] an answer to many reads', () => {
  const list = { estado: 200, etiqueta: '"1"', cuerpo: [] };
  const odd: [string, unknown][] = [
    ['a body that its schema cannot read', { ...list, cuerpo: null }],
    ['no body', { estado: 200, etiqueta: '"1"' }],
    ['a state that there is not', { ...list, estado: 'quizás' }],
    ['an ETag that is a number', { ...list, etiqueta: 7 }],
    ['nothing that is an answer', null],
    ['a code that a server does not have', { estado: 'problema', codigo: 'offline' }],
    ['a code that there is not', { estado: 'problema', codigo: 'raro' }],
    ['the end of a session, which only a whole request is told', { estado: 'problema', codigo: 'session-ended' }],
    ['changes where no versions were sent', { ...list, estado: 226, cuerpo: { grupos: [] } }],
  ];
  test.each(odd)('with %s is unreadable for that read alone', async (_, one) => {
    reads = reads.slice(0, 2).map((read) => ({ ...read, versions: null }));
    answering([one, { ...list, cuerpo: [] }]);
    const [first, second] = (await device.session.readTogether(reads)) ?? [];
    expect(first).toMatchObject({ ok: false, problem: { code: 'unreadable' } });
    expect(second).toEqual(ok({ unchanged: false, value: [], etag: '"1"' }));
    expect(await device.session.state()).toBe('open');
  });

  test('with changes whose rows are not those of their version brings changes that are of no use', async () => {
    const grupos = [{ grupo: '2026-11', version: '1.AAAAAAAAAAAA', filas: [{ id: 'x' }] }];
    answering([{ estado: 226, etiqueta: '"2"', cuerpo: { grupos } }]);
    expect(await device.session.readTogether(reads.slice(1, 2))).toEqual([
      ok({ unchanged: false, changes: null, etag: '"2"' }),
    ]);
  });

  test('that says unchanged of what the device does not hold is nonsense', async () => {
    answering([{ estado: 304 }]);
    expect(await device.session.readTogether(reads.slice(0, 1))).toMatchObject([{ problem: { code: 'nonsense' } }]);
  });

  test.each([
    ['fewer than were asked for', [list]],
    ['nothing but a later, which would be asked for ever', [{ estado: 'despues' }, { estado: 'despues' }]],
    ['no list', null],
  ])('with %s leaves each to its own call, and is asked for again', async (_, answers) => {
    answering(answers as never);
    expect(await device.session.readTogether(reads.slice(0, 2))).toBeNull();
    device.network.instead = null;
    expect((await device.session.readTogether(reads))?.[0]).toMatchObject({ ok: true });
  });

  test('[D51] that cannot be read in part and names a newer contract says that the app is too old', async () => {
    answering([{ ...list, cuerpo: null }, list], { headers: { 'Amparo-Contract': '999' } });
    expect(await device.session.readTogether(reads.slice(0, 2))).toMatchObject([
      { problem: { code: 'outdated' } },
      { ok: true },
    ]);
  });
});

describe('a request for many that fails', () => {
  test('without a connection fails so for each, and is made again', async () => {
    device.network.up = false;
    expect(await device.session.readTogether(reads)).toEqual(reads.map(() => fail('offline')));
    device.network.up = true;
    expect(await device.session.readTogether(reads)).toMatchObject([{ ok: true }, {}, {}, {}, {}]);
  });

  test.each([
    [503, 'unavailable'],
    [503, 'maintenance'],
    [429, 'rate-limited'],
  ])('with %i (%s) fails so for each, and is made again', async (status, code) => {
    refusing(status, code);
    expect(await device.session.readTogether(reads)).toEqual(reads.map(() => fail(code as never, { status })));
    device.network.instead = null;
    expect((await device.session.readTogether(reads))?.[0]).toMatchObject({ ok: true });
  });

  test.each([
    [422, 'invalid'],
    // A proxy's page of HTML is no contract's answer.
    [404, 'nonsense'],
  ])('with %i (%s) leaves each to its own call, and is made again', async (status, code) => {
    refusing(status, code);
    if (code === 'nonsense') device.network.instead = () => new Response('<html>', { status });
    expect(await device.session.readTogether(reads)).toBeNull();
    device.network.instead = null;
    expect((await device.session.readTogether(reads))?.[0]).toMatchObject({ ok: true });
  });

  test('of a session that was locked or ended fails so for each, and asks nothing', async () => {
    await device.session.lock();
    device.seen.length = 0;
    expect(await device.session.readTogether(reads)).toEqual(reads.map(() => fail('unauthorised')));
    expect(device.paths()).not.toContain(TOGETHER);
  });

  test('[D83] hears that the session was ended from elsewhere', async () => {
    const { id, headers } = await server.signIn(ANA);
    await send(server.app, 'endSessions', { fields: { idUsuario: id } }, headers);
    expect(await device.session.readTogether(reads)).toMatchObject(
      reads.map(() => ({ ok: false, problem: { code: 'unauthorised' } })),
    );
    expect([await device.session.state(), await device.session.ended()]).toEqual(['none', true]);
  });

  test.each([
    [404, 'not-found'],
    [405, 'method-not-allowed'],
  ])('with %i comes from a backend without it, which is not asked again', async (status, code) => {
    refusing(status, code);
    expect(await device.session.readTogether(reads)).toBeNull();
    device.network.instead = null;
    expect(await device.session.readTogether(reads)).toBeNull();
    expect(device.paths()).toEqual([TOGETHER]);
  });
});

test('a read that a backend makes only by itself is pulled, and from then on at once', async () => {
  const two = [reads[0], reads[1]] as Read[];
  const alone: Partial<AnsweredRead>[] = [{ estado: 'problema', codigo: 'method-not-allowed' }];
  answering([...alone, { estado: 200, etiqueta: '"1"', cuerpo: [] }]);
  expect(await device.session.readTogether(two)).toMatchObject([
    { ok: true, value: { value: expect.any(Array), versions: expect.any(Map) } },
    { ok: true, value: { value: [] } },
  ]);
  expect(device.paths()).toEqual([TOGETHER, PAYMENTS]);
  device.seen.length = 0;
  answering([{ estado: 200, etiqueta: '"1"', cuerpo: [] }]);
  expect(await device.session.readTogether(two)).toMatchObject([{ ok: true }, { ok: true, value: { value: [] } }]);
  expect(device.paths().sort()).toEqual([TOGETHER, PAYMENTS].sort());
});

describe('[D83] the question whether the session stands', () => {
  test.each([
    [404, 'not-found'],
    [405, 'method-not-allowed'],
  ])('is asked until a %i (%s) says that the backend does not know it', async (status, code) => {
    await device.session.ask();
    expect(device.paths()).toEqual([TOGETHER]);
    device.seen.length = 0;
    refusing(status, code);
    await device.session.ask();
    await device.session.ask();
    expect(device.paths()).toEqual([TOGETHER]);
  });

  test('is asked by a locked device with the send-only token alone', async () => {
    await device.session.lock();
    await device.session.tellLock();
    device.seen.length = 0;
    await device.session.ask();
    expect(device.seen.map(({ path, status }) => [path, status])).toEqual([[TOGETHER, 200]]);
    expect(device.seen[0]?.headers.get('Amparo-Internal-Token')).toBeNull();
  });
});
