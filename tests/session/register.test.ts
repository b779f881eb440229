import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { policies } from '#mirror/collections.ts';
import { wireFieldsOf } from '#rules/wizard-wire.ts';
import type { NewAccount } from '#session/judge.ts';
import { jpeg, livingIn } from '#tests/countries/people.ts';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { createDevice, SERVER_START_MS } from './device.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ seed: [] });
}, SERVER_START_MS);
afterAll(() => server.close());

async function account(email: string, nif: string, changed: Record<string, string> = {}): Promise<NewAccount> {
  const { country, person, around } = await livingIn('Ecuador');
  const photo = async (name: string) => ({ bytes: await jpeg(name).arrayBuffer(), name, type: 'image/jpeg' });
  return {
    fields: { ...wireFieldsOf(country, person, around.lists), email, nif, ...changed } as NewAccount['fields'],
    photos: { frontal: await photo('frontal.jpg'), reverso: await photo('reverso.jpg') },
    key: crypto.randomUUID(),
  };
}

describe('creating an account', () => {
  test('[V6.1][V4.1][V3.10][V3.12] opens a session at once: the device has tokens and keys without a sign-in', async () => {
    const { session, paths } = createDevice(server);
    expect(await session.register(await account('nueva@demo.test', '1710345677'))).toEqual({
      ok: true,
      value: { waiting: 0 },
    });
    expect(paths()).toEqual(['/api/usuarios/create']);
    expect(await session.state()).toBe('open');
    expect(await session.customer()).toMatchObject({
      email: 'nueva@demo.test',
      cedula: '1710345677',
      residence: 'Ecuador',
    });
  });

  test('[V2.40] with a document number the insurer knows pulls its policies with the tokens of the answer', async () => {
    const { session, mirror, paths } = createDevice(server);
    await session.register(await account('rosa@demo.test', '0102030400'));
    expect(await mirror.pull(policies)).toMatchObject({ ok: true });
    const { groups } = await mirror.read(policies);
    expect(groups?.[0]?.rows.map((row) => row.PolicyNumber)).toEqual(['EC-SAL-0610011', 'EC-VID-0610012']);
    expect(paths()).not.toContain('/api/usuarios/login');
  });

  test('[V4.1] lets the customer sign in offline on this device from then on', async () => {
    const device = createDevice(server);
    await device.session.register(await account('luego@demo.test', '1309876546'));
    await device.session.logout();
    device.network.up = false;
    expect(await device.session.signIn('luego@demo.test', 'Secreta2026')).toMatchObject({ ok: true });
  });

  test('[V4.1] can be repeated under the same key after a lost answer, and makes one account', async () => {
    const device = createDevice(server);
    const sent = await account('perdida@demo.test', '1712345675');
    let lost = false;
    device.network.instead = async (path, init) => {
      if (lost || !path.endsWith('/create')) return null;
      lost = true;
      await server.app.request(`http://localhost:4173${path}`, init);
      throw new TypeError('connection lost');
    };
    expect(await device.session.register(sent)).toMatchObject({ ok: false, problem: { code: 'offline' } });
    expect(await device.session.state()).toBe('none');
    expect(await device.session.register(sent)).toMatchObject({ ok: true });
  });

  test('[V8.1] opens no session when the server refuses, and returns the refused fields', async () => {
    const { session } = createDevice(server);
    const refused = await session.register(await account('nadie@demo.test', '0912345675', { canton: 'Cuenca' }));
    expect(refused).toMatchObject({ ok: false, problem: { code: 'invalid', fields: { canton: expect.any(String) } } });
    expect(await session.state()).toBe('none');
  });
});
