// @module-tag depth
import type { PGlite } from '@electric-sql/pglite';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts';
import { thisMachine } from '#ports/machine.ts';
import type { Identity } from '#rules/identity.ts';
import { usualRefundLimits } from '#rules/refund-policy.ts';
import { type AppParts, createApp } from '#server/app.ts';
import { refunds, tickets } from '#server/database/schema.ts';
import { demoCore } from '#server/demo/core.ts';
import { demoPolicies } from '#server/demo/schema.ts';
import { callsOf } from './calls.ts';
import { type Sent, send } from './requests.ts';
import { createTestApp, ORIGIN, pathOf, type SignedIn, type TestApp } from './test-app.ts';

const now = new Date('2026-11-21T15:00:00Z');
const names = Object.keys(endpoints) as EndpointName[];
// biome-ignore format: one line
const ending: EndpointName[] = ['accessToken', 'renewInternalToken', 'renewSession', 'changePassword', 'lock', 'logout'];
let server: TestApp;
let maria: SignedIn;
let rafael: SignedIn;
/** A call that succeeds, for each endpoint. */
let calls: Record<EndpointName, Sent>;

beforeAll(async () => {
  server = await createTestApp({ clock: () => now, seed: ['costarica@demo.test', 'dominicana@demo.test'] });
  maria = await server.signIn('costarica@demo.test');
  rafael = await server.signIn('dominicana@demo.test');
  calls = await callsOf(server, maria, '520021');
}, 60_000);
afterAll(() => server.close());

describe('[V7.2] [V7.3] [V7.4] [V7.5] [V7.6] [V7.7] [V7.8] [V7.9] [V7.10] [V7.11] [V7.12] [V7.13] [V7.14] [V7.15] [D27] [D28] each endpoint answers as the contract says', () => {
  test.each(names.filter((name) => !ending.includes(name)))(
    '%s [H7.2] [H7.3] [H7.4] [H7.5] [H7.6] [H7.7] [H7.8] [H7.9] [H7.10] [H7.11] [H7.12] [H7.13] [H7.14] [H7.15] [H7.16] [H7.18] [H7.19] [H7.21] [H7.22] [H7.23]',
    async (name) => {
      const { status, body } = await send(server.app, name, calls[name], maria.headers);
      expect({ name, status, body: status === 200 ? '' : body }).toEqual({ name, status: 200, body: '' });
      const parsed = v.safeParse(endpoints[name].answer as v.GenericSchema, body);
      expect(parsed.issues).toBeUndefined();
      // A schema of a list drops unreadable rows, so the parsed list must be as long as the sent one.
      if (Array.isArray(body)) expect(body.length).toBeGreaterThan(0);
      if (Array.isArray(body)) expect(parsed.output).toHaveLength(body.length);
    },
  );

  test('[V7.8] [V7.9] [H7.17] [H7.20] [D57] so do the endpoints that end tokens: renewing, exchanging a renewal token, changing the password, locking and logging out', async () => {
    const own = await server.signIn('costarica@demo.test');
    const access = await send(server.app, 'accessToken', calls.accessToken, own.headers);
    own.headers.Authorization = `Bearer ${v.parse(endpoints.accessToken.answer, access.body).access_token}`;
    const renewed = await send(server.app, 'renewInternalToken', calls.renewInternalToken, own.headers);
    expect(v.parse(endpoints.renewInternalToken.answer, renewed.body).token).not.toBe(own.internal);
    const again = await server.signIn('costarica@demo.test');
    const sent = { fields: { renovacion: again.renewal } };
    const exchanged = await send(server.app, 'renewSession', sent);
    const { usuario } = v.parse(endpoints.renewSession.answer, exchanged.body);
    expect([usuario.id, usuario.renovacion === again.renewal]).toEqual([maria.id, false]);
    const changed = await send(server.app, 'changePassword', calls.changePassword, own.headers);
    expect(changed.status).toBe(200);
    const locked = await server.signIn('costarica@demo.test');
    expect(await send(server.app, 'lock', calls.lock, locked.headers)).toMatchObject({ status: 200, body: {} });
    const left = await send(server.app, 'logout', calls.logout, own.headers);
    expect(left).toMatchObject({ status: 200, body: {} });
    maria = await server.signIn('costarica@demo.test');
  });
});

