// @module-tag depth
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createDevice, type Device } from '#device/create-device.ts';
import { policies } from '#mirror/collections.ts';
import { thisMachine } from '#ports/machine.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { shareHeldKeys } from '#session/pages.ts';
import { apiBase, hostBase } from '#settings/settings.ts';
import { giveLocks } from '#tests/locks.ts';
import { pdf } from '#tests/outbox/props.ts';
import { Authenticator } from '#tests/server/authenticator.ts';
import { createTestApp, fetchOn, ORIGIN, type TestApp } from '#tests/server/test-app.ts';
import { onPhone } from '#tests/session/phone.ts';
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

const phone = new Authenticator(ORIGIN);

beforeAll(async () => {
  server = await createTestApp({ seed: [EMAIL] });
  const onServer = fetchOn(server.app);
  const line: typeof fetch = async (...request) => {
    if (!isUp) throw new TypeError('Failed to fetch');
    return onServer(...request);
  };
  vi.stubGlobal('self', scope);
  vi.stubGlobal('fetch', line);
  giveLocks();
  const { locks } = navigator;
  const badges = { setAppBadge: async (n: number) => void asked.push(`badge ${n}`), clearAppBadge: note('no badge') };
  vi.stubGlobal('navigator', { ...badges, onLine: true, locks });
  page = createDevice({
    ...thisMachine,
    fetch: line,
    apiBase,
    hostBase,
    rounds: 1,
    lock: { ifFree: (_, work) => work() },
    ...onPhone(() => phone),
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

const share = (named: string) => {
  const body = new FormData();
  const { name, bytes, type } = pdf(named);
  body.append('archivos', new File([bytes], name, { type }));
  return sending.received(new Request('https://amparo.test/compartir', { method: 'POST', body }));
};

test('[D29] files that another app shares lie sealed on the device, and their screen opens', async () => {
  const answer = await share('compartido');
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

test('[S23][D56] a file shared while a page opened by passkey has the key in memory is the customer’s', async () => {
  const { session } = page;
  expect(await session.signIn(EMAIL, DEMO_PASSWORD)).toMatchObject({ ok: true });
  const stop = shareHeldKeys(page.db);
  expect(await session.addPasskey(DEMO_PASSWORD, 'Mi teléfono')).toMatchObject({ ok: true });
  await session.lock();
  expect(await session.unlockByPasskey()).toMatchObject({ ok: true });
  await share('factura');
  expect((await page.received.list()).map(({ name }) => name)).toEqual(['factura.pdf']);
  expect(await page.received.unclaimed()).toEqual([]);
  stop();
});
