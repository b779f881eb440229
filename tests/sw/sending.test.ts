// @module-tag depth
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createDevice, type Device } from '#device/create-device.ts';
import { policies } from '#mirror/collections.ts';
import { thisMachine } from '#ports/machine.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { apiBase, hostBase } from '#settings/settings.ts';
import { pdf } from '#tests/outbox/props.ts';
import { createTestApp, fetchOn, type TestApp } from '#tests/server/test-app.ts';
import type { Sending } from '../../sw/sending-part.ts';

/** By its name alone: its types are a worker's, which these tests have not. */
const SCRIPT: string = '../../sw/sending.ts';
const EMAIL = 'costarica@demo.test';
const asked: string[] = [];
let isUp = true;
let server: TestApp;
let page: Device;
let sending: Sending;

const note = (what: string) => async () => void asked.push(what);
const scope = {
  registration: {
    sync: { register: async (tag: string) => void asked.push(`sync ${tag}`) },
    periodicSync: { unregister: async (tag: string) => void asked.push(`no more ${tag}`) },
    getNotifications: async () => [],
    showNotification: async (title: string) => void asked.push(`shows ${title}`),
  },
  clients: { matchAll: async () => [], openWindow: note('opens a window') },
  location: { origin: 'https://amparo.test' },
} as { sending?: Sending };

/** Nobody else is there who could hold one. */
const locks = { request: async (...asked: unknown[]) => (asked.at(-1) as (lock: object) => unknown)({}) };

beforeAll(async () => {
  server = await createTestApp({ seed: [EMAIL] });
  const onServer = fetchOn(server.app);
  const line: typeof fetch = async (...request) => {
    if (!isUp) throw new TypeError('Failed to fetch');
    return onServer(...request);
  };
  vi.stubGlobal('self', scope);
  vi.stubGlobal('fetch', line);
  const badges = { setAppBadge: async (n: number) => void asked.push(`badge ${n}`), clearAppBadge: note('no badge') };
  vi.stubGlobal('navigator', { ...badges, onLine: true, locks });
  page = createDevice({
    ...thisMachine,
    fetch: line,
    apiBase,
    hostBase,
    rounds: 1,
    lock: { ifFree: (_, work) => work() },
  });
  expect(await page.session.signIn(EMAIL, DEMO_PASSWORD)).toMatchObject({ ok: true });
  // What the worker runs. It opens the database that the app has.
  await import(SCRIPT);
  sending = scope.sending as Sending;
}, 60_000);
beforeEach(() => {
  asked.length = 0;
  isUp = true;
});
afterAll(async () => {
  await page.db.delete();
  await server.close();
  vi.unstubAllGlobals();
});

const queue = async (descripcion: string) => {
  const customer = await page.session.customer();
  const fields = { idUsuario: customer?.idUsuario ?? '', idTipoTicket: '1', descripcion, poliza: '520021' };
  expect(await page.outbox.enqueue('ticket.create', fields, {})).toMatchObject({ ok: true });
};

test('[F30] the worker’s own wiring keeps what has no connection, shows it on the icon, and asks to be woken again', async () => {
  isUp = false;
  await queue('Lo que espera');
  // The worker waits a while for what is due soon.
  const { after } = thisMachine.timers;
  const hurried = vi.spyOn(thisMachine.timers, 'after').mockImplementation((ms, run) => after(ms / 500, run));
  await expect(sending.deliverOnSync(true)).rejects.toThrow('1 queued items still wait');
  expect(asked).toContain('sync amparo-outbox');
  hurried.mockRestore();
  expect(asked).toContain('badge 1');
});

test('[F30] and sends it once there is one; its receipt is news until it is read', async () => {
  await sending.deliverOnSync(false);
  expect(await page.db.outbox.count()).toBe(0);
  expect(await page.outbox.receipts()).toHaveLength(1);
  expect(asked.at(-1)).toBe('badge 1');
  await page.outbox.markRead();
  await sending.putAway();
  expect(asked.at(-1)).toBe('no badge');
});

test('[D29] files that another app shares lie sealed on the device, and their screen opens', async () => {
  const body = new FormData();
  const { name, bytes, type } = pdf('compartido.pdf');
  body.append('archivos', new File([bytes], name, { type }));
  const answer = await sending.received(new Request('https://amparo.test/compartir', { method: 'POST', body }));
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe('https://amparo.test/#/app/compartido');
  expect(await page.received.list()).toHaveLength(1);
});

test('[D66] a waking brings what is new while somebody is signed in, and asks for no more after a sign-out', async () => {
  await sending.refresh();
  expect(asked.join()).not.toContain('no more');
  expect((await page.mirror.read(policies)).groups).toHaveLength(1);
  await page.session.logout('erase');
  asked.length = 0;
  await sending.refresh();
  expect(asked).toContain('no more amparo-refresh');
});
