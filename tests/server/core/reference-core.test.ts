import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import type { Policy } from '#contract/policies.ts';
import { thisMachine } from '#ports/machine.ts';
import { identityOf } from '#rules/identity.ts';
import { createApp } from '#server/app.ts';
import { openHttpCore } from '#server/core/http-core.ts';
import type { CoreEvent } from '#server/core/not-answered.ts';
import type { Core } from '#server/core/port.ts';
import { demoCustomers } from '#server/demo/customers.ts';
import { referenceCore } from '#server/demo/reference-core.ts';
import { unclaimedPeople } from '#server/demo/unclaimed.ts';
import { type Listening, listen } from '#server/listen.ts';
import { send } from '../requests.ts';
import { createTestApp, ORIGIN, type SignedIn, type TestApp } from '../test-app.ts';
import { SECRET } from './administration.ts';

let embedded: TestApp;
let connected: Pick<TestApp, 'app'>;
let there: Listening;
let core: Core;
const events: CoreEvent[] = [];
const patience = { attempt: 20_000, call: 60_000, document: 20_000 };
// Both sides count days from the same instant.
const now = new Date();

beforeAll(async () => {
  embedded = await createTestApp({ seed: 'all', clock: () => now });
  const listening = await listen(0);
  there = listening;
  const url = `http://localhost:${there.port}`;
  listening.serve(referenceCore(embedded.core, SECRET, url));
  core = openHttpCore({
    steady: thisMachine.steady,
    url,
    secret: SECRET,
    patience,
    tell: (event) => events.push(event),
  });
  const { db } = embedded;
  const parts = { db, clock: () => now, mail: async () => {}, publicOrigin: ORIGIN, demo: true, passwordCost: 1024 };
  connected = { app: await createApp({ machine: thisMachine, ...parts, core }) };
}, 120_000);
afterAll(async () => {
  await there.stop({ within: 1_000 });
  await embedded.close();
});

/** The answer as an app parses it, with a fixed text for each single-use address, since these always differ. */
const lasting = (name: EndpointName, body: unknown) =>
  JSON.parse(JSON.stringify(v.parse(endpoints[name].answer as v.GenericSchema, body)), (member, value) =>
    member === 'PhysicalPath' ? 'address' : value,
  );

async function both(name: EndpointName, fields: Record<string, unknown>, who: SignedIn) {
  const [here, far] = [
    await send(embedded.app, name, { fields }, who.headers),
    await send(connected.app, name, { fields }, who.headers),
  ];
  expect(here.status, name).toBe(200);
  expect(far.status, name).toBe(200);
  expect(lasting(name, far.body), name).toEqual(lasting(name, here.body));
  // The tags of other lists come from their JSON, whose members may be in another order.
  if (['policies', 'payments', 'documents'].includes(name))
    expect(far.headers.get('etag')).toBe(here.headers.get('etag'));
  return here.body as unknown;
}