describe('[S7] nobody reads or writes what belongs to another customer', () => {
  const personal = names.filter((name) => {
    const row: Endpoint = endpoints[name];
    return row.bearer !== 'none' || row.internal !== 'none';
  });

  test.each(personal)('%s', async (name) => {
    const own = calls[name].fields;
    const { owns = {} }: Endpoint = endpoints[name];
    const named = Object.entries(owns);
    if (name === 'receipt' || name === 'withdraw') {
      // A key names no customer. Another customer's key counts as unknown, and withdrawing it leaves theirs alone.
      const foreign = await send(server.app, name, calls[name], rafael.headers);
      if (name === 'withdraw') expect(foreign.body).toEqual({ estado: 'anulado' });
      else expect(foreign.status).toBe(404);
      expect((await send(server.app, name, calls[name], maria.headers)).body).toMatchObject({ estado: 'recibido' });
      return;
    }
    // Their reads name the owner; tests/server/reading.test.ts asks for another customer's.
    if (name === 'readTogether') return expect(Object.keys(own)).toEqual(['lecturas']);
    // The call has no fields: it locks the customer of its token.
    if (name === 'lock') return expect(own).toEqual({});
    expect(named.length).toBeGreaterThan(0);
    // One field at a time names Maria, while all others are Rafael's.
    const his: Record<string, unknown> = { ...own, ...hisOwn(rafael) };
    for (const [kind, field] of named) {
      expect(Object.keys(own), `${name} brings what it owns`).toContain(field);
      const fields = Object.fromEntries(
        Object.keys(own).map((key) => [key, key === field || !(key in hisOwn(rafael)) ? own[key] : his[key]]),
      );
      const { status } = await send(server.app, name, { ...calls[name], fields }, rafael.headers);
      const refused = kind === 'policy' || kind === 'refund' ? 404 : 403;
      expect(status, `${name} with another's ${field}`).toBe(refused);
    }
  });
});

describe('[S12] [S8] every endpoint', () => {
  test.each(names)('%s may not be cached and refuses calls without its tokens', async (name) => {
    const row: Endpoint = endpoints[name];
    const { status, headers, body } = await send(server.app, name, { fields: {} });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(typeof body[row.errorField] === 'string' || status === 200).toBe(true);
    if (row.bearer === 'required' || row.internal === 'required') expect(status).toBe(401);
    const forged = { Authorization: 'Bearer nobody', 'Amparo-Internal-Token': 'nobody' };
    if (row.bearer !== 'none') expect((await send(server.app, name, calls[name], forged)).status).toBe(401);
  });

  test('an unknown address gets 404, and a wrong method 405 with the allowed one', async () => {
    const unknown = await server.app.request(`${ORIGIN}/api/usuarios/nada`);
    expect([unknown.status, (await unknown.json()).code]).toEqual([404, 'not-found']);
    const wrong = await server.app.request(ORIGIN + pathOf('login'), { method: 'DELETE' });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await server.app.request(`${ORIGIN}/host`)).status).toBe(404);
  });
});

