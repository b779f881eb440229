// @module-tag depth
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReceived } from '#outbox/received.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { createDevice, type Device, SERVER_START_MS } from './device.ts';

const ANA = 'ecuador@demo.test';
const LUIS = 'guatemala@demo.test';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ seed: [ANA, LUIS] });
}, SERVER_START_MS);
afterAll(() => server.close());

const receivedOn = ({ db, session, time }: Device) => createReceived({ db, session, clock: () => time.now });
const file = (name: string) => ({
  bytes: new TextEncoder().encode(`%PDF-1.7 ${name}`).buffer as ArrayBuffer,
  name,
  type: 'application/pdf',
});

test('[S23][D26] "Borrar los datos" erases the customer’s shared files and those of nobody, and no other customer’s', async () => {
  const device = createDevice(server);
  const received = receivedOn(device);
  await device.session.signIn(LUIS, DEMO_PASSWORD);
  await received.keep(file('luis.pdf'));
  await device.session.logout();
  await received.keep(file('nobody.pdf'));
  await device.session.signIn(ANA, DEMO_PASSWORD);
  await received.keep(file('ana.pdf'));
  const ana = await device.session.owner();
  await device.session.logout('erase');
  const rows = await device.db.drafts.toArray();
  expect(rows.map(({ owner }) => owner)).not.toContain(ana);
  expect(await received.unclaimed()).toEqual([]);
  await device.session.signIn(LUIS, DEMO_PASSWORD);
  expect((await received.list()).map(({ name }) => name)).toEqual(['luis.pdf']);
});

test('[S23] after a sign-out nobody reads what the customer shared, and they have it again after the next sign-in', async () => {
  const device = createDevice(server);
  const received = receivedOn(device);
  await device.session.signIn(ANA, DEMO_PASSWORD);
  await received.keep(file('ana.pdf'));
  await device.session.logout();
  expect([await received.list(), await received.unclaimed()]).toEqual([[], []]);
  await device.session.signIn(ANA, DEMO_PASSWORD);
  const [shared] = await received.list();
  expect(new TextDecoder().decode((await received.open(shared?.id ?? ''))?.bytes)).toBe('%PDF-1.7 ana.pdf');
});
