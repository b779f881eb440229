// @module-tag depth
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '#contract/age.ts';
import { bills, policies } from '#mirror/collections.ts';
import { thisMachine } from '#ports/machine.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { send } from '#tests/server/requests.ts';
import { createTestApp, pathOf, type SignedIn, type TestApp } from '#tests/server/test-app.ts';
import { createDevice, type Device, SERVER_START_MS } from '#tests/session/device.ts';
import { textOf } from './signed-in.ts';

const GRANDE = 'grande@demo.test';
const TOGETHER = pathOf('readTogether');
/** Few bytes to spend: the recent years of 40 policies, which are still more lists than one request holds. */
const senses = { online: () => true, looking: () => true, thrifty: () => true, idle: async () => {} };

let server: TestApp;
let other: SignedIn;
let device: Device;
/** The sets and the lists that requests for many asked for. */
let asked: { sets: number; lists: number }[];
beforeAll(async () => {
  // What takes long would be left for later, and the machine of a test may be loaded.
  vi.spyOn(thisMachine, 'steady').mockReturnValue(0);
  server = await createTestApp({ seed: [GRANDE] });
  other = await server.signIn(GRANDE);
  device = createDevice(server);
  expect(await device.session.signIn(GRANDE, DEMO_PASSWORD)).toMatchObject({ ok: true });
  device.mirror.bringing.run(senses);
  await device.mirror.bringing.look('start');
}, 4 * SERVER_START_MS);
afterAll(() => {
  vi.restoreAllMocks();
  return server.close();
});
beforeEach(async () => {
  await device.session.touch();
  device.time.now += 6 * MINUTE_MS;
  device.seen.length = 0;
  device.network.up = true;
  asked = [];
  device.network.instead = async (path, init) => {
    if (path === TOGETHER) note(await textOf(init.body));
    return null;
  };
});

const note = (text: string) => {
  const { lecturas, conjuntos = [] } = JSON.parse(text);
  asked.push({ sets: conjuntos.length, lists: lecturas.length });
};
const look = () => device.mirror.bringing.look('return');
const places = async () => (await device.mirror.bringing.parts()) ?? [];
const oldestOf = async (table: string) => {
  const rows = (await places()).filter(({ collection }) => collection.table === table);
  return (await device.mirror.ageAt(rows.map(({ place }) => place))).at;
};

