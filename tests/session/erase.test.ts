// @module-tag depth
import { afterAll, beforeAll, expect, test } from 'vitest';
import { policies } from '#mirror/collections.ts';
import { createDrafts } from '#outbox/create-drafts.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { createDevice, dump, SERVER_START_MS } from './device.ts';

const ANA = 'ecuador@demo.test';
const LUIS = 'guatemala@demo.test';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ seed: [ANA, LUIS] });
}, SERVER_START_MS);
afterAll(() => server.close());

test('[D26] "Borrar los datos de este teléfono" leaves nothing behind, and the server is told', async () => {
  const device = createDevice(server);
  await device.session.signIn(ANA, DEMO_PASSWORD);
  await device.mirror.pull(policies);
  expect((await dump(device.db)).some(({ rows }) => rows.length > 0)).toBe(true);
  expect(await device.session.logout('erase')).toEqual({ everywhere: true, problem: null });
  expect((await dump(device.db)).filter(({ rows }) => rows.length > 0)).toEqual([]);
  expect(device.paths().at(-1)).toBe('/api/usuarios/logout');
});

test('[D26] [F15] erasing keeps the data of another customer on this device', async () => {
  const device = createDevice(server);
  await device.session.signIn(LUIS, DEMO_PASSWORD);
  const luis = (await device.session.customer())?.owner ?? '';
  await device.session.signIn(ANA, DEMO_PASSWORD);
  const ana = (await device.session.customer())?.owner ?? '';
  await device.session.logout('erase');
  const rest = JSON.stringify(await dump(device.db));
  expect(rest).not.toContain(ana);
  expect(rest).toContain(luis);
  expect(await device.session.state()).toBe('none');
  device.network.up = false;
  expect(await device.session.signIn(LUIS, DEMO_PASSWORD)).toMatchObject({ ok: true });
});

test('[D26][D45] erasing deletes what a visitor left there, beside another customer too', async () => {
  const device = createDevice(server);
  await device.session.signIn(LUIS, DEMO_PASSWORD);
  await device.session.signIn(ANA, DEMO_PASSWORD);
  const visitor = createDrafts({ db: device.db, clock: Date.now, whose: 'visitor' });
  visitor.save('registro-1', { step: 3 });
  await visitor.flush();
  await device.session.logout('erase');
  expect(await visitor.load('registro-1')).toBeNull();
});

test('[D26] a logout without erasing keeps the mirror, sealed', async () => {
  const device = createDevice(server);
  await device.session.signIn(ANA, DEMO_PASSWORD);
  await device.session.logout();
  expect(await device.db.policies.count()).toBeGreaterThan(0);
  expect(await device.session.state()).toBe('none');
});