describe('[F38] an administration over HTTP answers as the embedded demo does', () => {
  test.each(demoCustomers.map(({ email }) => email))('%s', async (email) => {
    const who = await embedded.signIn(email);
    const person = { cedula: who.nif, idUsuario: who.id };
    const policies = (await both('policies', person, who)) as Policy[];
    await both('syncPolicies', person, who);
    await both('personalInformation', { id: who.id }, who);
    await both('tickets', { idUsuario: who.id }, who);
    // Six policies show as much as all forty.
    for (const { Policy: policyId, VisualTimeInstance } of policies.slice(0, 6)) {
      await both('pendingBills', { VisualTimeInstance, Policy: policyId, PendingBills: 1 }, who);
      for (const name of ['payments', 'documents', 'roles', 'cards', 'dependents'] as const)
        await both(name, { policyId }, who);
      await both('refunds', { idUsuario: who.id, poliza: policyId }, who);
    }
  });

  test('gives the same claims and policies for everyone the insurer knows, and nothing for another document number', async () => {
    for (const { nif, tipoId, residence } of [...demoCustomers, ...unclaimedPeople]) {
      const document = identityOf({ nif, tipoId, residenciaFiscal: residence });
      const claimant = {
        document,
        nombre: 'Ana',
        apellidos: 'Mora',
        fechaNacimiento: '1990-01-01',
        residenciaFiscal: residence,
        email: 'a@b.test',
      };
      expect(await core.claim(claimant)).toEqual(await embedded.core.claim(claimant));
      const policies = await core.policiesOf(document);
      expect(policies).toEqual(await embedded.core.policiesOf(document));
      const number = (policies.ok && policies.value[0]?.PolicyNumber) || 'none';
      expect(await core.findPolicy(document, number)).toEqual(await embedded.core.findPolicy(document, number));
      expect(await core.findPolicy({ ...document, number: '0' }, number)).toEqual({ ok: true, value: null });
    }
  });

  test('gives a document the same bytes and name, through an address that opens it', async () => {
    const who = await embedded.signIn('costarica@demo.test');
    const { body } = await send(connected.app, 'documents', { fields: { policyId: '520021' } }, who.headers);
    const [first] = body as unknown as { PhysicalPath: string }[];
    const opened = await connected.app.request(ORIGIN + first?.PhysicalPath);
    expect(opened.status).toBe(200);
    expect(opened.headers.get('content-disposition')).toContain('.pdf');
    expect(
      Buffer.from(await opened.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const listed = await core.documents('520021');
    const id = (listed.ok && listed.value[0]?.id) || '';
    const [far, here] = [await core.readDocument('520021', id), await embedded.core.readDocument('520021', id)];
    if (!far.ok || !here.ok) return expect.fail('not read');
    expect({ ...far.value, bytes: [...(far.value?.bytes ?? [])] }).toEqual({
      ...here.value,
      bytes: [...(here.value?.bytes ?? [])],
    });
    expect(await core.readDocument('520021', 'none')).toEqual({ ok: true, value: null });
  });

  test('a bill is paid on a page of the administration', async () => {
    const who = await embedded.signIn('costarica@demo.test');
    const bills = await core.pendingBills('520023');
    const [bill] = bills.ok ? bills.value : [];
    const policies = await core.findPolicy(
      identityOf({ nif: who.nif, tipoId: 'Cédula de Identidad', residenciaFiscal: 'Costa Rica' }),
      '520023',
    );
    const order = {
      VisualTimeInstance: 'VTUSA',
      PolicyNumber: (policies.ok && policies.value?.PolicyNumber) || '',
      BillNo: bill?.BillNumber,
      Amount: policies.ok && policies.value?.AmountAvoidLapsingPolicy,
      Currency: null,
    };
    const { body } = await send(connected.app, 'paymentLink', { fields: order }, who.headers);
    expect(body.paymentUrl).toMatch(/^http:\/\/localhost:\d+\/pagar\/[\w-]{43}$/);
  });

  test('needs no repeated try for any of this', () => expect(events).toEqual([]));
});

test('[F38] the administration refuses callers without the secret and requests outside the contract', async () => {
  const url = `http://localhost:${there.port}`;
  const stranger = openHttpCore({ steady: thisMachine.steady, url, secret: 'another-secret-of-nobody', patience });
  expect(await stranger.pendingBills('520021')).toMatchObject({ ok: false, problem: { code: 'core-away' } });
  const headers = { Authorization: `Bearer ${SECRET}`, 'Content-Type': 'application/json' };
  const post = (body: string) => fetch(`${url}/policies/search`, { method: 'POST', headers, body });
  expect((await post('{"person":{"number":1}}')).status).toBe(400);
  expect((await post('nonsense')).status).toBe(400);
  expect((await fetch(`${url}/elsewhere`, { headers })).status).toBe(404);
});
