import '#tests/page.ts';

import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDatabase } from '#database/open.ts';
import { createOutbox } from '#outbox/create-outbox.ts';
import { ENDED_TOLD, notificationFor } from '#push/words.ts';
import { createDeviceKey } from '#vault/keys.ts';

const db = createDatabase('draining');
let wakes = 0;
const woken = () => {
  wakes += 1;
};
const outbox = { ...createOutbox({ db } as never), keepDraining: () => () => {}, wake: woken };
vi.mock('#app/device.ts', () => ({ device: () => ({ db, outbox }) }));
const { keepDraining } = await import('#app/draining.ts');

const sealed = { iv: new Uint8Array(12), data: new ArrayBuffer(8) };
let shown: Pick<Notification, 'tag' | 'close'>[] = [];
let badge = -1;
let stop = () => {};
const tell = (count: number) => {
  badge = count;
};

beforeEach(async () => {
  badge = -1;
  shown = [];
  vi.stubGlobal('navigator', {
    setAppBadge: async (count: number) => tell(count),
    clearAppBadge: async () => tell(0),
    serviceWorker: { getRegistration: async () => ({ getNotifications: async () => [...shown] }) },
  });
  await db.vault.put({ id: 'sending', owner: 'maria', sendKey: await createDeviceKey() });
});
afterEach(async () => {
  stop();
  await Promise.all([db.news.clear(), db.outbox.clear(), db.vault.clear()]);
  vi.unstubAllGlobals();
});
afterAll(() => db.close());

const news = (id: string) => ({ id, owner: 'maria', at: 1, read: false, ...sealed });
const notification = (tag = 'facturas 520021') => {
  const one = { tag, close: () => void shown.splice(shown.indexOf(one), 1) };
  shown.push(one);
};

test('[D61][D21] the badge counts waiting items and unread news, and a push with its news once', async () => {
  notification();
  await db.news.bulkAdd([news('1'), news('2')] as never);
  await db.outbox.add({ key: 'k', owner: 'maria', seq: 1, state: 'waiting', ...sealed } as never);
  stop = keepDraining();
  await vi.waitFor(() => expect(badge).toBe(3));
});

test('[F23] what another window queues is looked at, and what was sent is not', async () => {
  wakes = 0;
  const counts: number[] = [];
  stop = keepDraining((count) => counts.push(count));
  await vi.waitFor(() => expect(counts).toEqual([0]));
  await db.outbox.add({ key: 'k', owner: 'maria', seq: 1, state: 'waiting', ...sealed } as never);
  await vi.waitFor(() => expect(counts).toEqual([0, 1]));
  expect(wakes).toBe(1);
  await db.outbox.delete('k');
  await vi.waitFor(() => expect(counts).toEqual([0, 1, 0]));
  expect(wakes).toBe(1);
});

test('[D21] pushes count until the app has pulled what they announce', async () => {
  notification();
  notification();
  stop = keepDraining();
  await vi.waitFor(() => expect(badge).toBe(2));
  expect(shown).toHaveLength(2);
});

test('[D61][D21] notifications and badge disappear when all news were read', async () => {
  notification();
  await db.news.add(news('1') as never);
  stop = keepDraining();
  await vi.waitFor(() => expect(badge).toBe(1));
  await db.news.update('1', { read: true });
  await vi.waitFor(() => expect(badge).toBe(0));
  expect(shown).toEqual([]);
});

test.each([
  notificationFor({ tema: 'seguridad' }),
  notificationFor({ tema: 'seguridad', poliza: '520021' }),
  ENDED_TOLD,
])('[D61][S30] a notification about the account stays when all news were read ($tag: $title)', async ({ tag }) => {
  notification();
  notification(tag);
  await db.news.bulkAdd([news('1'), news('2'), news('3')] as never);
  stop = keepDraining();
  await vi.waitFor(() => expect(badge).toBe(3));
  await db.news.toCollection().modify({ read: true });
  await vi.waitFor(() => expect(badge).toBe(1));
  expect(shown).toMatchObject([{ tag }]);
});