describe('endpoints that only read', () => {
  const reading = names.filter((name) => (endpoints[name] as Endpoint).readsOnly);

  test.each(reading)('%s answers 304 to the tag it gave, also to a POST, and 200 to another tag', async (name) => {
    const first = await send(server.app, name, calls[name], maria.headers);
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/".+"$/);
    const again = await send(server.app, name, calls[name], { ...maria.headers, 'If-None-Match': tag });
    expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'no-store']);
    const other = await send(server.app, name, calls[name], { ...maria.headers, 'If-None-Match': '"other"' });
    expect(other.status).toBe(200);
  });

  test.each(['policies', 'payments', 'documents'] as const)(
    'an unchanged list of %s is not read from the administration again before a day of it changes',
    async (name) => {
      let [built, now] = [0, Date.now()];
      const core = demoCore(server.db, () => new Date(now));
      const counting = {
        ...core,
        policiesOf: (person: Identity) => {
          built += 1;
          return core.policiesOf(person);
        },
        payments: (policyId: string) => {
          built += 1;
          return core.payments(policyId);
        },
        documents: (policyId: string) => {
          built += 1;
          return core.documents(policyId);
        },
      };
      const parts = { db: server.db, clock: () => new Date(), mail: async () => {}, publicOrigin: ORIGIN, demo: true };
      const app = await createApp({ machine: thisMachine, ...parts, core: counting });
      const ask = (tag = '') => send(app, name, calls[name], { ...maria.headers, 'If-None-Match': tag });
      const tag = (await ask()).headers.get('etag') ?? '';
      expect([(await ask(tag)).status, built]).toEqual([304, 1]);
      now += 24 * 60 * 60 * 1000;
      // The demo counts days from today, except those of its documents.
      expect([(await ask(tag)).status, built]).toEqual(name === 'documents' ? [304, 1] : [200, 2]);
    },
  );

  test('what the server itself adds to policies brings them anew: another limit, XML of invoices, and a new day', async () => {
    let now = Date.parse('2026-11-22T15:00:00Z');
    const parts = { db: server.db, clock: () => new Date(now), mail: async () => {}, publicOrigin: ORIGIN, demo: true };
    // The day of the insurer stands still: only the server's own part changes.
    const core = demoCore(server.db, () => new Date('2026-11-22T15:00:00Z'));
    const tagOf = async (more: Partial<AppParts> = {}) => {
      const app = await createApp({ machine: thisMachine, ...parts, core, ...more });
      return (await send(app, 'policies', calls.policies, maria.headers)).headers.get('etag') ?? '';
    };
    const usual = await tagOf();
    expect(await tagOf()).toBe(usual);
    const others = [await tagOf({ refundXml: true }), await tagOf({ refundLimits: { ...usualRefundLimits, USD: 7 } })];
    now += 24 * 60 * 60 * 1000;
    expect(new Set([usual, ...others, await tagOf()]).size).toBe(4);
  });

  test('[D78] a policy that changed at the insurer changes the tag of the policies', async () => {
    const ask = (tag: string) =>
      send(server.app, 'policies', calls.policies, { ...maria.headers, 'If-None-Match': tag });
    const tag = (await ask('')).headers.get('etag') ?? '';
    const own = eq(demoPolicies.ownerNif, maria.nif);
    await server.db.update(demoPolicies).set({ avoidLapse: 7 }).where(eq(demoPolicies.ownerNif, rafael.nif));
    expect((await ask(tag)).status).toBe(304);
    await server.db.update(demoPolicies).set({ lastPaidOn: '2026-11-20' }).where(own);
    expect(await ask(tag)).toMatchObject({ status: 200, body: [{ LastPaidDate: '2026-11-20' }, {}, {}] });
    // [D78] 22:23 in Costa Rica: the instant travels, beside the day that it is there.
    const LastPaidAt = '2026-11-21T04:23:00.000Z';
    await server.db.update(demoPolicies).set({ lastPaidOn: LastPaidAt }).where(own);
    expect(await ask(tag)).toMatchObject({ status: 200, body: [{ LastPaidDate: '2026-11-20', LastPaidAt }, {}, {}] });
  });

  test.each([
    ['tickets', /"notas"/],
    ['refunds', /"fields".* from "refunds"/],
  ] as const)(
    'an unchanged list of %s is answered without reading its rows; any change brings a new list',
    async (name, rows) => {
      const ask = (tag = '') => send(server.app, name, calls[name], { ...maria.headers, 'If-None-Match': tag });
      const asked = vi.spyOn((server.db as unknown as { $client: PGlite }).$client, 'query');
      const reads = async (tag: string) => {
        asked.mockClear();
        const { status, headers } = await ask(tag);
        const queries = asked.mock.calls.filter(([text]) => rows.test(text)).length;
        return { status, queries, tag: headers.get('etag') ?? '' };
      };
      let held = (await ask()).headers.get('etag') ?? '';
      expect(await reads(held)).toMatchObject({ status: 304, queries: 0 });
      const table = name === 'tickets' ? tickets : refunds;
      const [one] = await server.db.select({ id: table.id }).from(table).where(eq(table.customerId, maria.id)).limit(1);
      const which = eq(table.id, one?.id ?? '');
      const changes = [
        // A change from outside the app: another process, or somebody at the database.
        () => server.db.update(table).set({ estado: 'Cambiado' }).where(which),
        () =>
          send(
            server.app,
            `create${name === 'tickets' ? 'Ticket' : 'Refund'}`,
            calls[name === 'tickets' ? 'createTicket' : 'createRefund'],
            maria.headers,
          ),
        ...(name === 'refunds'
          ? [() => send(server.app, 'addRefundDocument', calls.addRefundDocument, maria.headers)]
          : []),
      ];
      for (const change of changes) {
        await change();
        const now = await reads(held);
        expect([now.status, now.queries > 0, now.tag === held]).toEqual([200, true, false]);
        held = now.tag;
        expect(await reads(held)).toMatchObject({ status: 304, queries: 0 });
      }
      asked.mockRestore();
    },
  );

  test('[D48] document addresses differ in each answer and leave the tag unchanged', async () => {
    const [a, b] = [
      await send(server.app, 'documents', calls.documents, maria.headers),
      await send(server.app, 'documents', calls.documents, maria.headers),
    ];
    expect(JSON.stringify(a.body)).not.toBe(JSON.stringify(b.body));
    expect(a.headers.get('etag')).toBe(b.headers.get('etag'));
  });

  test('a change gives another tag', async () => {
    const before = await send(server.app, 'tickets', calls.tickets, maria.headers);
    await send(server.app, 'createTicket', calls.createTicket, maria.headers);
    const after = await send(server.app, 'tickets', calls.tickets, maria.headers);
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
  });
});

