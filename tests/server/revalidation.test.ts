import type { PGlite } from '@electric-sql/pglite';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { conditionalRead } from '#api/conditional-read.ts';
import type { ConditionalRead } from '#contract/endpoints/revalidation.ts';
import { MAX_READS } from '#contract/endpoints/revalidation.ts';
import { thisMachine } from '#ports/machine.ts';
import { createApp } from '#server/app.ts';
import type { Core } from '#server/core/port.ts';
import { auditTrail, tickets } from '#server/database/schema.ts';
import { send } from './requests.ts';
import { createTestApp, ORIGIN, type SignedIn, type TestApp } from './test-app.ts';

let server: TestApp;
let maria: SignedIn;
let rafael: SignedIn;
beforeAll(async () => {
  server = await createTestApp({ seed: ['costarica@demo.test', 'dominicana@demo.test'] });
  maria = await server.signIn('costarica@demo.test');
  rafael = await server.signIn('dominicana@demo.test');
}, 60_000);
afterAll(() => server.close());

const etagOf = async (name: 'tickets' | 'payments' | 'policies', fields: Record<string, unknown>, who = maria) =>
  (await send(server.app, name, { fields }, who.headers)).headers.get('etag') ?? '';
const ask = (lecturas: readonly ConditionalRead[], headers = maria.headers) =>
  send(server.app, 'revalidate', { fields: { lecturas } }, headers);

describe('one request about many reads', () => {
  test('names those that would get 304, by GET and by POST, and not those that changed', async () => {
    const own = { idUsuario: maria.id };
    const policies = { cedula: maria.nif, ...own };
    const reads = [
      conditionalRead('tickets', own, await etagOf('tickets', own)),
      conditionalRead('payments', { policyId: '520021' }, 'W/"other"'),
      conditionalRead('policies', policies, await etagOf('policies', policies)),
    ];
    expect((await ask(reads)).body).toEqual({ vigentes: [0, 2] });
    await server.db.update(tickets).set({ notas: 'Otra' }).where(eq(tickets.customerId, maria.id));
    expect((await ask(reads)).body).toEqual({ vigentes: [2] });
  });

  test('[S7] tells nothing of another customer, even by the right ETag', async () => {
    const reads = [
      conditionalRead('tickets', { idUsuario: maria.id }, await etagOf('tickets', { idUsuario: maria.id })),
      conditionalRead('payments', { policyId: '520021' }, await etagOf('payments', { policyId: '520021' })),
    ];
    expect((await ask(reads)).body).toEqual({ vigentes: [0, 1] });
    expect((await ask(reads, rafael.headers)).body).toEqual({ vigentes: [] });
  });

  test('asks the insurer for each policy once, and whose each token is once, however many reads name them', async () => {
    const asked: string[] = [];
    const core: Core = {
      ...server.core,
      findPolicy: (person, reference) => {
        asked.push(reference);
        return server.core.findPolicy(person, reference);
      },
    };
    const parts = { db: server.db, clock: () => new Date(), mail: async () => {}, publicOrigin: ORIGIN, demo: true };
    const app = await createApp({ machine: thisMachine, ...parts, core });
    const names = ['payments', 'documents', 'roles', 'cards', 'dependents'] as const;
    const reads = ['520021', '520022', '520023'].flatMap((policyId) =>
      names.map((name) => conditionalRead(name, { policyId }, 'W/"other"')),
    );
    const queries = vi.spyOn((server.db as unknown as { $client: PGlite }).$client, 'query');
    const lookUps = async (lecturas: typeof reads) => {
      queries.mockClear();
      await send(app, 'revalidate', { fields: { lecturas } }, maria.headers);
      return queries.mock.calls.filter(([text]) => text.includes('from "tokens"')).length;
    };
    const alone = await lookUps([]);
    // Of each of the two tokens, once for all the reads.
    expect(await lookUps(reads)).toBe(alone + 2);
    expect(asked).toEqual(['520021', '520022', '520023']);
    await lookUps(reads.slice(0, 2));
    expect(asked).toHaveLength(4);
    queries.mockRestore();
  });

  test('performs nothing: only reads are asked, neither itself nor any other address', async () => {
    const key = crypto.randomUUID();
    const elsewhere: ConditionalRead[] = [
      { base: 'api', metodo: 'POST', direccion: '/usuarios/bloquear', cuerpo: '{}', etiqueta: '*' },
      { base: 'api', metodo: 'GET', direccion: `/comandos/${key}`, cuerpo: null, etiqueta: '*' },
      { base: 'api', metodo: 'POST', direccion: '/lecturas/revalidar', cuerpo: '{"lecturas":[]}', etiqueta: '*' },
      { base: 'api', metodo: 'GET', direccion: '/../../index.html', cuerpo: null, etiqueta: '*' },
      { base: 'host', metodo: 'GET', direccion: '//example.com/', cuerpo: null, etiqueta: '*' },
    ];
    expect((await ask(elsewhere)).body).toEqual({ vigentes: [] });
    expect(await ask([])).toMatchObject({ status: 200, body: { vigentes: [] } });
    // The tokens still work: nothing was locked.
    expect((await send(server.app, 'tickets', { fields: { idUsuario: maria.id } }, maria.headers)).status).toBe(200);
  });

  test('notes nothing as seen, since only whether something changed is told', async () => {
    const before = (await server.db.select().from(auditTrail)).length;
    const read = conditionalRead('payments', { policyId: '520021' }, 'W/"other"');
    expect((await ask([read, read, read])).body).toEqual({ vigentes: [] });
    await server.settled();
    expect(await server.db.select().from(auditTrail)).toHaveLength(before);
  });

  test.each([
    ['a GET with a body', { cuerpo: '{}' }],
    ['an ETag beyond Latin-1', { etiqueta: '"€"' }],
    ['an ETag with a line end', { etiqueta: '"a\r\nb"' }],
    ['an ETag without its quotes', { etiqueta: 'abc' }],
  ])('[S11] refuses %s, which no request could carry', async (_, odd) => {
    const read = conditionalRead('payments', { policyId: '520021' }, '"x"');
    expect((await ask([{ ...read, ...odd }])).status).toBe(422);
  });

  test('refuses more reads than a page asks about, and a caller without tokens', async () => {
    const read = conditionalRead('tickets', { idUsuario: maria.id }, '"x"');
    expect((await ask(Array.from({ length: MAX_READS + 1 }, () => read))).status).toBe(422);
    expect((await ask([read], {})).status).toBe(401);
  });
});
