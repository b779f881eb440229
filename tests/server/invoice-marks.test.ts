import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Refund } from '#contract/refunds.ts';
import { refundFields, refundPapers, send } from './requests.ts';
import { createTestApp, type SignedIn, type TestApp } from './test-app.ts';

const marks = {
  facturaEmisor: '3101165888',
  facturaNumero: '00100004010000000783',
  facturaClave: '50605012600310116588800100004010000000783169122172',
};

let server: TestApp;
let maria: SignedIn;
beforeAll(async () => {
  server = await createTestApp({ seed: ['costarica@demo.test', 'dominicana@demo.test'] });
  maria = await server.signIn('costarica@demo.test');
}, 60_000);
afterAll(() => server.close());

const ask = (fields: Record<string, string>) =>
  send(
    server.app,
    'createRefund',
    { fields: { ...refundFields(maria, '520021'), ...fields }, files: refundPapers() },
    { ...maria.headers, 'Idempotency-Key': crypto.randomUUID() },
  );

async function listOf(who: SignedIn, poliza: string): Promise<Refund[]> {
  const { body } = await send(server.app, 'refunds', { fields: { idUsuario: who.id, poliza } }, who.headers);
  return body as unknown as Refund[];
}

test("another device of the customer reads what a refund's invoice is known by, and another customer does not", async () => {
  const made = await ask(marks);
  expect(made.status).toBe(200);
  expect(made.body.reembolso).toMatchObject(marks);
  const { id } = made.body.reembolso as Refund;
  const elsewhere = await server.signIn('costarica@demo.test');
  expect((await listOf(elsewhere, '520021')).find((one) => one.id === id)).toMatchObject(marks);
  const luis = await server.signIn('dominicana@demo.test');
  expect(JSON.stringify(await listOf(luis, '530031'))).not.toContain(marks.facturaNumero);
});

test('a refund whose invoice was not read is as before', async () => {
  const { status, body } = await ask({});
  expect(status).toBe(200);
  for (const mark of Object.keys(marks)) expect(body.reembolso).not.toHaveProperty(mark);
});

test.each([
  ['too long', '9'.repeat(97)],
  ['of several words', '123 456'],
  ['with a sign that turns the line', '123\u202e456'],
  ['that is markup', '<b>1</b>'],
])('a mark %s is refused in Spanish, at its field', async (_, text) => {
  for (const mark of Object.keys(marks)) {
    const { status, body } = await ask({ [mark]: text });
    expect([status, body.fields]).toEqual([422, { [mark]: 'Por favor, introduce un valor válido' }]);
  }
});
