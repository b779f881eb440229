// @module-tag depth
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EnvelopeRow } from '#database/rows.ts';
import { policies } from '#mirror/collections.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { createDevice, type Device, SERVER_START_MS } from './device.ts';

const ANA = 'costarica@demo.test';
const LUIS = 'ecuador@demo.test';

let server: TestApp;
let device: Device;
beforeAll(async () => {
  server = await createTestApp({ seed: [ANA, LUIS] });
}, SERVER_START_MS);
afterAll(() => server.close());
beforeEach(() => {
  device = createDevice(server);
});

async function envelopesOf({ db }: Device): Promise<EnvelopeRow[]> {
  return (await db.vault.toArray()).flatMap((row) => ('envelopes' in row ? [row] : []));
}

/** Makes every write to the vault fail for lack of room, until the returned function is called. */
function fill({ db }: Device): () => void {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  db.vault.hook('creating', full);
  db.vault.hook('updating', full);
  return () => {
    db.vault.hook('creating').unsubscribe(full);
    db.vault.hook('updating').unsubscribe(full);
  };
}

describe('no room for the envelope', () => {
  test('[F16] is reported at the first sign-in, which writes nothing; a later sign-in works', async () => {
    const empty = fill(device);
    const answer = await device.session.signIn(ANA, DEMO_PASSWORD);
    expect(answer).toMatchObject({ problem: { code: 'unavailable', text: expect.stringContaining('espacio') } });
    expect(await device.session.state()).toBe('none');
    expect(await device.db.session.count()).toBe(0);
    empty();
    expect(await device.session.signIn(ANA, DEMO_PASSWORD)).toMatchObject({ ok: true });
  });

  test('[F16] fails an offline sign-in too', async () => {
    fill(device);
    device.network.up = false;
    expect(await device.session.signIn(ANA, DEMO_PASSWORD)).toMatchObject({ ok: false });
    expect(await device.session.state()).toBe('none');
  });

  test('[F15] [F16] fails the sign-in of another customer, and the first one stays signed in', async () => {
    await device.session.signIn(ANA, DEMO_PASSWORD);
    const ana = await device.session.customer();
    fill(device);
    expect(await device.session.signIn(LUIS, DEMO_PASSWORD)).toMatchObject({ problem: { code: 'unavailable' } });
    expect(await device.session.customer()).toEqual(ana);
  });

  test('[F16] evicts mirrored rows to make room', async () => {
    await device.session.signIn(ANA, DEMO_PASSWORD);
    await device.session.lock();
    const empty = fill(device);
    // Behaves like a full disk: once something is deleted, the next write fits.
    for (const table of [device.db.policies, device.db.pulls]) table.hook('deleting', () => void empty());
    expect(await device.session.signIn(ANA, DEMO_PASSWORD)).toMatchObject({ ok: true });
    expect((await device.mirror.read(policies)).groups).toBeNull();
    await device.mirror.pull(policies);
    expect((await device.mirror.read(policies)).groups).not.toBeNull();
  });
});

describe('a damaged envelope', () => {
  /** Changes one bit of each sealed read secret. */
  async function damage(where: 'envelopes' | 'aside'): Promise<void> {
    for (const row of await envelopesOf(device)) {
      for (const { read } of row[where]) {
        const bytes = new Uint8Array(read.data);
        bytes[0] = (bytes[0] ?? 0) ^ 1;
      }
      await device.db.vault.put(row);
    }
  }

  test('[D25] does not open offline; online the customer gets in, and the data of the server is pulled again', async () => {
    await device.session.signIn(LUIS, DEMO_PASSWORD);
    await device.session.signIn(ANA, DEMO_PASSWORD);
    const [before, mirrored] = [await device.session.customer(), await device.db.policies.toArray()];
    await device.session.lock();
    await damage('envelopes');
    device.network.up = false;
    expect(await device.session.signIn(ANA, DEMO_PASSWORD)).toMatchObject({ problem: { code: 'bad-credentials' } });
    device.network.up = true;
    expect(await device.session.signIn(ANA, DEMO_PASSWORD)).toMatchObject({ ok: true });
    expect((await device.session.customer())?.owner).not.toBe(before?.owner);
    expect((await device.mirror.read(policies)).groups?.length).toBeGreaterThan(0);
    // The rows under the damaged envelope are neither read nor changed.
    for (const row of mirrored) expect(await device.db.policies.get([row.scope, row.group])).toEqual(row);
  });

  test('[D25] with a queue under it refuses the right password as wrong, and the queue can be discarded', async () => {
    await device.session.signIn(ANA, DEMO_PASSWORD);
    const { owner = '' } = (await device.session.customer()) ?? {};
    await device.db.outbox.add({
      ...{ key: crypto.randomUUID(), owner, seq: 1, version: 1, state: 'waiting', attempts: 0, nextAt: 0 },
      ...{
        unclear: false,
        dependsOn: null,
        createdAt: 0,
        claim: null,
        iv: new Uint8Array(12),
        data: new ArrayBuffer(8),
      },
    });
    await damage('envelopes');
    await device.session.signIn(ANA, DEMO_PASSWORD);
    expect(await device.session.sealedQueue()).toEqual({ waiting: 1, drafts: 0 });
    expect(await device.session.openSealedQueue(DEMO_PASSWORD)).toMatchObject({ problem: { code: 'bad-credentials' } });
    await device.session.discardSealedQueue();
    expect(await device.session.sealedQueue()).toEqual({ waiting: 0, drafts: 0 });
    expect((await envelopesOf(device)).map(({ aside }) => aside.length)).toEqual([0]);
  });
});

describe('an answer that comes after the sign-in was aborted', () => {
  test('[F15] opens nothing, and the signed-in customer stays signed in', async () => {
    await device.session.signIn(LUIS, DEMO_PASSWORD);
    const luis = await device.session.customer();
    const gone = new AbortController();
    device.network.instead = async (path, init) => {
      if (!path.endsWith('/login')) return null;
      const answer = await server.app.request(`http://localhost:4173${path}`, init);
      gone.abort();
      return answer;
    };
    expect(await device.session.signIn(ANA, DEMO_PASSWORD, gone.signal)).toMatchObject({
      problem: { code: 'timeout' },
    });
    expect(await device.session.customer()).toEqual(luis);
    expect(await envelopesOf(device)).toHaveLength(1);
  });

  test('opens nothing offline either', async () => {
    await device.session.signIn(ANA, DEMO_PASSWORD);
    await device.session.lock();
    const gone = new AbortController();
    device.network.instead = () => {
      gone.abort();
      throw new TypeError('Failed to fetch');
    };
    expect(await device.session.signIn(ANA, DEMO_PASSWORD, gone.signal)).toMatchObject({
      problem: { code: 'timeout' },
    });
    expect(await device.session.state()).toBe('locked');
  });
});