test('[D27] no access token is issued for an identity number alone', async () => {
  const { status } = await send(server.app, 'accessToken', { fields: { cedula: maria.nif } });
  expect(status).toBe(401);
});

test('/health answers 200 while the database answers', async () => {
  const response = await server.app.request(`${ORIGIN}/health`);
  expect([response.status, await response.json()]).toEqual([200, { estado: 'ok' }]);
});

const hisOwn = (who: SignedIn): Record<string, unknown> => ({
  idUsuario: who.id,
  id: who.id,
  cedula: who.nif,
  policyId: '530033',
  poliza: '530033',
  Policy: '530033',
  PolicyNumber: 'RD-SAL-0020416',
});

describe('[D51] the contract’s version', () => {
  const ask = (app: TestApp['app'], headers: Record<string, string>) =>
    app.request(pathOf('tickets'), { headers: { ...maria.headers, ...headers } });

  test('an app is answered when it sends none, a known one or nonsense, and told the oldest version understood', async () => {
    for (const headers of [{}, { 'Amparo-Contract': '1' }, { 'Amparo-Contract': '7' }, { 'Amparo-Contract': 'x' }]) {
      const answered = await server.app.request(`${pathOf('tickets')}?idUsuario=${maria.id}`, {
        headers: { ...maria.headers, ...headers } as Record<string, string>,
      });
      expect([answered.status, answered.headers.get('Amparo-Contract')]).toEqual([200, '1']);
    }
  });

  test('an app with a version that is too old is refused with 426 before its request is read', async () => {
    const newer = await createTestApp({ clock: () => now, seed: ['costarica@demo.test'], oldestContract: 2 });
    const refused = await ask(newer.app, { 'Amparo-Contract': '1' });
    expect(refused.status).toBe(426);
    expect(refused.headers.get('Amparo-Contract')).toBe('2');
    expect(await refused.json()).toMatchObject({
      code: 'outdated',
      message: expect.stringMatching(/^Actualiza la app/),
    });
    expect((await ask(newer.app, { 'Amparo-Contract': '2' })).status).toBe(401);
    await newer.close();
  });
});
