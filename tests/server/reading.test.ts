// @module-tag depth
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import type { PGlite } from '@electric-sql/pglite';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { MAX_READS, MAX_SETS } from '#contract/endpoints/reading.ts';
import { type Endpoint, type EndpointName, endpoints, type InputOf } from '#contract/endpoints.ts';
import { printOf } from '#contract/etags.ts';
import { BY_GROUPS, GROUPS_HEADER } from '#contract/groups.ts';
import { ok } from '#contract/result.ts';
import { thisMachine } from '#ports/machine.ts';
import { attemptRules } from '#server/accounts/attempts.ts';
import { type AppParts, createApp } from '#server/app.ts';
import type { Core } from '#server/core/port.ts';
import { auditTrail, tokens } from '#server/database/schema.ts';
import { hashOf } from '#server/secrets.ts';
import { callsOf } from './calls.ts';
import { requestFor, type Sent, send } from './requests.ts';
import { createTestApp, ORIGIN, type SignedIn, type TestApp } from './test-app.ts';

type Asked = InputOf<'readTogether'>['lecturas'][number];
/** What is said of one read, whatever it is. */
type Answer = {
  estado?: unknown;
  etiqueta?: string;
  grupos?: string;
  desde?: string;
  cuerpo?: unknown;
  codigo?: string;
};

let server: TestApp;
let maria: SignedIn;
let rafael: SignedIn;
/** A call that succeeds, for each endpoint. */
let calls: Record<EndpointName, Sent>;
beforeAll(async () => {
  server = await createTestApp({ seed: ['costarica@demo.test', 'dominicana@demo.test'] });
  maria = await server.signIn('costarica@demo.test');
  rafael = await server.signIn('dominicana@demo.test');
  calls = await callsOf(server, maria, '520021');
}, 60_000);
afterEach(() => vi.restoreAllMocks());
afterAll(() => server.close());

/** The rows that read, but for the one that brings many reads. */
const names = (Object.keys(endpoints) as EndpointName[]).filter(
  (name) => (endpoints[name] as Endpoint).readsOnly && name !== 'readTogether',
);

const read = (nombre: string, more: Partial<Asked> = {}): Asked => ({
  nombre,
  entrada: calls[nombre as EndpointName]?.fields ?? {},
  etiqueta: null,
  grupos: null,
  ...more,
});
const payments = (policyId: string, more: Partial<Asked> = {}) => read('payments', { entrada: { policyId }, ...more });

/** Asks for them in one request; `answers` is what it says of each. */
async function ask(lecturas: readonly Asked[], headers = maria.headers, app: Parameters<typeof send>[0] = server.app) {
  const told = await send(app, 'readTogether', { fields: { lecturas } }, headers);
  return { ...told, answers: (told.body.respuestas ?? []) as Answer[] };
}

/** The same server with other parts: a core, a clock, limits. */
async function appWith({
  steady = thisMachine.steady,
  ...parts
}: Partial<Omit<AppParts, 'machine'>> & { steady?: () => number }) {
  const usual = { db: server.db, core: server.core, clock: () => new Date(), mail: async () => {}, demo: true };
  return createApp({ ...usual, publicOrigin: ORIGIN, machine: { ...thisMachine, steady }, ...parts });
}

/** A core whose payments are heavy, and how often they were asked for. */
async function heavyCore(rows: number) {
  const found = await server.core.payments('520021');
  if (!found.ok) throw new Error('The core is away');
  const [first] = found.value;
  const heavy = [{ ...first, payments: Array.from({ length: rows }, () => first?.payments[0]) }] as typeof found.value;
  const heavyPayments = vi.fn(async () => ok(heavy));
  const core: Core = { ...server.core, payments: heavyPayments, versionOf: async () => ok(null) };
  return { core, heavyPayments, bytes: JSON.stringify(heavy).length };
}

const noted = async () => {
  await server.settled();
  return server.db.select().from(auditTrail).orderBy(auditTrail.id);
};

