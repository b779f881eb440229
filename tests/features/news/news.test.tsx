// @module-tag depth
import '#tests/page.ts';

import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { DAY_MS } from '#contract/age.ts';
import type { Policy } from '#contract/policies.ts';
import { readingKeys } from '#database/keyring.ts';
import { sealRow } from '#database/sealed.ts';
import { bills, documents, payments, policies, refunds } from '#mirror/collections.ts';
import { sealReceipt } from '#outbox/receipts.ts';
import { unreadNews } from '#push/unread.ts';
import { addDays, today } from '#rules/dates.ts';
import { atQuota } from '#tests/database/at-quota.ts';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { type Device, SERVER_START_MS } from '#tests/session/device.ts';
import { answerWith, deviceOf, missing, openAt, pageText, press, sees, title, until } from '../reading.tsx';

const HEALTH = '520021';

let server: TestApp;
let device: Device;
beforeAll(async () => {
  server = await createTestApp({ seed: ['costarica@demo.test'] });
}, SERVER_START_MS);
beforeEach(async () => {
  device = await deviceOf(server, 'costarica@demo.test');
});
afterEach(cleanup);
afterAll(() => server.close());

/** Pulls a collection as it is, then once more with this change to the server's answer. */
async function change<Row extends object>(
  collection: Parameters<Device['mirror']['pull']>[0],
  ending: string,
  to: (rows: Row[]) => unknown,
): Promise<void> {
  device.network.instead = null;
  await device.mirror.pull(collection, HEALTH);
  const { groups } = await device.mirror.read(collection, HEALTH);
  answerWith(device, ending, to((groups ?? []).flatMap(({ rows }) => rows) as Row[]));
  await device.mirror.pull(collection, HEALTH);
  device.network.instead = null;
}

const day = today(new Date());

async function keysNow() {
  const keys = await readingKeys(device.db);
  if (!keys) throw new Error('locked');
  return keys;
}

/** What a newer version of the app has stored: in another tab, or before a rollback. */
async function fromTomorrow(): Promise<void> {
  const keys = await keysNow();
  const [id, owner] = ['of-tomorrow', keys.owner];
  const news = { kind: 'card-renewed', about: 'C-1', policyId: HEALTH, facts: { until: { year: 2028 } } };
  const sealed = await sealRow(keys.readKey, news, { table: 'news', row: id, owner });
  await device.db.news.put({ id, owner, at: device.time.now, read: false, ...sealed });
}

test('[F42] news of a kind that only another version knows is shown as such, and can be read like any other', async () => {
  await fromTomorrow();
  expect(await device.mirror.news.unread()).toBe(1);
  const { router } = await openAt(device, '/app/novedades');
  await sees('1 sin leer');
  await sees('Actualiza la app para verla');
  await act(async () => void fireEvent.click(screen.getByRole('link', { name: /Novedad de otra versión de la app/ })));
  await until(() => expect(router.state.location.pathname).toBe('/app/configuraciones'));
  await until(async () => expect(await device.mirror.news.unread()).toBe(0));
  expect(await device.db.news.count()).toBe(1);
});

test('[F42] it is among what one press marks as read, which is said', async () => {
  await fromTomorrow();
  await openAt(device, '/app/novedades');
  await sees('1 sin leer');
  // WCAG 4.1.3: it is there before the press, and says what came of it.
  const said = screen.getByText('1 sin leer').closest('[aria-live="polite"], [role="status"]');
  await press('Marcar como leídas');
  await sees('Todo leído');
  expect(said?.textContent).toBe('Todo leído');
  expect(await device.mirror.news.unread()).toBe(0);
});

test('[D61] what no longer opens is no line, and is among what is unread and what one press marks as read', async () => {
  await fromTomorrow();
  const [row] = await device.db.news.toArray();
  if (!row) throw new Error('no news');
  await device.db.news.put({ ...row, id: 'lost', data: new ArrayBuffer(8) });
  await openAt(device, '/app/novedades');
  await sees('2 sin leer');
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  await act(async () => void (await device.mirror.news.markRead(['of-tomorrow'])));
  await sees('1 sin leer');
  await press('Marcar como leídas');
  await sees('Todo leído');
  expect(await device.mirror.news.unread()).toBe(0);
});

