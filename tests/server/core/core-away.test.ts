import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EndpointName } from '#contract/endpoints.ts';
import { bills, policies } from '#mirror/collections.ts';
import { thisMachine } from '#ports/machine.ts';
import { openHttpCore } from '#server/core/http-core.ts';
import { commands, customers, refunds } from '#server/database/schema.ts';
import { referenceCore } from '#server/demo/reference-core.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { listen } from '#server/listen.ts';
import { createDevice } from '#tests/session/device.ts';
import { refundFields, refundPapers, registration, send } from '../requests.ts';
import { createTestApp, type SignedIn, type TestApp } from '../test-app.ts';
import { SECRET } from './administration.ts';

const EMAIL = 'costarica@demo.test';
const POLICY = '520021';
let server: TestApp;
let maria: SignedIn;
/** Whether the administration answers. */
let isUp = true;
let there: Awaited<ReturnType<typeof listen>>;

beforeAll(async () => {
  server = await createTestApp({ seed: [EMAIL] });
  there = await listen(0);
  const administration = referenceCore({ ...server.core }, SECRET, 'https://core.example');
  there.serve(new Hono().use(async (c, next) => (isUp ? next() : c.body(null, 503))).route('/', administration));
  // The breaker closes with the first answer.
  const patience = { attempt: 20_000, call: 20_000, retries: 0, open: 0 };
  Object.assign(
    server.core,
    openHttpCore({ steady: thisMachine.steady, url: `http://localhost:${there.port}`, secret: SECRET, patience }),
  );
  maria = await server.signIn(EMAIL);
}, 60_000);
beforeEach(() => {
  isUp = true;
});
afterAll(async () => {
  await there.stop({ within: 1_000 });
  await server.close();
});

const refund = (key: string) =>
  send(
    server.app,
    'createRefund',
    { fields: refundFields(maria, POLICY), files: refundPapers() },
    { ...maria.headers, 'Idempotency-Key': key },
  );

describe('[F38] while the administration is away', () => {
  const asked: [EndpointName, Record<string, unknown>][] = [
    ['policies', { cedula: '112340567' }],
    ['syncPolicies', { cedula: '112340567' }],
    ['pendingBills', { VisualTimeInstance: 'VTUSA', Policy: POLICY, PendingBills: 1 }],
    ['payments', { policyId: POLICY }],
    ['documents', { policyId: POLICY }],
    ['roles', { policyId: POLICY }],
    ['cards', { policyId: POLICY }],
    ['dependents', { policyId: POLICY }],
    ['refunds', { poliza: POLICY }],
    ['paymentLink', { VisualTimeInstance: 'VTUSA', PolicyNumber: POLICY, BillNo: 'F-1', Amount: 1, Currency: null }],
    ['createTicket', { idTipoTicket: '1', descripcion: 'Hola', poliza: POLICY }],
  ];
  test.each(asked)(
    '%s gets 503 with the code core-away and a Retry-After, never an empty list',
    async (name, fields) => {
      isUp = false;
      const { status, body, headers } = await send(
        server.app,
        name,
        { fields: { idUsuario: maria.id, ...fields, ...(fields.cedula !== undefined && { cedula: maria.nif }) } },
        maria.headers,
      );
      expect([status, body.code]).toEqual([503, 'core-away']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(String(body.message ?? body.error)).toMatch(/No pudimos consultar tus pólizas/);
    },
  );

  test('a refund is refused, keeps its key, and is taken once when the administration is back', async () => {
    const key = crypto.randomUUID();
    const before = await server.db.$count(refunds);
    isUp = false;
    expect((await refund(key)).body).toMatchObject({ code: 'core-away' });
    expect(await server.db.$count(refunds)).toBe(before);
    isUp = true;
    const taken = await refund(key);
    expect(taken.status).toBe(200);
    expect((await refund(key)).body).toEqual(taken.body);
    expect(await server.db.$count(refunds)).toBe(before + 1);
  });

  test('a customer can sign in, and the policies are null instead of an empty list', async () => {
    isUp = false;
    const { status, body } = await send(server.app, 'login', { fields: { email: EMAIL, password: DEMO_PASSWORD } });
    expect([status, body.polizas]).toEqual([200, null]);
  });

  test('a registration fails whole: neither an account nor a used key is left', async () => {
    isUp = false;
    const [accounts, keys] = [await server.db.$count(customers), await server.db.$count(commands)];
    const { body } = await send(server.app, 'register', await registration('nuevo@demo.test', '1710345677'));
    expect(body).toMatchObject({ code: 'core-away' });
    expect([await server.db.$count(customers), await server.db.$count(commands)]).toEqual([accounts, keys]);
  });

  test('a device goes on showing its mirror, with its age and the reason', async () => {
    const device = createDevice(server);
    expect(await device.session.signIn(EMAIL, DEMO_PASSWORD)).toMatchObject({ ok: true });
    const pulled = async () => [await device.mirror.pull(policies), await device.mirror.pull(bills, POLICY)];
    const shown = async () => [
      await device.mirror.read<object>(policies as never),
      await device.mirror.read<object>(bills as never, POLICY),
    ];
    for (const one of await pulled()) expect(one.ok).toBe(true);
    const known = await shown();
    expect(known.map(({ groups }) => groups?.flatMap(({ rows }) => rows).length)).not.toContain(0);
    isUp = false;
    device.time.now += 3_600_000;
    for (const one of await pulled()) expect(one).toMatchObject({ ok: false, problem: { code: 'core-away' } });
    expect(await shown()).toEqual(known.map((one) => ({ ...one, problem: 'core-away' })));
  });
});