describe('many reads in one request', () => {
  const aloneWith = (name: EndpointName, headers: Record<string, string> = {}) =>
    send(server.app, name, calls[name], { ...maria.headers, 'A-IM': BY_GROUPS, ...headers });
  /** An address of a document is another each time. */
  const lasting = (body: unknown) => JSON.stringify(body)?.replaceAll(/"PhysicalPath":"[^"]*"/g, '');

  test.each(names)('%s is answered as its own call is: whole, and as unchanged', async (name) => {
    const alone = await aloneWith(name);
    const { answers, headers } = await ask([read(name)]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(answers).toHaveLength(1);
    const { cuerpo, ...told } = answers[0] ?? expect.fail('no answer');
    expect(lasting(cuerpo)).toBe(lasting(alone.body));
    const [etiqueta, grupos] = [alone.headers.get('etag'), alone.headers.get(GROUPS_HEADER) ?? undefined];
    expect(told).toEqual({ estado: 200, etiqueta, grupos });
    expect((await ask([read(name, { etiqueta })])).answers).toEqual([{ estado: 304 }]);
    expect((await ask([read(name, { etiqueta: '"other"' })])).answers).toMatchObject([{ estado: 200 }]);
  });

  test('a list that grows brings only what changed since the versions held, and without an ETag all of it', async () => {
    const before = await aloneWith('tickets');
    await send(server.app, 'createTicket', calls.createTicket, maria.headers);
    const held = {
      etiqueta: before.headers.get('etag') ?? '',
      grupos: before.headers.get(GROUPS_HEADER) ?? '',
    };
    const alone = await aloneWith('tickets', { 'If-None-Match': held.etiqueta, [GROUPS_HEADER]: held.grupos });
    expect(alone.status).toBe(226);
    const { answers } = await ask([read('tickets', held), read('tickets', { ...held, etiqueta: null })]);
    expect(answers[0]).toEqual({ estado: 226, etiqueta: alone.headers.get('etag'), cuerpo: alone.body });
    expect(answers[1]).toMatchObject({ estado: 200, etiqueta: alone.headers.get('etag') });
  });

  test('[D69] of a list the last two years there are rows of, with an ETag of their own; one without older rows whole', async () => {
    const [{ cuerpo: all, etiqueta: whole }] = (await ask([payments('520021')])).answers as [Answer];
    const years = (all as { year: number }[]).map(({ year }) => year);
    expect(years.length).toBeGreaterThan(2);
    const recent = payments('520021', { reciente: true });
    const [told] = (await ask([recent])).answers as [Answer];
    expect(told).toMatchObject({ estado: 200, desde: String((years[0] ?? 0) - 1) });
    expect(told.cuerpo).toEqual((all as { year: number }[]).slice(0, 2));
    expect(told.etiqueta).not.toBe(whole);
    expect((await ask([{ ...recent, etiqueta: told.etiqueta ?? '' }])).answers).toEqual([{ estado: 304 }]);
    expect((await ask([payments('520021', { etiqueta: told.etiqueta ?? '' })])).answers).toMatchObject([
      { estado: 200 },
    ]);
    const [types] = (await ask([read('ticketTypes', { reciente: true })])).answers;
    expect(types).not.toHaveProperty('desde');
  });

  test('[D69] recent documents have the same ETag, although their addresses are others in each answer', async () => {
    const recent = read('documents', { reciente: true, entrada: { policyId: '520021' } });
    const [first] = (await ask([recent])).answers as [Answer];
    expect((await ask([{ ...recent, etiqueta: first.etiqueta ?? '' }])).answers).toEqual([{ estado: 304 }]);
  });

  test('long answers travel packed, and nothing that was asked comes back in them', async () => {
    const word = 'xyzzy-plugh';
    const lecturas = [
      ...names.map((name) => read(name, { etiqueta: `"${word}"`, grupos: word })),
      read(word, { entrada: { [word]: word } }),
      payments(word),
    ];
    const headers = { ...maria.headers, 'Accept-Encoding': 'gzip, br' };
    const response = await server.app.fetch(requestFor('readTogether', { fields: { lecturas } }, headers));
    expect([response.status, response.headers.get('content-encoding')]).toEqual([200, 'br']);
    const text = brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString();
    expect(JSON.parse(text).respuestas).toHaveLength(lecturas.length);
    expect(text).not.toContain(word);
    for (const token of [maria.access, maria.internal, maria.send]) expect(text).not.toContain(token);
  });

  test('asks the insurer for each policy once, and whose the tokens are no more often, however many reads there are', async () => {
    const findPolicy = vi.fn(server.core.findPolicy);
    const app = await appWith({ core: { ...server.core, findPolicy } });
    const some = ['payments', 'documents', 'roles', 'cards', 'dependents'];
    const policies = ['520021', '520022', '520023'];
    const reads = policies.flatMap((policyId) => some.map((name) => read(name, { entrada: { policyId } })));
    const queries = vi.spyOn((server.db as unknown as { $client: PGlite }).$client, 'query');
    const lookUps = async (lecturas: typeof reads) => {
      queries.mockClear();
      await ask(lecturas, maria.headers, app);
      return queries.mock.calls.filter(([text]) => text.includes('from "tokens"')).length;
    };
    expect(await lookUps(reads)).toBe(await lookUps(reads.slice(0, 1)));
    expect(findPolicy.mock.calls.map(([, policy]) => policy)).toEqual([...policies, '520021']);
  });
});

describe('[S7] what belongs to another customer', () => {
  test('is refused as by its own call, and the other reads are answered', async () => {
    const lecturas = [
      read('tickets', { entrada: { idUsuario: rafael.id } }),
      payments('530033'),
      read('policies', { entrada: { cedula: rafael.nif, idUsuario: maria.id } }),
      read('tickets'),
    ];
    const { status, answers } = await ask(lecturas);
    expect(status).toBe(200);
    expect(answers).toMatchObject([
      { estado: 'problema', codigo: 'forbidden' },
      { estado: 'problema', codigo: 'not-found', texto: 'No encontramos esta póliza' },
      { estado: 'problema', codigo: 'forbidden' },
      { estado: 200 },
    ]);
    for (const refused of answers.slice(0, 3)) expect(refused.cuerpo).toBeUndefined();
  });

  test.each(names)('%s is refused however the other’s name is written', async (name) => {
    const his: Record<string, unknown> = { id: rafael.id, idUsuario: rafael.id, cedula: rafael.nif };
    const { owns = {} }: Endpoint = endpoints[name];
    for (const field of Object.values(owns)) {
      const other = his[field] ?? '530033';
      for (const written of [other, [other], { [field]: other }, Number(other), true]) {
        const entrada = { ...calls[name].fields, [field]: written };
        const [answer] = (await ask([read(name, { entrada })])).answers;
        expect({ field, written, ...answer }).toMatchObject({ estado: 'problema', codigo: expect.any(String) });
      }
    }
  });

  test('is not even told to be unchanged', async () => {
    const [mine] = (await ask([payments('520021')])).answers;
    expect((await ask([payments('520021', { etiqueta: mine?.etiqueta ?? '' })], rafael.headers)).answers).toMatchObject(
      [{ estado: 'problema', codigo: 'not-found' }],
    );
  });

  test('a policy that one customer named is asked for anew in the next request', async () => {
    expect((await ask([payments('520021')])).answers).toMatchObject([{ estado: 200 }]);
    expect((await ask([payments('520021')], rafael.headers)).answers).toMatchObject([{ estado: 'problema' }]);
  });
});

describe('[S8] who may ask', () => {
  test('[D83] the send-only token asks whether the session stands, and nothing else', async () => {
    const headers = { Authorization: `Bearer ${maria.send}` };
    expect(await ask([], headers)).toMatchObject({ status: 200, body: { respuestas: [] } });
    expect(await ask([read('tickets')], headers)).toMatchObject({ status: 401, body: { code: 'unauthorised' } });
  });

  test('one token alone, tokens of two sign-ins and none are refused whole', async () => {
    const other = await server.signIn('costarica@demo.test');
    const { Authorization = '', ...internal } = maria.headers;
    for (const headers of [{}, { Authorization }, internal, { ...other.headers, Authorization }]) {
      expect((await ask([read('tickets')], headers as Record<string, string>)).status).toBe(401);
      expect((await ask([], headers as Record<string, string>)).status).toBe(401);
    }
  });

  test('[S29][D83] a session that ends while it is read for gets nothing of what was read, and nothing is noted as seen', async () => {
    const own = await server.signIn('costarica@demo.test');
    const other = await server.signIn('costarica@demo.test');
    const end = async () => {
      await send(server.app, 'endSessions', { fields: { idUsuario: own.id } }, other.headers);
    };
    const core: Core = {
      ...server.core,
      beneficiaries: async (policyId) => {
        await end();
        return server.core.beneficiaries(policyId);
      },
    };
    const app = await appWith({ core });
    const before = await noted();
    const told = await ask([read('tickets'), read('roles'), read('tickets')], own.headers, app);
    expect(told).toMatchObject({ status: 401, body: { code: 'session-ended' } });
    expect((await noted()).slice(before.length).map(({ event }) => event)).toEqual(['sessions-ended']);
    maria = await server.signIn('costarica@demo.test');
  });

  test('[S29] a sign-in whose token ends while it is read for is told so at once', async () => {
    const own = await server.signIn('costarica@demo.test');
    const roles = vi.fn(async (policyId: string) => {
      await server.db.delete(tokens).where(eq(tokens.hash, hashOf(own.internal)));
      return server.core.beneficiaries(policyId);
    });
    const app = await appWith({ core: { ...server.core, beneficiaries: roles } });
    expect(await ask([read('roles')], own.headers, app)).toMatchObject({ status: 401, body: { code: 'unauthorised' } });
  });
});

describe('[S16] limits of one request', () => {
  test('an answer that has a quarter of a megabyte leaves the rest for the next; one read more is the most it holds', async () => {
    const { core, heavyPayments, bytes } = await heavyCore(400);
    expect(bytes).toBeGreaterThan(60 * 1024);
    expect(bytes).toBeLessThan(256 * 1024);
    const app = await appWith({ core });
    const { answers, body } = await ask(
      Array.from({ length: MAX_READS }, () => payments('520021')),
      maria.headers,
      app,
    );
    const made = Math.ceil((256 * 1024) / bytes);
    expect(answers.map(({ estado }) => estado)).toEqual(
      Array.from({ length: MAX_READS }, (_, at) => (at < made ? 200 : 'despues')),
    );
    // What is left for later was not even asked for.
    expect(heavyPayments).toHaveBeenCalledTimes(made);
    expect(JSON.stringify(body).length).toBeLessThan(256 * 1024 + bytes + 16 * 1024);
  });

  test('one list that is longer than that is answered whole, so that it comes at all', async () => {
    const { core, bytes } = await heavyCore(3000);
    expect(bytes).toBeGreaterThan(256 * 1024);
    const { answers } = await ask([payments('520021'), read('tickets')], maria.headers, await appWith({ core }));
    expect(answers).toMatchObject([{ estado: 200 }, { estado: 'despues' }]);
  });

  test('what takes long leaves the rest for the next, so that a slow insurer’s answers arrive while a device waits', async () => {
    let now = 0;
    const core: Core = {
      ...server.core,
      beneficiaries: (policyId) => {
        now += 2000;
        return server.core.beneficiaries(policyId);
      },
    };
    const app = await appWith({ core, steady: () => now });
    const { answers } = await ask(
      [1, 2, 3, 4, 5].map(() => read('roles')),
      maria.headers,
      app,
    );
    expect(answers.map(({ estado }) => estado)).toEqual([200, 200, 200, 'despues', 'despues']);
  });

  test('more reads than a page asks for and a larger body than a form’s are refused', async () => {
    expect((await ask(Array.from({ length: MAX_READS + 1 }, () => read('tickets')))).status).toBe(422);
    expect((await ask([read('tickets', { etiqueta: 'x'.repeat(256 * 1024) })])).status).toBe(413);
  });

  test('a list that changed and whose versions were left out is left for later', async () => {
    const [whole] = (await ask([payments('520021')])).answers;
    const { grupos: _, ...brief } = payments('520021', { etiqueta: '"another"' });
    const { grupos: __, ...same } = payments('520021', { etiqueta: whole?.etiqueta ?? '' });
    const { answers } = await ask([brief, same] as Asked[]);
    expect(answers.map(({ estado }) => estado)).toEqual(['despues', 304]);
  });

  const askPacked = (body: Uint8Array<ArrayBuffer>, path = '/api/lecturas') =>
    server.app.fetch(
      new Request(new URL(path, ORIGIN), {
        method: 'POST',
        headers: { ...maria.headers, 'content-type': 'application/json', 'content-encoding': 'gzip' },
        body,
      }),
    );
  const zipped = (text: string) => new Uint8Array(gzipSync(text));

  test('a question may travel packed', async () => {
    const answer = await askPacked(zipped(JSON.stringify({ lecturas: [] })));
    expect([answer.status, await answer.json()]).toEqual([200, { respuestas: [] }]);
  });

  test('what unpacks to more than a plain question may be is refused, and so is what is not packed', async () => {
    const bomb = zipped(`{"lecturas":[],"x":"${' '.repeat(300 * 1024)}"}`);
    expect(bomb.length).toBeLessThan(2000);
    expect((await askPacked(bomb)).status).toBe(400);
    expect((await askPacked(new TextEncoder().encode('{"lecturas":[]}'))).status).toBe(400);
  });

  test('no other call unpacks', async () => {
    const login = zipped(JSON.stringify({ email: 'costarica@demo.test', password: 'Amparo2026' }));
    expect((await askPacked(login, '/api/usuarios/login')).status).toBe(400);
  });

  test('reading is no writing: it takes nothing of the quota, and goes on when that is spent', async () => {
    const attempts = { writesPerCustomer: { ...attemptRules.writesPerCustomer, free: 1 } };
    const app = await appWith({ attempts });
    for (let round = 0; round < 3; round += 1) {
      expect((await ask([read('tickets'), payments('520021')], maria.headers, app)).status).toBe(200);
    }
    const written = async () => (await send(app, 'createTicket', calls.createTicket, maria.headers)).status;
    expect([await written(), await written()]).toEqual([200, 429]);
    expect((await ask([read('tickets')], maria.headers, app)).status).toBe(200);
  });

  test('one list that cannot be read is a problem of that read alone, and is logged', async () => {
    const core: Core = {
      ...server.core,
      beneficiaries: async () => {
        throw new TypeError('a mistake of ours');
      },
    };
    const logs: string[] = [];
    const app = await appWith({ core, log: (line) => void logs.push(line) });
    const { status, answers } = await ask([read('roles'), read('tickets')], maria.headers, app);
    expect([status, answers]).toMatchObject([200, [{ estado: 'problema', codigo: 'unavailable' }, { estado: 200 }]]);
    await vi.waitFor(() => expect(logs.join()).toContain('TypeError'));
  });

  test('[F38] an insurer that is away is told with its own code and wait, and the rest is answered', async () => {
    const core: Core = {
      ...server.core,
      beneficiaries: async () => ({ ok: false, problem: { code: 'core-away', retryAfter: 7 } }),
    };
    const { answers } = await ask([read('roles'), read('tickets')], maria.headers, await appWith({ core }));
    expect(answers).toMatchObject([{ estado: 'problema', codigo: 'core-away', espera: 7 }, { estado: 200 }]);
  });
});

describe('[D69] many lists that the device holds, in sets', () => {
  type Set = NonNullable<InputOf<'readTogether'>['conjuntos']>[number];
  const etagsOf = async (reads: Asked[], headers = maria.headers) =>
    (await ask(reads, headers)).answers.map(({ etiqueta }) => etiqueta ?? expect.fail('no ETag'));
  const setOf = async (reads: Asked[], etags: string[]): Promise<Set> => ({
    nombre: reads[0]?.nombre ?? '',
    entradas: reads.map(({ entrada }) => entrada),
    huella: await printOf(etags),
  });
  const compare = (
    conjuntos: readonly unknown[],
    headers = maria.headers,
    app: Parameters<typeof send>[0] = server.app,
  ) => send(app, 'readTogether', { fields: { lecturas: [], conjuntos } }, headers);
  const policies = ['520021', '520022', '520023'];
  const lists = () => policies.map((policyId) => payments(policyId));

  test('are told to be the same in one word, and their reads leave no line in the trail', async () => {
    const sets = [
      await setOf(lists(), await etagsOf(lists())),
      await setOf([read('tickets')], await etagsOf([read('tickets')])),
    ];
    const before = await noted();
    expect((await compare(sets)).body).toEqual({ respuestas: [], conjuntos: [304, 304] });
    expect(await noted()).toHaveLength(before.length);
  });

  test('are asked for one by one where one of them changed, the others are not; a device that holds the newest is told the same', async () => {
    // Another test has spent what Maria may write.
    const { id, headers } = rafael;
    const same = [payments('530033')];
    const changed = [read('tickets', { entrada: { idUsuario: id } })];
    const [held, before] = [await etagsOf(same, headers), await etagsOf(changed, headers)];
    const fields = { idUsuario: id, idTipoTicket: '1', descripcion: 'Una consulta más', poliza: '530033' };
    expect((await send(server.app, 'createTicket', { fields }, headers)).status).toBe(200);
    const now = await etagsOf(changed, headers);
    const sets = [await setOf(same, held), await setOf(changed, before), await setOf(changed, now)];
    expect((await compare(sets, headers)).body.conjuntos).toEqual([304, 'despues', 304]);
  });

  test('[D69] held in their recent years are compared with those', async () => {
    const recent = lists().map((one) => ({ ...one, reciente: true }));
    const set = { ...(await setOf(lists(), await etagsOf(recent))), reciente: true };
    expect((await compare([set, { ...set, reciente: false }])).body.conjuntos).toEqual([304, 'despues']);
  });

  test('are not the same with another list, one list less, one more, or in another order', async () => {
    const [first = '', second = '', third = ''] = await etagsOf(lists());
    const sets = [
      await setOf(lists(), [first, second, '"other"']),
      await setOf(lists(), [first, second]),
      await setOf(lists().slice(0, 2), [first, second, third]),
      await setOf(lists(), [second, first, third]),
      await setOf(lists(), []),
    ];
    expect((await compare(sets)).body.conjuntos).toEqual(sets.map(() => 'despues'));
  });

  test('[S7] with a list of another customer are not told to be the same', async () => {
    const [his = ''] = await etagsOf([payments('530033')], rafael.headers);
    const [hers = ''] = await etagsOf(lists().slice(0, 1));
    const mixed = [payments('520021'), payments('530033')];
    const sets = [await setOf(mixed, [hers, his]), await setOf([payments('530033')], [his])];
    expect((await compare(sets)).body.conjuntos).toEqual(['despues', 'despues']);
  });

  test('[S8] are not compared for the send-only token', async () => {
    const set = await setOf(lists(), await etagsOf(lists()));
    expect((await compare([set], { Authorization: `Bearer ${maria.send}` })).status).toBe(401);
  });

  test('[S11] of something that is no read are not the same, however empty', async () => {
    const sets = await Promise.all(['login', 'lock', 'readTogether', '__proto__'].map((one) => setOf([read(one)], [])));
    expect((await compare(sets)).body.conjuntos).toEqual(sets.map(() => 'despues'));
  });

  test('[S16] are compared as long as a device waits; more than a request may hold are refused', async () => {
    let now = 0;
    const core: Core = {
      ...server.core,
      beneficiaries: (policyId) => {
        now += 3000;
        return server.core.beneficiaries(policyId);
      },
    };
    const [etag = ''] = await etagsOf([read('roles')]);
    const set = await setOf([read('roles')], [etag]);
    const slow = await compare([set, set, set], maria.headers, await appWith({ core, steady: () => now }));
    expect(slow.body.conjuntos).toEqual([304, 304, 'despues']);
    expect((await compare(Array.from({ length: MAX_SETS + 1 }, () => set))).status).toBe(422);
    expect((await compare([{ ...set, entradas: Array.from({ length: MAX_READS + 1 }, () => ({})) }])).status).toBe(422);
    expect((await compare([{ ...set, entradas: [] }])).status).toBe(422);
  });
});

test('[F40] a sign-in brings the policies as their own call does, packed', async () => {
  const fields = { email: 'costarica@demo.test', password: 'Amparo2026' };
  const request = requestFor('login', { fields }, { 'Accept-Encoding': 'br' });
  const response = await server.app.fetch(request);
  expect(response.headers.get('content-encoding')).toBe('br');
  const { polizas } = JSON.parse(brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString());
  const [alone] = (await ask([read('policies')])).answers;
  expect(polizas).toEqual(alone?.cuerpo);
});

describe('[S11] what no read is', () => {
  test('nothing that writes, signs in or asks for many is done; each is a problem of its own', async () => {
    const others = (Object.keys(endpoints) as EndpointName[]).filter((name) => !names.includes(name));
    const odd = ['', '__proto__', 'constructor', 'toString', 'TICKETS', '../tickets'];
    const before = await noted();
    for (let first = 0; first < others.length + odd.length; first += MAX_READS) {
      const part = [...others, ...odd].slice(first, first + MAX_READS);
      const { status, answers } = await ask(part.map((name) => read(name)));
      expect(status).toBe(200);
      expect(answers.map(({ codigo }) => codigo)).toEqual(part.map(() => 'method-not-allowed'));
    }
    expect(await noted()).toHaveLength(before.length);
    // The tokens still work: nothing was locked.
    expect((await ask([read('tickets')])).answers).toMatchObject([{ estado: 200 }]);
  });

  test.each([
    ['a NUL', { policyId: '520021\0' }],
    ['a NUL in a name', { 'policyId\0': '520021' }],
    ['a list for a text', { policyId: ['520021'] }],
    ['nothing', {}],
  ])('%s in the input of one read is that read’s problem', async (_, entrada) => {
    const { status, answers } = await ask([read('payments', { entrada }), read('tickets')]);
    expect([status, answers]).toMatchObject([200, [{ estado: 'problema', codigo: 'invalid' }, { estado: 200 }]]);
  });

  test('a depth that no form has is that read’s problem too', async () => {
    const request = requestFor(
      'readTogether',
      { fields: { lecturas: [payments('DEEP'), read('tickets')] } },
      maria.headers,
    );
    const deep = (await request.text()).replace('"DEEP"', '['.repeat(100_000) + ']'.repeat(100_000));
    const init = { method: 'POST', headers: request.headers, body: deep };
    const { respuestas } = await (await server.app.request(request.url, init)).json();
    expect(respuestas).toMatchObject([{ estado: 'problema', codigo: 'invalid' }, { estado: 200 }]);
  });

  test.each([
    ['an input that is a text', { entrada: 'policyId' }],
    ['an ETag that is a number', { etiqueta: 1 }],
    ['versions that are a list', { grupos: [] }],
    ['no name', { nombre: null }],
  ])('%s is refused whole', async (_, wrong) => {
    expect((await ask([{ ...read('tickets'), ...(wrong as object) }])).status).toBe(422);
  });

  test('versions that are none bring the whole list', async () => {
    const odd = read('tickets', { etiqueta: '"other"', grupos: 'a=1,b'.repeat(1000) });
    expect((await ask([odd])).answers).toMatchObject([{ estado: 200 }]);
  });
});

test('each read that brought something new has its line in the trail, as its own call has', async () => {
  const alone = ['payments', 'tickets', 'policies'] as const;
  const lines = async (run: () => Promise<unknown>) => {
    const before = await noted();
    await run();
    return (await noted()).slice(before.length).map(({ actor, event, customerId, deviceId, about }) => ({
      actor,
      event,
      customerId,
      deviceId,
      about,
    }));
  };
  const one = await lines(async () => {
    for (const name of alone) await send(server.app, name, calls[name], maria.headers);
  });
  expect(one).toHaveLength(3);
  const byEvent = (found: typeof one) => found.map((line) => JSON.stringify(line)).sort();
  const many = await lines(() => ask(alone.map((name) => read(name))));
  expect(byEvent(many)).toEqual(byEvent(one));
  const tags = (await ask(alone.map((name) => read(name)))).answers;
  await server.settled();
  const unchanged = () => ask(alone.map((name, at) => read(name, { etiqueta: tags[at]?.etiqueta ?? '' })));
  expect(await lines(unchanged)).toEqual([]);
  expect(await lines(() => ask([payments('530033'), read('lock'), read('ticketTypes')]))).toEqual([]);
});