test('[D61][F16] what a full device cannot mark as read says so, and goes with the next press', async () => {
  await fromTomorrow();
  await openAt(device, '/app/novedades');
  await sees('1 sin leer');
  const makeRoom = atQuota(device.db);
  onTestFinished(makeRoom);
  const full = () => screen.queryByText(/^No queda espacio en este teléfono/, { selector: '.problem *' });
  await press('Marcar como leídas');
  await until(() => expect(full()).toBeTruthy());
  expect(await device.mirror.news.unread()).toBe(1);
  makeRoom();
  await press('Marcar como leídas');
  await sees('Todo leído');
  expect(full()).toBeNull();
});

test('[D61] changes are listed with the newest first, each linking to its screen', async () => {
  await device.mirror.pull(policies);
  await change<{ idEstado: number }>(refunds, 'getByPolicy', (rows) =>
    rows.map((one) => (one.idEstado === 2 ? { ...one, idEstado: 5, importe: 86.4, divisa: 'USD' } : one)),
  );
  device.time.now += 1000;
  await change(bills, 'getPendingBills', (rows) => [
    ...rows,
    { BillNumber: 'F-9', DuePremium: 165, EffectiveFrom: day, EffectiveTo: addDays(day, 30) },
  ]);
  device.time.now += 1000;
  await change(payments, 'getInternetPayments', () => [
    {
      year: Number(day.slice(0, 4)),
      payments: [
        { ID: 'n', ParsedCompletedDate: day, Total: 34_500, Currency: 'CRC', OrderNumber: 'ORD-9', Status: 'Aceptado' },
      ],
    },
  ]);
  device.time.now += 1000;
  await change(documents, 'getDocuments', (rows) => [
    ...rows,
    { CategoryDescription: 'Carta', CreatedOnDate: day, PhysicalPath: '' },
  ]);
  await openAt(device, '/app/novedades');
  await sees('4 sin leer');
  expect(title()).toBe('Novedades');
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/\s/gu, ' '));
  expect(lines[0]).toMatch(/^Documento añadido.*, sin leerCarta · Salud Global Plus$/);
  expect(lines[1]).toMatch(/^Recibimos tu pago.*Salud Global Plus · ₡34 500 · Ref. ORD-9$/);
  expect(lines[2]).toMatch(/^Nueva factura, vence el .*Salud Global Plus · US\$165,00$/);
  expect(lines[3]).toMatch(/^Aprobamos tu reembolso.*US\$86,40$/);
  const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(hrefs.slice(0, 4)).toEqual([
    expect.stringMatching(new RegExp(`^#/app/documentos/${HEALTH}\\?ano=[^&]*${day.slice(0, 4)}`)),
    expect.stringMatching(new RegExp(`^#/app/pagos/${HEALTH}\\?ano=[^&]*${day.slice(0, 4)}`)),
    expect.stringContaining(`#/app/facturas/${HEALTH}/VTUSA/null/`),
    `#/app/reembolsos/${HEALTH}`,
  ]);

  await act(async () => screen.getAllByRole('link')[0]?.click());
  await until(async () => expect(await device.mirror.news.unread()).toBe(3));
  cleanup();
  // The news are also there without a connection.
  device.network.up = false;
  await openAt(device, '/app/novedades');
  await sees('3 sin leer');
  await press('Marcar como leídas');
  await sees('Todo leído');
  expect(screen.queryByRole('button', { name: 'Marcar como leídas' })).toBeNull();
  expect(missing(/sin leer/)).toBe(true);
});

