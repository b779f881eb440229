import { readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { documents, policies, refunds, tickets } from '#mirror/collections.ts';
import { refunds as refundsAtServer } from '#server/database/schema.ts';
import { createHouse, type Device, type House, type Page } from '#tests/outbox/house.ts';
import { REFRESH_TAG } from '../../sw/delivery.ts';
import { type RefreshSurroundings, refresh } from '../../sw/refreshing.ts';

const MINUTE_MS = 60_000;

let house: House;
let device: Device;
let page: Page;
beforeAll(async () => {
  house = await createHouse();
}, 60_000);
beforeEach(async () => {
  device = await house.device();
  page = device.page();
});
afterAll(() => house.close());

/** The worker as it wakes beside the device's pages. Its effects outside the database are recorded. */
function createWorker() {
  const done: string[] = [];
  const worker = device.page();
  const surroundings: RefreshSurroundings = {
    clock: device.clock,
    wait: async () => {},
    badge: async () => {},
    register: async () => {},
    signedIn: async () => (await worker.db.vault.get('sending')) !== undefined,
    giveUp: async () => void done.push('gave up'),
    count: async () => void done.push('counted'),
  };
  device.network.seen.length = 0;
  return { worker, done, wake: () => refresh(worker, surroundings) };
}
const asked = () => device.network.seen.map(({ method, path }) => `${method} ${path.split('?')[0]}`);

/** The customer has looked at the policies and the refunds of one, and closed the app. */
async function lookAround(): Promise<void> {
  await page.mirror.pull(policies);
  await page.mirror.pull(refunds, house.policyId);
}

describe('[D66] a worker that is woken now and then', () => {
  test('brings what is mirrored up to date while the session is open, and nothing that was never looked at', async () => {
    await lookAround();
    device.clock.move(6 * MINUTE_MS);
    const [row] = await house.db.select().from(refundsAtServer);
    await house.db
      .update(refundsAtServer)
      .set({ fields: { ...row?.fields, diagnostico: 'Cambió esta mañana' } as never })
      .where(eq(refundsAtServer.id, row?.id ?? ''));
    const { worker, done, wake } = createWorker();
    await wake();
    const known = await page.mirror.read(refunds, house.policyId);
    expect(known.groups?.flatMap(({ rows }) => rows.map(({ diagnostico }) => diagnostico))).toContain(
      'Cambió esta mañana',
    );
    expect(await worker.mirror.isKnown(tickets)).toBe(false);
    expect(await worker.mirror.isKnown(documents, house.policyId)).toBe(false);
    expect(done).toEqual(['counted']);
  });

  test('asks nothing that is fresh', async () => {
    await lookAround();
    const { wake } = createWorker();
    await wake();
    expect(asked()).toEqual([]);
  });

  test('[D25][D57] locks a device whose ten minutes ended unseen, tells the server, and reads nothing', async () => {
    await lookAround();
    device.clock.move(11 * MINUTE_MS);
    const { worker, wake } = createWorker();
    await wake();
    expect(await worker.session.state()).toBe('locked');
    expect(asked()).toEqual(['POST /api/usuarios/bloquear']);
  });

  test('[D56] does nothing with a key that is in the memory of pages alone, and leaves their session open', async () => {
    await lookAround();
    const { owner = '' } = (await page.session.customer()) ?? {};
    await page.db.vault.put({ id: 'reading', owner, held: 'elsewhere' });
    device.clock.move(6 * MINUTE_MS);
    const { worker, wake } = createWorker();
    await wake();
    expect(asked()).toEqual([]);
    expect(await worker.db.vault.get('reading')).toMatchObject({ held: 'elsewhere' });
  });

  test('[D26] asks to be woken no more after a sign-out', async () => {
    await lookAround();
    await page.session.logout();
    const { done, wake } = createWorker();
    await wake();
    expect(done).toEqual(['gave up']);
    expect(asked()).toEqual([]);
  });

  test('ends at the first call that finds no connection', async () => {
    await lookAround();
    device.clock.move(6 * MINUTE_MS);
    const { wake } = createWorker();
    device.network.fate = () => 'before';
    await wake();
    expect(asked()).toHaveLength(1);
  });
});

test('[D66] page and worker call it by the same name', () => {
  expect(readFileSync('src/app/signed-in/ask-refresh.ts', 'utf8')).toContain(`'${REFRESH_TAG}'`);
});
