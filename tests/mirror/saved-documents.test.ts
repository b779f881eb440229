// @module-tag depth
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { loseValues } from '#tests/database/lost-values.ts';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { createDevice, type Device, dump, readable, SERVER_START_MS } from '#tests/session/device.ts';

const ANA = 'costarica@demo.test';
const paper = { policyId: '520021', category: 'Estado de cuenta', createdOn: '2026-07-03', place: 0 };
const fileOf = (text: string) => ({
  name: 'Estado de cuenta.pdf',
  type: 'application/pdf',
  bytes: new TextEncoder().encode(text).buffer,
});

let server: TestApp;
let device: Device;
beforeAll(async () => {
  server = await createTestApp({ seed: [ANA, 'colombia@demo.test'] });
}, SERVER_START_MS);
beforeEach(async () => {
  device = createDevice(server);
  await device.session.signIn(ANA, DEMO_PASSWORD);
});
afterAll(() => server.close());

const saved = () => device.mirror.saved;
async function keep(document = paper, text = '%PDF-1.4 secreto') {
  const written = await saved().save(document, fileOf(text), await device.session.owner());
  if (!written?.ok) throw new Error('not kept');
  return written.value;
}

describe('documents saved on this device', () => {
  test('come back byte for byte, with their name and type', async () => {
    const { id } = await keep();
    const file = await saved().open(id);
    expect(file).toMatchObject({ name: 'Estado de cuenta.pdf', type: 'application/pdf' });
    expect(new TextDecoder().decode(file?.bytes)).toBe('%PDF-1.4 secreto');
    expect(await saved().list()).toMatchObject([{ id, ...paper, size: 16 }]);
  });

  test('count with their size in the storage that the device shows', async () => {
    await keep();
    await keep({ ...paper, place: 1 }, 'otro');
    expect((await saved().list()).reduce((sum, { size }) => sum + size, 0)).toBe(20);
    const rows = await device.db.savedDocuments.toArray();
    expect(rows.reduce((sum, { size }) => sum + size, 0)).toBe(20);
  });

  test('replace an earlier copy of the same document', async () => {
    const first = await keep();
    const second = await keep(paper, 'nuevo');
    expect((await saved().list()).map(({ id }) => id)).toEqual([second.id]);
    expect(await saved().open(first.id)).toBeNull();
    expect(await device.db.savedDocuments.count()).toBe(2);
  });

  test('are deleted when the customer removes them', async () => {
    const { id } = await keep();
    await saved().remove(id);
    expect(await saved().list()).toEqual([]);
    expect(await device.db.savedDocuments.count()).toBe(0);
  });

  test('[S9] are stored sealed: neither name, category nor content is in the clear', async () => {
    await keep();
    expect(readable(await dump(device.db), ['Estado de cuenta', 'secreto', '%PDF', '520021'])).toEqual([]);
  });

  test('[D25] cannot be read or written while locked, and can again after the next sign-in', async () => {
    const { id } = await keep();
    await device.session.lock();
    expect(await saved().list()).toEqual([]);
    expect(await saved().open(id)).toBeNull();
    expect(await saved().save(paper, fileOf('x'), null)).toBeNull();
    await device.session.signIn(ANA, DEMO_PASSWORD);
    expect(await saved().open(id)).not.toBeNull();
  });

  test('[F15][F66] are not saved as those of a customer who signed in since they were opened', async () => {
    const ana = await device.session.owner();
    await createDevice(server, { name: device.db.name }).session.signIn('colombia@demo.test', DEMO_PASSWORD);
    expect(await saved().save(paper, fileOf('de Ana'), ana)).toBeNull();
    expect(await device.db.savedDocuments.count()).toBe(0);
  });

  test('[F15] are hidden from another customer who signs in on this device', async () => {
    const { id } = await keep();
    await device.session.signIn('colombia@demo.test', DEMO_PASSWORD);
    expect(await saved().list()).toEqual([]);
    expect(await saved().open(id)).toBeNull();
    expect(await saved().list()).toEqual([]);
  });

  test('are left out when their row is damaged', async () => {
    const { id } = await keep();
    await device.db.savedDocuments.update(`${id}:about`, { data: new ArrayBuffer(40) });
    expect(await saved().list()).toEqual([]);
    expect(await saved().open(id)).toBeNull();
  });

  test('[F65] are told as missing when the browser has lost their bytes', async () => {
    const { id } = await keep();
    loseValues(device.db.savedDocuments, ({ size }) => size > 0);
    expect(await saved().open(id)).toBeNull();
    expect(await saved().list()).toMatchObject([{ id }]);
  });

  test('[F16] are not stored, and that is reported, when the device has no room', async () => {
    const full = Object.assign(new Error('full'), { name: 'QuotaExceededError' });
    device.db.savedDocuments.hook('creating', () => {
      throw full;
    });
    expect(await saved().save(paper, fileOf('x'), await device.session.owner())).toEqual({
      ok: false,
      code: 'storage-full',
    });
    expect(await device.db.savedDocuments.count()).toBe(0);
  });
});
