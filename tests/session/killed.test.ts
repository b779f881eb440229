// @module-tag depth
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { policies } from '#mirror/collections.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { signInCopied } from './copied.ts';
import { createDevice, type Device, ROUNDS, SERVER_START_MS } from './device.ts';

const ANA = 'costarica@demo.test';
const LUIS = 'ecuador@demo.test';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ seed: [ANA, LUIS] });
}, SERVER_START_MS);
afterAll(() => server.close());

let name: string;
let count = 0;
/** Ana's password that the server accepts now. */
let accepted = DEMO_PASSWORD;
beforeEach(() => {
  name = `killed ${++count}`;
});

/** When a page dies: before its nth write or request takes effect, or after that request reached the server. */
interface Death {
  step: number;
  moment: 'before' | 'after';
}

type Step = 'write' | 'request';

interface Mortal {
  device: Device;
  /** Its steps in order, up to its death. */
  steps: Step[];
  died(): boolean;
}

/** A page that dies at one of its steps. From then on it reaches neither database nor network. */
function mortal({ step, moment }: Death, rounds = ROUNDS): Mortal {
  const device = createDevice(server, { name, rounds });
  const steps: Step[] = [];
  let dead = false;
  const take = (kind: Step) => {
    const now = !dead && steps.push(kind) === step;
    dead ||= now;
    return now;
  };
  device.db.use({
    stack: 'dbcore',
    name: 'mortal',
    create: (core) => ({
      ...core,
      table: (table) => {
        const inner = core.table(table);
        return {
          ...inner,
          mutate: (request) => {
            take('write');
            return dead ? Promise.reject(new Error('killed')) : inner.mutate(request);
          },
        };
      },
    }),
  });
  device.network.instead = async (path, init) => {
    const now = take('request');
    if (now && moment === 'after') await server.app.request(`http://localhost:4173${path}`, init);
    if (dead) throw new TypeError('Failed to fetch');
    return null;
  };
  return { device, steps, died: () => dead };
}

/**
 * Runs `act` on a prepared device again and again, killed at another step each time, and checks what is left.
 * @returns the number of deaths
 */
async function killAtEachStep(
  prepare: () => Promise<void>,
  act: (device: Device) => Promise<unknown>,
  look: (death: string) => Promise<void>,
  rounds = ROUNDS,
): Promise<number> {
  const die = async (death: Death): Promise<Step[] | null> => {
    name = `killed ${++count}`;
    await prepare();
    const { device, steps, died } = mortal(death, rounds);
    // The page is dead, so its result matters to nobody.
    await act(device).catch(() => undefined);
    device.db.close();
    if (!died()) return null;
    await look(`${death.moment} step ${death.step}`);
    return steps;
  };
  let steps: Step[] = [];
  for (let step = 1; ; step += 1) {
    const taken = await die({ step, moment: 'before' });
    if (!taken) break;
    steps = taken;
  }
  let deaths = steps.length;
  // For a write, 'after' is the same as 'before' the next step.
  for (const [index, kind] of steps.entries()) {
    if (kind === 'request' && (await die({ step: index + 1, moment: 'after' }))) deaths += 1;
  }
  return deaths;
}

/** A device on which Ana has signed in, with mirrored policies and a queued item. */
async function anasDevice(): Promise<void> {
  const device = createDevice(server, { name });
  if (accepted === DEMO_PASSWORD) await signInCopied(server, ANA, device);
  else expect(await device.session.signIn(ANA, accepted)).toMatchObject({ ok: true });
  owner = (await device.session.customer())?.owner ?? '';
  await device.db.outbox.add({
    ...{ key: crypto.randomUUID(), owner, seq: 1, version: 1, state: 'waiting', attempts: 0, nextAt: 0 },
    ...{ unclear: false, dependsOn: null, createdAt: 0, claim: null, iv: new Uint8Array(12), data: new ArrayBuffer(8) },
  });
  device.db.close();
}
let owner: string;

/** Expects that a new start finds no half session, and that `password` opens all of Ana's data offline. */
async function isWhole(password: string, death: string): Promise<void> {
  const device = createDevice(server, { name });
  const [reading, sending] = await Promise.all([device.db.vault.get('reading'), device.db.vault.get('sending')]);
  if (reading && 'owner' in reading && sending && 'owner' in sending) expect(reading.owner, death).toBe(sending.owner);
  if (reading) expect(sending, death).toBeDefined();
  const state = await device.session.start();
  expect((await device.session.customer()) !== null, death).toBe(state === 'open');
  device.network.up = false;
  expect(await device.session.signIn(ANA, password), death).toMatchObject({ ok: true, value: { waiting: 1 } });
  expect((await device.session.customer())?.owner, death).toBe(owner);
  expect((await device.mirror.read(policies)).groups?.length, death).toBeGreaterThan(0);
  device.db.close();
}