describe('[D69] more lists than one request holds', () => {
  test('cost one question where nothing changed, and all are confirmed', async () => {
    expect((await places()).length).toBeGreaterThan(100);
    await look();
    expect(asked).toEqual([{ sets: expect.any(Number), lists: 0 }]);
    expect(device.paths().filter((path) => /Bills|reembolsos/.test(path))).toEqual([]);
    for (const table of ['bills', 'refunds', 'tickets']) expect(await oldestOf(table)).toBe(device.time.now);
  });

  test('[D90] of home cost "Actualizar" one question, and none where the backend answers none', async () => {
    const home = (await places()).filter(({ collection }) => collection.bring.rank === 1);
    expect(home.length).toBeGreaterThan(40);
    const ask = () => device.mirror.bringing.ask(home.map(({ collection, policyId }) => [collection, policyId]));
    const oldest = async () => (await device.mirror.ageAt(home.map(({ place }) => place))).at;
    await ask();
    expect(asked).toEqual([{ sets: expect.any(Number), lists: 0 }]);
    expect(device.seen).toHaveLength(1);
    expect(await oldest()).toBe(device.time.now);
    device.network.up = false;
    device.time.now += MINUTE_MS;
    await ask();
    expect(await oldest()).toBe(device.time.now - MINUTE_MS);
  });

  test('bring only the list that changed', async () => {
    const fields = { idUsuario: other.id, idTipoTicket: '1', descripcion: 'Otra consulta', poliza: '560001' };
    expect((await send(server.app, 'createTicket', { fields }, other.headers)).status).toBe(200);
    await look();
    expect(asked).toEqual([{ sets: expect.any(Number), lists: 0 }]);
    expect(device.paths().filter((path) => path === pathOf('tickets'))).toHaveLength(1);
    expect(device.paths().filter((path) => path === pathOf('pendingBills'))).toEqual([]);
    for (const table of ['bills', 'tickets']) expect(await oldestOf(table)).toBe(device.time.now);
  });

  test('of a policy that came since are asked for by themselves, and a list that lost its ETag too', async () => {
    const [one] = (await places()).filter(({ collection }) => collection.table === 'bills');
    await device.db.pulls.update(one?.place.scope ?? '', { at: null, etag: null });
    await look();
    expect(asked[0]).toEqual({ sets: expect.any(Number), lists: 0 });
    expect(device.paths().filter((path) => path === pathOf('pendingBills'))).toHaveLength(1);
    expect(await oldestOf('bills')).toBe(device.time.now);
  });

  test('are not confirmed where they changed on the device while the answer was on its way', async () => {
    const [one] = (await places()).filter(({ collection }) => collection.table === 'bills');
    const usual = device.network.instead;
    device.network.instead = async (path, init) => {
      if (path === TOGETHER && asked.length === 0) await device.mirror.expectChange(bills, one?.policyId);
      return usual?.(path, init) ?? null;
    };
    await look();
    expect(device.paths().filter((path) => path === pathOf('pendingBills'))).toHaveLength(1);
  });

  test('[S9] are not confirmed on a device that was locked meanwhile', async () => {
    const at = await oldestOf('bills');
    const [all, usual] = [await places(), device.network.instead];
    device.network.instead = async (path, init) => {
      if (path === TOGETHER) await device.session.lock();
      return usual?.(path, init) ?? null;
    };
    await look();
    const rows = await device.db.pulls.bulkGet(all.map(({ place }) => place.scope));
    const latest = Math.max(...rows.map((row) => row?.at ?? 0));
    expect([at, latest < device.time.now]).toEqual([at, true]);
    expect(await device.session.signIn(GRANDE, DEMO_PASSWORD)).toMatchObject({ ok: true });
  });

  test('that came with a sign-in and are those held keep their ETag', async () => {
    device.seen.length = 0;
    await device.mirror.pull(policies);
    // The sign-in before may be renewed behind the screen at this moment.
    const asked = device.seen.filter(({ path }) => path !== pathOf('renewSession'));
    expect(asked.map(({ path, status }) => [path, status])).toEqual([[pathOf('policies'), 304]]);
  });

  test('read at the same time are all read, although one puts another out of memory', async () => {
    const all = (await places()).map(({ place }) => place);
    const one = all.find(({ table }) => table === 'bills');
    if (!one) throw new Error('no list');
    // Lists that never came take their places in memory too.
    const none = await device.mirror.locateAll(Array.from({ length: 20 }, (_, index) => [bills, `none ${index}`]));
    const others = [...all, ...(none ?? [])].filter((other) => other !== one);
    expect(others.length).toBeGreaterThan(200);
    const read = (place: typeof one) => device.mirror.readAt(place, 'aside');
    await read(one);
    const usual = device.db.transaction.bind(device.db) as (...given: unknown[]) => Promise<unknown>;
    const meanwhile = async (...given: unknown[]) => {
      const found = await usual(...given);
      for (const other of others) await read(other);
      return found;
    };
    vi.spyOn(device.db, 'transaction').mockImplementationOnce(meanwhile as never);
    expect(await read(one)).toMatchObject({ damaged: false, at: expect.any(Number) });
  });

  test('are asked for one by one by a backend that has no sets, which is asked for them once', async () => {
    const bare = async (path: string, init: RequestInit) => {
      if (path !== TOGETHER) return null;
      const text = await textOf(init.body);
      note(text);
      return JSON.parse(text).conjuntos ? Response.json({ respuestas: [] }) : null;
    };
    device.network.instead = bare;
    await look();
    expect(asked.filter(({ sets }) => sets > 0)).toHaveLength(1);
    expect(asked.filter(({ lists }) => lists === 40).length).toBeGreaterThan(0);
    expect(await oldestOf('bills')).toBe(device.time.now);
    device.time.now += 6 * MINUTE_MS;
    asked = [];
    await look();
    expect(asked.filter(({ sets }) => sets > 0)).toEqual([]);
    expect(await oldestOf('bills')).toBe(device.time.now);
  });
});
