// @module-tag depth
import '#tests/page.ts';

import { act, cleanup } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { pdf, refundFields, refundFilesOf } from '#tests/outbox/props.ts';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { createDevice, SERVER_START_MS } from '#tests/session/device.ts';
import { deviceOf, openAt, pageText, press, sees, until } from '../reading.tsx';

const ANA = 'costarica@demo.test';
const NEXT = 'Nueva2026';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ seed: [ANA] });
}, SERVER_START_MS);
afterEach(cleanup);
afterAll(() => server.close());

test('the notice of a request comes into a region of its own that stands there, empty, before it', async () => {
  const device = await deviceOf(server, ANA);
  await openAt(device, '/app');
  await sees('Salud Global Plus');
  const region = document.querySelector('main > * > [role="status"][data-passing]');
  expect(region?.childNodes).toHaveLength(0);
  const { idUsuario = '' } = (await device.session.customer()) ?? {};
  const ticket = { idUsuario, idTipoTicket: '1', descripcion: 'Sin prisa', poliza: '1' };
  expect(await device.outbox.enqueue('ticket.create', ticket)).toMatchObject({ ok: true });
  const notice = await sees(/pendiente de envío/);
  expect(notice?.closest('[role="status"]')).toBe(region);
});

test('[H2.41] home counts what waits, and then what needs the customer', async () => {
  const device = await deviceOf(server, ANA);
  const { idUsuario = '' } = (await device.session.customer()) ?? {};
  const add = (descripcion: string) =>
    device.outbox.enqueue('ticket.create', { idUsuario, idTipoTicket: '1', descripcion, poliza: '520021' });
  const refuse = (path: string) =>
    path.endsWith('/tickets/create') ? Response.json({ code: 'invalid', message: 'No' }, { status: 422 }) : null;
  await add('Una');
  await openAt(device, '/app');
  await sees('1 solicitud pendiente de envío.');
  await act(async () => void (await add('Otra')));
  await sees('2 solicitudes pendientes de envío.');
  expect(pageText()).not.toMatch(/guardada|necesita/);
  device.network.instead = refuse;
  await act(async () => void (await device.outbox.drain()));
  await sees('2 solicitudes necesitan tu atención.');
  expect(pageText()).toContain('Ábrelas para corregirlas.');
  const [first] = await device.outbox.list();
  await act(async () => void (await device.outbox.discard(first?.key ?? '')));
  await sees('1 solicitud necesita tu atención.');
  expect(pageText()).toContain('Ábrela para corregirla.');
});

test('[F9][H2.41] home counts the document of a refund that is refused, and after that is discarded', async () => {
  const device = await deviceOf(server, ANA);
  const { idUsuario = '' } = (await device.session.customer()) ?? {};
  const fields = refundFields({ idUsuario, policyId: '520021' }, 'Asma');
  const refund = await device.outbox.enqueue('refund.create', fields, refundFilesOf('Asma'));
  if (!refund.ok) throw new Error(refund.code);
  const { key } = refund.value;
  const document = { documento: pdf('receta.pdf') };
  const added = await device.outbox.enqueue('refund.addDocument', { idUsuario }, document, { dependsOn: key });
  expect(added).toMatchObject({ ok: true });
  device.network.instead = () => Response.json({ code: 'invalid', message: 'No' }, { status: 422 });
  await openAt(device, '/app');
  await sees('2 solicitudes pendientes de envío.');
  await act(async () => void (await device.outbox.drain()));
  await sees('2 solicitudes necesitan tu atención.');
  await act(async () => void (await device.outbox.discard(key)));
  await sees('1 solicitud necesita tu atención.');
  expect(pageText()).toContain('Ábrela para ver qué hacer.');
  expect(pageText()).not.toContain('enviando');
});

test('[F42][H2.41] home asks to correct nothing that only another version of the app can read', async () => {
  const device = await deviceOf(server, ANA);
  const { idUsuario = '' } = (await device.session.customer()) ?? {};
  for (const descripcion of ['Una', 'Otra']) {
    await device.outbox.enqueue('ticket.create', { idUsuario, idTipoTicket: '1', descripcion, poliza: '520021' });
  }
  const turn = (state: 'unknown' | 'refused', some: number) =>
    device.db.outbox.limit(some).modify((row: { state: string }) => void Object.assign(row, { state }));
  await turn('unknown', 2);
  await openAt(device, '/app');
  await sees('2 solicitudes son de otra versión de la app.');
  expect(pageText()).toContain('Actualiza la app: las conservamos en este teléfono.');
  expect(pageText()).not.toMatch(/corregir|necesita/);
  await act(async () => void (await turn('refused', 1)));
  await sees('2 solicitudes necesitan tu atención.');
  expect(pageText()).toContain('Ábrelas para ver qué hacer.');
  await act(async () => void (await device.db.outbox.filter(({ state }) => state === 'refused').delete()));
  await sees('1 solicitud es de otra versión de la app.');
});

test('[D25] home says that requests wait under an earlier password, and one press leads to them', async () => {
  const device = await deviceOf(server, ANA);
  const { owner = '' } = (await device.session.customer()) ?? {};
  await device.db.outbox.add({
    ...{ key: crypto.randomUUID(), owner, seq: 1, version: 1, state: 'waiting', attempts: 0, nextAt: 0 },
    ...{ unclear: false, dependsOn: null, createdAt: 0, claim: null, iv: new Uint8Array(12), data: new ArrayBuffer(8) },
  });
  const other = createDevice(server);
  await other.session.signIn(ANA, DEMO_PASSWORD);
  expect(await other.session.changePassword(DEMO_PASSWORD, NEXT)).toMatchObject({ ok: true });
  await device.session.signIn(ANA, NEXT);
  const { router } = await openAt(device, '/app');
  await sees('1 solicitud guardada con tu contraseña anterior.');
  await press(/1 solicitud guardada/);
  await until(() => expect(router.state.location.pathname).toBe('/app/configuraciones/pendientes'));
});