test('[D61] a bill just listed is never said to be settled, although the list before it is still in memory', async () => {
  await device.mirror.pull(policies);
  await change(bills, 'getPendingBills', (rows) => [
    ...rows,
    { BillNumber: 'F-9', DuePremium: 165, EffectiveFrom: day, EffectiveTo: addDays(day, 30) },
  ]);
  const said = new Set<string>();
  const watching = new MutationObserver(() => said.add(/Nueva factura, [^\d]*/.exec(pageText())?.[0] ?? ''));
  watching.observe(document.body, { childList: true, subtree: true, characterData: true });
  await openAt(device, '/app/novedades');
  await sees('1 sin leer');
  await act(() => new Promise<void>((later) => void setTimeout(later, 100)));
  watching.disconnect();
  expect([...said].filter((one) => one !== '')).toEqual(['Nueva factura, vence el ']);
});

test('[D61][H2.31] a new bill of a policy in arrears leads to the bills to come, which have it', async () => {
  await device.mirror.pull(policies);
  const { groups } = await device.mirror.read(policies);
  const inArrears = (policy: Policy) =>
    policy.Policy === HEALTH ? { ...policy, GracePeriodDate: addDays(day, -5) } : policy;
  answerWith(device, 'individualPolicyDetail', groups?.[0]?.rows.map(inArrears));
  await device.mirror.pull(policies);
  await change(bills, 'getPendingBills', (rows) => [
    ...rows,
    { BillNumber: 'F-9', DuePremium: 165, EffectiveFrom: day, EffectiveTo: addDays(day, 30) },
  ]);
  await openAt(device, '/app/novedades');
  const link = () => screen.getByRole('link', { name: /Nueva factura, vence el/ });
  await until(() => expect(link().getAttribute('href')).toContain(`/app/facturas/${HEALTH}/VTUSA/null/`));
});

describe('[D61] news of a bill that the insurer no longer lists', () => {
  const learnBill = () =>
    change(bills, 'getPendingBills', (rows) => [
      ...rows,
      { BillNumber: 'F-520021-9', DuePremium: 214.6, EffectiveFrom: day, EffectiveTo: addDays(day, 30) },
    ]);
  const learnPayment = (Concept: string, Total = 214.6) =>
    change(payments, 'getInternetPayments', () => [
      {
        year: Number(day.slice(0, 4)),
        payments: [{ ID: 'n', ParsedCompletedDate: day, Total, Concept, OrderNumber: 'ORD-9', Status: 'Aceptado' }],
      },
    ]);
  const told = async (words: string) => {
    // The insurer lists it no longer.
    device.time.now += 1000;
    await device.mirror.pull(bills, HEALTH);
    await openAt(device, '/app/novedades');
    await sees(words);
  };
  const later = () => {
    device.time.now += 1000;
  };

  test('say that it is paid where a payment of it is known', async () => {
    await learnBill();
    later();
    await learnPayment('Factura F-520021-9', 1);
    await told('Nueva factura, ya está pagada');
  });

  test('say so of a payment of its amount that names no bill', async () => {
    await learnBill();
    later();
    await learnPayment('');
    await told('Nueva factura, ya está pagada');
  });

  test.each([
    ['names another bill that is listed', 'Factura F-520021-1', 214.6],
    ['is of another amount', '', 1],
  ])('say only that it is not pending where the payment %s', async (_, concept, total) => {
    await learnBill();
    later();
    await learnPayment(concept, total);
    await told('Nueva factura, ya no está pendiente');
  });

  test('say only that it is not pending where the payment was learned before', async () => {
    await learnPayment('');
    later();
    await learnBill();
    await told('Nueva factura, ya no está pendiente');
  });
});

test('[D61] news of two policies of one product are told apart', async () => {
  await device.mirror.pull(policies);
  const { groups } = await device.mirror.read(policies);
  const [health] = groups?.[0]?.rows ?? [];
  answerWith(device, 'individualPolicyDetail', [health, { ...(health as Policy), Policy: '9', PolicyNumber: 'CR-9' }]);
  await device.mirror.pull(policies);
  await change(documents, 'getDocuments', (rows) => [
    ...rows,
    { CategoryDescription: 'Carta', CreatedOnDate: day, PhysicalPath: '' },
  ]);
  await openAt(device, '/app/novedades');
  await sees(/Salud Global Plus · CR-SAL-0098114/);
});