describe('the app is killed', () => {
  test('[D24] at any step of the first sign-in: the next sign-in works', async () => {
    const deaths = await killAtEachStep(
      async () => undefined,
      (device) => device.session.signIn(ANA, accepted),
      async (death) => {
        const device = createDevice(server, { name });
        await device.session.start();
        expect(await device.session.signIn(ANA, accepted), death).toMatchObject({ ok: true });
        const rows = (await device.db.vault.toArray()).flatMap((row) => ('envelopes' in row ? [row] : []));
        expect(rows.map(({ envelopes, aside }) => [envelopes.length, aside.length])).toEqual([[1, 0]]);
        device.db.close();
      },
    );
    expect(deaths).toBeGreaterThan(8);
  });

  test('[D25] at the one step of a lock: the device is open as before or locked', async () => {
    const deaths = await killAtEachStep(
      anasDevice,
      (device) => device.session.lock(),
      (death) => isWhole(accepted, death),
    );
    // A lock is one write, so there is nothing in between.
    expect(deaths).toBe(1);
  });

  test('[D25] at any step of an unlock that seals the envelope again with more rounds', async () => {
    const prepare = async () => {
      await anasDevice();
      const device = createDevice(server, { name });
      await device.session.lock();
      device.db.close();
    };
    const unlock = async (device: Device) => {
      await device.session.signIn(ANA, accepted);
      // The session is renewed behind.
      await device.session.over();
    };
    const deaths = await killAtEachStep(prepare, unlock, (death) => isWhole(accepted, death), ROUNDS * 2);
    expect(deaths).toBeGreaterThan(5);
  });

  test('[D25] at any step of an unlock without network', async () => {
    const prepare = async () => {
      await anasDevice();
      const device = createDevice(server, { name });
      await device.session.lock();
      device.db.close();
    };
    const unlock = (device: Device) => {
      device.network.instead = () => Promise.reject(new TypeError('Failed to fetch'));
      return device.session.signIn(ANA, accepted);
    };
    const deaths = await killAtEachStep(prepare, unlock, (death) => isWhole(accepted, death), ROUNDS * 2);
    // All deaths are in the one transaction that writes envelope, keys, activity and the masked address, and deletes what
    // would end the tokens of who is back.
    expect(deaths).toBe(5);
  });

  test('[D26] at any step of a logout: the next sign-in finds the queue', async () => {
    const deaths = await killAtEachStep(
      anasDevice,
      (device) => device.session.logout(),
      (death) => isWhole(accepted, death),
    );
    expect(deaths).toBeGreaterThan(3);
  });

  test('[F15] at any step of another customer’s sign-in: both keys belong to the same customer', async () => {
    const deaths = await killAtEachStep(
      anasDevice,
      (device) => device.session.signIn(LUIS, DEMO_PASSWORD),
      (death) => isWhole(accepted, death),
    );
    expect(deaths).toBeGreaterThan(6);
  });

  test('[H8.11] at any step of a password change: the password that the server has opens the device', async () => {
    let changes = 0;
    let next = '';
    const deaths = await killAtEachStep(
      async () => {
        await anasDevice();
        next = `Cambio${2100 + ++changes}`;
      },
      async (device) => {
        const answer = await device.session.changePassword(accepted, next);
        // The last run is not killed.
        if (answer.ok) accepted = next;
      },
      async (death) => {
        const took = await server.signIn(ANA, next).then(
          () => true,
          () => false,
        );
        if (took) accepted = next;
        await isWhole(accepted, death);
        const device = createDevice(server, { name });
        expect(await device.session.signIn(ANA, accepted), death).toMatchObject({ ok: true, value: { waiting: 1 } });
        const rows = (await device.db.vault.toArray()).flatMap((row) => ('envelopes' in row ? [row] : []));
        // The sign-in decides which envelope stays, and none is set aside.
        expect(rows.map(({ envelopes, aside }) => [envelopes.length, aside.length])).toEqual([[1, 0]]);
        device.db.close();
      },
    );
    // Deaths: at the new envelope, at the request before and after it was sent, and at the end of the old envelope.
    expect(deaths).toBe(4);
  });
});
