// @module-tag depth
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EnvelopeRow } from '#database/rows.ts';
import { policies } from '#mirror/collections.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { createDevice, type Device, SERVER_START_MS } from './device.ts';

const ANA = 'ecuador@demo.test';
const NEW = 'Distinta2027';

let server: TestApp;
let device: Device;
/** The password that the server accepts now. */
let accepted = DEMO_PASSWORD;
beforeAll(async () => {
  server = await createTestApp({ seed: [ANA] });
}, SERVER_START_MS);
afterAll(() => server.close());
beforeEach(async () => {
  device = createDevice(server);
  await device.session.signIn(ANA, accepted);
});

async function envelopes(): Promise<number> {
  const rows = await device.db.vault.toArray();
  return rows.flatMap((row) => ('envelopes' in row ? row.envelopes : [])).length;
}

async function opensOffline(password: string): Promise<boolean> {
  device.network.up = false;
  await device.session.lock();
  const entered = await device.session.signIn(ANA, password);
  device.network.up = true;
  return entered.ok;
}

const failWith = (answer: () => Response | null) => {
  device.network.instead = (path) => (path.endsWith('/changePassword') ? answer() : null);
};

describe('changing the password', () => {
  test('[H7.20] [H8.11] only the accepted password opens the device and its data', async () => {
    const owner = (await device.session.customer())?.owner;
    expect(await device.session.changePassword(accepted, NEW)).toEqual({ ok: true, value: null });
    const before = accepted;
    accepted = NEW;
    expect(await envelopes()).toBe(1);
    expect(await opensOffline(before)).toBe(false);
    expect(await opensOffline(NEW)).toBe(true);
    expect((await device.session.customer())?.owner).toBe(owner);
    expect((await device.mirror.read(policies)).groups).not.toBeNull();
  });

  test('[H8.11] a refusal shows the text of the server at its field and leaves the device unchanged', async () => {
    const answer = await device.session.changePassword('equivocada', NEW);
    expect(answer).toMatchObject({ problem: { fields: { current: 'La contraseña actual no es correcta' } } });
    expect(await envelopes()).toBe(1);
    failWith(() => Response.json({ code: 'rate-limited' }, { status: 429 }));
    expect(await device.session.changePassword(accepted, 'Otra2028x')).toMatchObject({ ok: false });
    expect(await envelopes()).toBe(1);
    expect(await opensOffline('Otra2028x')).toBe(false);
  });

  test('[F2] after a lost answer both passwords open the device; the next sign-in decides which one stays', async () => {
    device.network.instead = async (path, init) => {
      if (!path.endsWith('/changePassword')) return null;
      await server.app.request(`http://localhost:4173${path}`, init);
      throw new TypeError('Failed to fetch');
    };
    const before = accepted;
    const next = 'Perdida2029';
    expect(await device.session.changePassword(before, next)).toMatchObject({ problem: { code: 'offline' } });
    accepted = next;
    expect(await envelopes()).toBe(2);
    expect(await opensOffline(before)).toBe(true);
    expect(await opensOffline(next)).toBe(true);
    device.network.instead = null;
    const owner = (await device.session.customer())?.owner;
    expect(await device.session.signIn(ANA, next)).toMatchObject({ ok: true });
    expect(await envelopes()).toBe(1);
    expect((await device.session.customer())?.owner).toBe(owner);
  });

  test('a refusal after a lost answer deletes only its own envelope', async () => {
    failWith(() => {
      throw new TypeError('Failed to fetch');
    });
    await device.session.changePassword(accepted, 'Primera2030');
    expect(await envelopes()).toBe(2);
    failWith(() => Response.json({ code: 'invalid' }, { status: 422 }));
    await device.session.changePassword(accepted, 'Segunda2031');
    expect(await envelopes()).toBe(2);
    expect(await opensOffline('Primera2030')).toBe(true);
    expect(await opensOffline('Segunda2031')).toBe(false);
  });

  test('[D51] a backend that refuses this version has changed nothing; one whose answer it cannot read may have', async () => {
    const newer = { headers: { 'Amparo-Contract': '2' } };
    failWith(() => Response.json({ code: 'outdated' }, { status: 426, ...newer }));
    const before = await envelopes();
    const change = (next: string) => device.session.changePassword(accepted, next);
    expect(await change('Antigua2032')).toMatchObject({ problem: { code: 'outdated' } });
    failWith(() => Response.json({ code: 'of-tomorrow' }, { status: 422, ...newer }));
    expect(await change('Rechazada2034')).toMatchObject({ problem: { code: 'outdated' } });
    expect(await envelopes()).toBe(before);
    failWith(() => new Response('{"breaks', { headers: { ...newer.headers, 'Content-Type': 'application/json' } }));
    expect(await change('Futura2033')).toMatchObject({ problem: { code: 'outdated' } });
    expect(await envelopes()).toBe(before + 1);
  });

  test('nothing is sent when there is no room for the new envelope', async () => {
    const { vault } = device.db;
    vault.hook('updating', () => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    device.seen.length = 0;
    const answer = await device.session.changePassword(accepted, 'SinEspacio1');
    expect(answer).toMatchObject({ problem: { code: 'unavailable', text: expect.stringContaining('espacio') } });
    expect(device.paths()).toEqual([]);
  });

  test('needs an open session', async () => {
    await device.session.lock();
    expect(await device.session.changePassword(accepted, NEW)).toMatchObject({ problem: { code: 'unauthorised' } });
  });
});

describe('another email to sign in with', () => {
  test('moves the device to it: an offline sign-in with the new email opens the data of this device', async () => {
    const owner = (await device.session.customer())?.owner;
    await device.session.moveToEmail('nueva@demo.test', (await device.session.owner()) ?? '');
    expect((await device.session.customer())?.email).toBe('nueva@demo.test');
    await device.session.lock();
    device.network.up = false;
    expect(await device.session.signIn(ANA, accepted)).toMatchObject({ ok: false });
    expect(await device.session.signIn('NUEVA@demo.test', accepted)).toMatchObject({ ok: true });
    expect((await device.session.customer())?.owner).toBe(owner);
  });

  test('[F52] sets aside the customer’s own envelopes that another tab has put under the new email', async () => {
    await underNew((row) => ({ ...row, person: 'somebody else' }));
    const person = (await rows()).map((row) => row.person).find((one) => one !== 'somebody else') ?? '';
    for (const row of await rows()) await device.db.vault.put({ ...row, person });
    await device.session.moveToEmail('nueva@demo.test', (await device.session.owner()) ?? '');
    expect((await rows()).map(({ envelopes, aside }) => [envelopes.length, aside.length])).toEqual([[1, 1]]);
  });

  test('[F52] leaves another customer’s envelopes under the new email to that customer', async () => {
    await underNew((row) => ({ ...row, person: 'somebody else' }));
    await device.session.moveToEmail('nueva@demo.test', (await device.session.owner()) ?? '');
    const found = await rows();
    expect(found.map(({ envelopes, aside }) => [envelopes.length, aside.length])).toEqual([
      [1, 0],
      [1, 0],
    ]);
    expect(found.filter(({ person }) => person === 'somebody else')).toHaveLength(1);
  });

  const rows = async () => (await device.db.vault.toArray()).flatMap((row) => ('envelopes' in row ? [row] : []));

  /** Leaves an envelope under the new email, and the device signed in under the old one. */
  async function underNew(made: (row: EnvelopeRow) => EnvelopeRow): Promise<void> {
    const [before] = await rows();
    await device.session.moveToEmail('nueva@demo.test', (await device.session.owner()) ?? '');
    const [there] = await rows();
    if (!before || !there) throw new Error('no envelope');
    await device.db.vault.bulkPut([before, made({ ...there, envelopes: there.envelopes.map(other) })]);
    await device.session.signIn(ANA, accepted);
  }

  const other = (envelope: EnvelopeRow['envelopes'][number]) => ({ ...envelope, owner: crypto.randomUUID() });
});