/** The receipt of a request that was sent. */
async function fromQueue(tipo = 'ticket.create'): Promise<void> {
  const { readKey, owner } = await keysNow();
  const key = crypto.randomUUID();
  const recibo = { clave: key, tipo, numero: 'C-1', fecha: '2027-01-01T00:00:00.000Z' };
  const stored = { recibo, answer: {}, label: {}, policy: null };
  await device.db.receipts.put(await sealReceipt(stored, readKey, { key, owner, at: device.time.now, under: 'read' }));
}

test('[D61] bell and icon count for as long as Novedades tells: 90 days, news and receipts', async () => {
  await fromTomorrow();
  await fromQueue();
  const counted = () => Promise.all([device.mirror.news.unread(), unreadNews(device.db)]);
  const turnOld = async (days: number) => {
    const at = device.time.now - days * DAY_MS;
    await Promise.all([device.db.news.toCollection().modify({ at }), device.db.receipts.toCollection().modify({ at })]);
  };
  await turnOld(89);
  expect(await counted()).toEqual([2, 2]);
  await openAt(device, '/app/novedades');
  await sees('2 sin leer');
  cleanup();
  await turnOld(91);
  expect(await counted()).toEqual([0, 0]);
  await openAt(device, '/app/novedades');
  await sees('No tienes novedades');
});

test('[D61] a receipt is told as what was sent: a document is no request', async () => {
  await fromQueue('refund.addDocument');
  await fromQueue();
  await openAt(device, '/app/novedades');
  await sees('Recibimos tu documento');
  await sees('Recibimos tu consulta');
});

test('[D61] news stand under the name of their time', async () => {
  await fromTomorrow();
  await device.db.news.toCollection().modify({ at: Date.now() - 2 * DAY_MS });
  await openAt(device, '/app/novedades');
  const week = await until(() => screen.getByRole('region', { name: 'Esta semana' }));
  expect(within(week).getAllByRole('listitem')).toHaveLength(1);
});

test('[D61][F60] what a clock years ahead stamped is not of today once the clock is right', async () => {
  await fromTomorrow();
  await device.db.news.toCollection().modify({ at: Date.now() + 1800 * DAY_MS });
  await openAt(device, '/app/novedades');
  const before = await until(() => screen.getByRole('region', { name: 'Antes' }));
  expect(within(before).getAllByRole('listitem')).toHaveLength(1);
  expect(screen.queryByRole('region', { name: 'Hoy' })).toBeNull();
});

test('[D61] the bell on home shows how many news are unread', async () => {
  await openAt(device, '/app');
  await until(() => screen.getByRole('link', { name: 'Novedades' }));
  await act(() =>
    change(documents, 'getDocuments', (rows) => [
      ...rows,
      { CategoryDescription: 'Carta', CreatedOnDate: day, PhysicalPath: '' },
    ]),
  );
  await until(() => screen.getByRole('link', { name: 'Novedades, 1 sin leer' }));
});

test('[D61] without news the screen says what will appear there', async () => {
  await openAt(device, '/app/novedades');
  await sees('No tienes novedades');
  await sees(/llegue una factura, recibamos un pago, respondamos una consulta o añadamos un documento\.$/);
  expect(pageText()).toContain('Elegir de qué te avisamos');
});

test('[D61][S2] hostile texts are shown as text', async () => {
  const evil = '<img src=x onerror=alert(1)>\u202Etxet';
  await change(documents, 'getDocuments', (rows) => [
    ...rows,
    { CategoryDescription: evil, CreatedOnDate: day, PhysicalPath: '' },
  ]);
  await openAt(device, '/app/novedades');
  await sees(/onerror/);
  expect(document.querySelector('img')).toBeNull();
});
