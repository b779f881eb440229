// @module-tag depth
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Refund } from '#contract/refunds.ts';
import { payments, policies, refunds } from '#mirror/collections.ts';
import { putNews } from '#mirror/news.ts';
import { unreadNews } from '#push/unread.ts';
import { answerWith, deviceOf } from '#tests/features/reading.tsx';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { type Device, SERVER_START_MS } from '#tests/session/device.ts';

const POLICY = '520021';

let server: TestApp;
let device: Device;
beforeAll(async () => {
  server = await createTestApp({ seed: ['costarica@demo.test', 'guatemala@demo.test'] });
}, SERVER_START_MS);
beforeEach(async () => {
  device = await deviceOf(server, 'costarica@demo.test');
});
afterAll(() => server.close());

const kinds = async () => (await device.mirror.news.list()).map(({ kind }) => kind);

/** Pulls the refunds, and pulls them again with one of them approved. */
async function decideOne(): Promise<void> {
  await device.mirror.pull(refunds, POLICY);
  await pullWith((rows) => rows.find(({ idEstado }) => idEstado === 2)?.id, { idEstado: 5 });
}

/** Pulls the refunds with a change to one of them. */
async function pullWith(
  whose: (rows: readonly Refund[]) => string | undefined,
  change: Partial<Refund>,
): Promise<void> {
  const rows = (await device.mirror.read(refunds, POLICY)).groups?.flatMap((group) => group.rows) ?? [];
  const id = whose(rows);
  answerWith(
    device,
    'getByPolicy',
    rows.map((one) => (one.id === id ? { ...one, ...change } : one)),
  );
  await device.mirror.pull(refunds, POLICY);
}

describe('[D61] Novedades', () => {
  test('has none after the first pull of a device', async () => {
    for (const collection of [refunds, payments]) await device.mirror.pull<unknown>(collection, POLICY);
    await device.mirror.pull(policies);
    expect(await kinds()).toEqual([]);
    expect(await device.mirror.news.unread()).toBe(0);
  });

  test('has a change of a later pull once, however often it is pulled', async () => {
    await decideOne();
    expect(await kinds()).toEqual(['refund-approved']);
    await device.mirror.pull(refunds, POLICY);
    expect(await kinds()).toEqual(['refund-approved']);
    const [news] = await device.mirror.news.list();
    expect(news).toMatchObject({ policyId: POLICY, read: false, at: device.time.now });
  });

  test('[D50][H4.5] tells a refund that is denied, taken up and denied again a second time', async () => {
    await device.mirror.pull(refunds, POLICY);
    const { groups } = await device.mirror.read(refunds, POLICY);
    const id = groups?.flatMap(({ rows }) => rows).find(({ idEstado }) => idEstado === 2)?.id;
    const estados: { idEstado: number; desde: string }[] = [];
    for (const [index, idEstado] of [7, 3, 7].entries()) {
      estados.push({ idEstado, desde: new Date(device.time.now + index).toISOString() });
      await pullWith(() => id, { idEstado, estados: [...estados] });
      await device.mirror.news.markRead();
    }
    expect(await kinds()).toEqual(['refund-denied', 'refund-denied']);
    await pullWith(() => id, { idEstado: 3, estados: estados.slice(0, 2) });
    await pullWith(() => id, { idEstado: 7, estados });
    expect(await kinds()).toHaveLength(2);
    expect(await device.mirror.news.unread()).toBe(0);
  });

  test('keeps news as read when the same change is seen again', async () => {
    await decideOne();
    await device.mirror.news.markRead();
    expect(await device.mirror.news.unread()).toBe(0);
    device.network.instead = null;
    await device.mirror.pull(refunds, POLICY);
    await decideOne();
    expect(await device.mirror.news.unread()).toBe(0);
    expect(await kinds()).toEqual(['refund-approved']);
  });

  test('[D24][S9] is stored sealed: a locked device can tell only the number of unread news, and none after a logout', async () => {
    await decideOne();
    const [row] = await device.db.news.toArray();
    expect(Object.keys(row ?? {}).sort()).toEqual(['at', 'data', 'id', 'iv', 'owner', 'read']);
    expect(row?.id).not.toContain(POLICY);
    await device.session.lock();
    expect(await device.mirror.news.list()).toEqual([]);
    expect(await device.mirror.news.unread()).toBe(0);
    expect(await unreadNews(device.db)).toBe(1);
    await device.session.logout();
    expect(await unreadNews(device.db)).toBe(0);
  });

  test('[F60] keeps its 90 days also where a clock that stood in 1970 stamped it', async () => {
    await decideOne();
    await device.db.news.toCollection().modify({ at: 5000 });
    expect(await kinds()).toEqual(['refund-approved']);
    const [row] = await device.db.news.toArray();
    if (!row) throw new Error('no news');
    await device.db.transaction('rw', device.db.news, () =>
      putNews(device.db, [{ ...row, id: 'another', at: device.time.now }]),
    );
    expect((await device.db.news.toArray()).map(({ at }) => at)).toEqual([device.time.now, device.time.now]);
  });

  test('drops news after 90 days, and the oldest beyond two hundred', async () => {
    await decideOne();
    device.time.now += 91 * 24 * 60 * 60_000;
    expect(await kinds()).toEqual([]);
    const [row] = await device.db.news.toArray();
    if (!row) throw new Error('no news');
    const at = device.time.now;
    await device.db.news.bulkPut(
      Array.from({ length: 230 }, (_, index) => ({ ...row, id: `n${index}`, at: at - index })),
    );
    device.network.instead = null;
    await device.mirror.pull(payments, POLICY);
    answerWith(device, 'getInternetPayments', [
      {
        year: new Date(at).getFullYear(),
        payments: [{ ID: 'neu', ParsedCompletedDate: new Date(at).toISOString(), Status: 'Aceptado', Total: 1 }],
      },
    ]);
    await device.mirror.pull(payments, POLICY);
    expect(await device.db.news.count()).toBe(200);
    expect((await device.db.news.toArray()).some(({ id }) => id === row.id)).toBe(false);
  });
});
