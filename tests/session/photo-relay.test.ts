import { afterAll, beforeAll, expect, test } from 'vitest';
import { relays } from '#server/database/schema.ts';
import {
  handToPhotoRelay,
  isRelayCode,
  openPhotoRelay,
  type RelayedPhoto,
  sealForRelay,
} from '#session/photo-relay.ts';
import { createTestApp, fetchOn, ORIGIN, type TestApp } from '#tests/server/test-app.ts';
import { createDevice, SERVER_START_MS } from './device.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
}, SERVER_START_MS);
afterAll(() => server.close());

const photo: RelayedPhoto = {
  side: 'frontal',
  name: 'foto.jpg',
  type: 'image/jpeg',
  bytes: new TextEncoder().encode('GPSAT a real face').buffer as ArrayBuffer,
};

async function opened() {
  const { session } = createDevice(server);
  const relay = await openPhotoRelay(session);
  if (!relay.ok) throw new Error(relay.problem.code);
  return { desk: relay.value, phone: createDevice(server).session };
}

test('[S20] the desk receives the photo of the phone byte by byte, and the server stores it sealed', async () => {
  const { desk, phone } = await opened();
  expect(await desk.take()).toEqual({ ok: true, value: null });
  expect((await handToPhotoRelay(phone, desk.code, [photo])).ok).toBe(true);
  const [row] = await server.db.select().from(relays);
  const stored = Buffer.from(row?.sealed ?? '', 'base64url').toString('latin1');
  expect(stored.length).toBeGreaterThan(photo.bytes.byteLength);
  for (const text of ['GPSAT', 'foto.jpg', 'frontal', 'image/jpeg']) expect(stored).not.toContain(text);
  // The key is never sent to the server.
  expect(JSON.stringify(row)).not.toContain(desk.code.split('.')[1]);
  const came = await desk.take();
  expect(came).toEqual({ ok: true, value: [photo] });
  // The answer may have been lost, so the same desk has it again.
  expect(await desk.take()).toEqual({ ok: true, value: [photo] });
});

test('[S20] a photo whose answer was lost counts as sent when it is sent again, also from a page that was opened anew', async () => {
  const { desk } = await opened();
  const phone = createDevice(server);
  phone.network.instead = async (path, init) => {
    await fetchOn(server.app)(`${ORIGIN}${path}`, init);
    throw new TypeError('Failed to fetch');
  };
  expect(await handToPhotoRelay(phone.session, desk.code, [photo])).toMatchObject({ problem: { code: 'offline' } });
  expect(await desk.take()).toEqual({ ok: true, value: [photo] });
  expect((await handToPhotoRelay(createDevice(server).session, desk.code, [photo])).ok).toBe(true);
  const another = { ...photo, name: 'otra.jpg' };
  expect(await handToPhotoRelay(phone.session, desk.code, [another])).toMatchObject({ ok: false });
});

test('[S20] different photos, and the same under different codes, never share what they are sealed with', async () => {
  const codes = [(await opened()).desk.code, (await opened()).desk.code];
  const photos = [[photo], [{ ...photo, name: 'otra.jpg' }]];
  const sealed = await Promise.all(codes.flatMap((code) => photos.map((ones) => sealForRelay(code, ones))));
  // The first sixteen signs are the IV.
  expect(new Set(sealed.map((text) => text.slice(0, 16))).size).toBe(4);
});

test('[S20] a photo sealed under another key counts as damaged', async () => {
  const [one, other] = [await opened(), await opened()];
  const [relevo] = one.desk.code.split('.');
  const [, foreign] = other.desk.code.split('.');
  await handToPhotoRelay(one.phone, `${relevo}.${foreign}`, [photo]);
  expect(await one.desk.take()).toMatchObject({ ok: false, problem: { code: 'damaged' } });
});

test('[S20] a message that is no base64url counts as damaged, so that the desk does not wait for ever', async () => {
  const { desk, phone } = await opened();
  const [relevo = ''] = desk.code.split('.');
  expect((await phone.call('handToRelay', { relevo, contenido: 'a' })).ok).toBe(true);
  expect(await desk.take()).toMatchObject({ ok: false, problem: { code: 'damaged' } });
});

test('[S20] a code of another form is refused without asking the server', async () => {
  const device = createDevice(server);
  for (const code of ['', 'x', '../../login', `${'a'.repeat(43)}.${'b'.repeat(42)}`]) {
    expect(isRelayCode(code)).toBe(false);
    expect(await handToPhotoRelay(device.session, code, [photo])).toMatchObject({ problem: { code: 'not-found' } });
  }
  expect(device.seen).toEqual([]);
});
