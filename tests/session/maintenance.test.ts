// @module-tag depth
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { bills, policies } from '#mirror/collections.ts';
import { problemText } from '#rules/problem-words.ts';
import { maintenance } from '#server/database/schema.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { setMaintenance } from '#server/maintenance/maintenance.ts';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { createDevice, type Device, SERVER_START_MS } from './device.ts';

const ANA = 'costarica@demo.test';
const POLICY = '520021';
const TEXT = 'Mejoramos nuestros sistemas. Volvemos a las 6:00';
let server: TestApp;
let device: Device;
beforeAll(async () => {
  server = await createTestApp({ seed: [ANA] });
}, SERVER_START_MS);
afterAll(() => server.close());
beforeEach(async () => {
  device = createDevice(server);
  expect(await enter()).toMatchObject({ ok: true });
});
afterEach(() => server.db.delete(maintenance));

const begin = () => setMaintenance(server.db, () => new Date(), TEXT);
const enter = (on = device, password = DEMO_PASSWORD) => on.session.signIn(ANA, password);
const pulled = async () => [await device.mirror.pull(policies), await device.mirror.pull(bills, POLICY)];
const shown = async () => [
  await device.mirror.read<object>(policies as never),
  await device.mirror.read<object>(bills as never, POLICY),
];
const parts = async (name: string) => (await device.db.session.toArray()).filter(({ id }) => id.endsWith(`:${name}`));

test('a device that does not know the customer says the text of the insurer, and writes nothing', async () => {
  await begin();
  const other = createDevice(server);
  const entered = await enter(other);
  expect(entered).toMatchObject({ ok: false, problem: { code: 'maintenance', text: TEXT } });
  expect(entered.ok ? '' : problemText(entered.problem)).toBe(TEXT);
  expect([await other.session.state(), await other.db.session.count()]).toEqual(['none', 0]);
});

test('who is signed in goes on reading, also what is fetched, and nothing is said of it', async () => {
  await begin();
  for (const one of await pulled()) expect(one.ok).toBe(true);
  expect((await shown()).map(({ problem }) => problem)).toEqual([null, null]);
});

test('[D76] who unlocks reads what is here, with the reason beside its age, and fetches again when it is over', async () => {
  await pulled();
  const known = (await shown()).map(({ groups }) => groups);
  await begin();
  await device.session.lock();
  // The server is told of the lock in a maintenance too.
  expect(await device.session.tellLock()).toBe(true);
  const [renewal] = await parts('renewal');
  expect(await enter()).toMatchObject({ ok: true });
  for (const one of await pulled())
    expect(one).toMatchObject({ ok: false, problem: { code: 'maintenance', text: TEXT } });
  expect((await shown()).map(({ groups, problem }) => [groups, problem])).toEqual(
    known.map((groups) => [groups, 'maintenance']),
  );
  // Its way back stays as it was: no password is asked for.
  expect([await parts('renewal'), await device.session.over()]).toEqual([[renewal], false]);
  await server.db.delete(maintenance);
  for (const one of await pulled()) expect(one.ok).toBe(true);
});

test('[H8.11] a password that cannot be changed now leaves the device as it was, and both sides open with the old one', async () => {
  const envelopes = async () =>
    (await device.db.vault.toArray()).flatMap((row) => ('envelopes' in row ? row.envelopes : [])).length;
  await begin();
  expect(await device.session.changePassword(DEMO_PASSWORD, 'Distinta2027')).toMatchObject({
    ok: false,
    problem: { code: 'maintenance', text: TEXT },
  });
  expect(await envelopes()).toBe(1);
});

test('a sign-out ends the session at the server too', async () => {
  const idUsuario = (await device.session.customer())?.idUsuario ?? '';
  const asked = async (bearer: string) => device.api.call('tickets', { idUsuario }, { bearer });
  await device.session.call('tickets', { idUsuario });
  const bearer = device.seen.at(-1)?.headers.get('Authorization')?.replace('Bearer ', '') ?? '';
  expect(await asked(bearer)).toMatchObject({ ok: true });
  await begin();
  expect(await device.session.logout('keep')).toMatchObject({ everywhere: true });
  await server.db.delete(maintenance);
  expect(await asked(bearer)).toMatchObject({ problem: { code: 'unauthorised' } });
});
