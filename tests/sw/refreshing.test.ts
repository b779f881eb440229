// @module-tag depth
import { readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '#contract/age.ts';
import { documents, policies, refunds } from '#mirror/collections.ts';
import { refunds as refundsAtServer } from '#server/database/schema.ts';
import { createHouse, type Device, EMAIL, type House, PASSWORD, type Page, ticketFields } from '#tests/outbox/house.ts';
import { send } from '#tests/server/requests.ts';
import { REFRESH_TAG } from '../../sw/delivery.ts';
import { type RefreshSurroundings, refresh } from '../../sw/refreshing.ts';

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

/** A worker on the device that can be woken. Its effects outside the database are recorded. */
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
const lines = () => device.network.seen.map(({ method, path }) => `${method} ${path.split('?')[0]}`);
/** Whether the session still stands, which every waking asks. */
const QUESTION = 'POST /api/lecturas';

/** Mirrors the policies and the refunds of one, as a customer who looked at them. */
async function lookAround(): Promise<void> {
  await page.mirror.pull(policies);
  await page.mirror.pull(refunds, house.policyId);
}

describe('[D66] a worker that is woken now and then', () => {
  test('[D69] brings all that belongs on the device while the session is open', async () => {
    await lookAround();
    device.clock.move(6 * MINUTE_MS);
    const [row] = await house.db.select().from(refundsAtServer);
    await house.db
      .update(refundsAtServer)
      .set({ fields: { ...row?.fields, diagnostico: 'Cambió esta mañana' } as never })
      .where(eq(refundsAtServer.id, row?.id ?? ''));
    const { worker, done, wake } = createWorker();
    await wake();
    const mirrored = await page.mirror.read(refunds, house.policyId);
    expect(mirrored.groups?.flatMap(({ rows }) => rows.map(({ diagnostico }) => diagnostico))).toContain(
      'Cambió esta mañana',
    );
    const parts = (await worker.mirror.bringing.parts()) ?? [];
    expect(await worker.mirror.bringing.progressOf(parts)).toMatchObject({ parts: 11, here: 11, complete: true });
    expect(done).toEqual(['counted']);
  });

  test('[D69] leaves out older years where the customer wants to spend few bytes', async () => {
    await lookAround();
    device.clock.move(6 * MINUTE_MS);
    vi.stubGlobal('navigator', { connection: { saveData: true } });
    const { worker, wake } = createWorker();
    await wake();
    vi.unstubAllGlobals();
    const parts = (await worker.mirror.bringing.parts()) ?? [];
    expect(await worker.mirror.bringing.progressOf(parts)).toMatchObject({ complete: false, recent: true });
    const { at, since } = await worker.mirror.read(documents, house.policyId);
    expect([at, since]).toEqual([expect.any(Number), expect.stringMatching(/^20\d\d$/)]);
  });

  test('does not pull what is fresh', async () => {
    await lookAround();
    await createWorker().wake();
    const { wake } = createWorker();
    await wake();
    expect(lines()).toEqual([QUESTION]);
  });

  test('[D25][D57] locks a device whose ten minutes ended meanwhile, tells the server, and pulls nothing', async () => {
    await lookAround();
    device.clock.move(11 * MINUTE_MS);
    const { worker, wake } = createWorker();
    await wake();
    expect(await worker.session.state()).toBe('locked');
    expect(lines().toSorted()).toEqual([QUESTION, 'POST /api/usuarios/bloquear']);
  });

  test('[D66][S13] locks, and tells the server, before what waits is sent: the browser may end a long delivery', async () => {
    await lookAround();
    await page.outbox.enqueue('ticket.create', ticketFields(house, 'Tarda en irse'));
    device.clock.move(11 * MINUTE_MS);
    const { worker, wake } = createWorker();
    device.network.fate = ({ key }) => (key === null ? 'pass' : 'hang');
    const woken = wake();
    await vi.waitFor(() => expect(device.network.seen.some(({ fate }) => fate === 'hang')).toBe(true));
    expect(await worker.session.state()).toBe('locked');
    await vi.waitFor(() => expect(lines()).toContain('POST /api/usuarios/bloquear'));
    device.network.fate = () => 'pass';
    device.network.letPass();
    await woken;
  });

  test('[D56] does nothing, and leaves the session open, when only pages hold its key in memory', async () => {
    await lookAround();
    const { owner = '' } = (await page.session.customer()) ?? {};
    await page.db.vault.put({ id: 'reading', owner, held: 'elsewhere' });
    device.clock.move(6 * MINUTE_MS);
    const { worker, wake } = createWorker();
    await wake();
    expect(lines()).toEqual([QUESTION]);
    expect(await worker.db.vault.get('reading')).toMatchObject({ held: 'elsewhere' });
  });

  test('[S30][D83] ends a session that its owner ended from elsewhere, also when only pages hold its key', async () => {
    await lookAround();
    const { owner = '' } = (await page.session.customer()) ?? {};
    await page.db.vault.put({ id: 'reading', owner, held: 'elsewhere' });
    const { id, headers } = await house.app.signIn(EMAIL);
    await send(house.app.app, 'endSessions', { fields: { idUsuario: id } }, headers);
    const { worker, wake } = createWorker();
    await wake();
    expect(lines()).toEqual([QUESTION]);
    expect([await worker.session.state(), await worker.session.ended()]).toEqual(['none', true]);
    await page.session.signIn(EMAIL, PASSWORD);
  });

  test('[D26] gives up being woken after a sign-out', async () => {
    await lookAround();
    await page.session.logout();
    const { done, wake } = createWorker();
    await wake();
    expect(done).toEqual(['gave up']);
    expect(lines()).toEqual([]);
  });

  test('[D45][S23] deletes what is over of visitors and of nobody, also when nobody is signed in', async () => {
    await page.session.logout();
    const { worker, wake } = createWorker();
    await worker.received.keep({ name: 'factura.pdf', type: 'application/pdf', bytes: new ArrayBuffer(16) });
    device.clock.move(59 * MINUTE_MS);
    await wake();
    expect(await worker.received.unclaimed()).toHaveLength(1);
    device.clock.move(2 * MINUTE_MS);
    await wake();
    expect(await worker.db.drafts.filter(({ id }) => id === 'received').count()).toBe(0);
  });

  test('ends at the first call that finds no connection', async () => {
    await lookAround();
    device.clock.move(6 * MINUTE_MS);
    const { wake } = createWorker();
    device.network.fate = () => 'before';
    await wake();
    // The question, and the first read.
    expect(lines()).toHaveLength(2);
  });
});

test('[D66] page and worker use the same name for being woken', () => {
  expect(readFileSync('src/app/signed-in/ask-refresh.ts', 'utf8')).toContain(`'${REFRESH_TAG}'`);
});
