import '#tests/page.ts';

import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { cards, policies } from '#mirror/collections.ts';
import { isOff } from '#tests/is-off.ts';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { type Device, SERVER_START_MS } from '#tests/session/device.ts';
import { answerWith, deviceOf, openAt, pageText, press, sees, title, until } from '../reading.tsx';

const CARD = '/app/carnet/520021';

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

const chosen = () => screen.getAllByRole('button', { pressed: true }).map((one) => one.textContent);
const name = () => screen.getByRole('heading', { level: 2 }).textContent;

test('[H2.55][H1.4] the card is chosen among policy owner, spouse and dependents, the owner first', async () => {
  await openAt(device, CARD);
  await sees('María Fernanda Rojas Mora');
  expect(title()).toBe('Carnet de salud');
  expect(chosen()).toEqual(['María F.']);
  await press('Valentina');
  expect(name()).toBe('Valentina Solís Rojas');
  expect(chosen()).toEqual(['Valentina']);
});

test('[H2.55] the card of one of two policies of one product names its policy with the number', async () => {
  await openAt(device, CARD);
  await until(() => expect(screen.getByText('Salud Global Plus')).toBeTruthy());
  cleanup();
  const { groups } = await device.mirror.read(policies);
  const [health] = groups?.[0]?.rows ?? [];
  answerWith(device, 'individualPolicyDetail', [health, { ...health, Policy: '9', PolicyNumber: 'CR-SAL-9' }]);
  await device.mirror.pull(policies);
  await openAt(device, CARD);
  await until(() => expect(screen.getByText('Salud Global Plus · CR-SAL-0098114')).toBeTruthy());
});

test('[H2.55] the chosen person stays chosen when a refresh changes the order of people', async () => {
  const person = (ClientName: string, Role: string, AetnaMemberIdNo = 'W1') => ({
    ClientName,
    Role,
    Status: 'Activo',
    AetnaMemberIdNo,
  });
  const ana = person('ANA ROJAS', 'Policy Owner');
  const shown = () => `${name()} ${document.querySelector('article dl')?.textContent}`;
  const refreshed = async (...people: object[]) => {
    answerWith(device, 'getPolicyCards', people);
    await act(async () => void (await device.mirror.pull(cards, '520021')));
  };
  await refreshed(ana, person('LUIS MORA', 'Spouse'), person('EVA MORA', 'Dependent', 'W2'));
  await openAt(device, CARD);
  await until(() => screen.getByRole('button', { name: 'Luis' }));
  await press('Luis');
  await refreshed(ana, person('ZOE MORA', 'Dependent'), person('LUIS MORA', 'Dependent'));
  await until(() => screen.getByRole('button', { name: 'Zoe' }));
  expect(name()).toBe('Luis Mora');
  expect(chosen()).toEqual(['Luis']);

  await refreshed(ana, person('EVA MORA', 'Dependent', 'W3'), person('LUIS MORA', 'Spouse', 'W9'));
  await until(() => screen.getByRole('button', { name: 'Eva' }));
  expect(shown()).toMatch(/^Luis Mora.*W9/);

  const twins = [person('EVA MORA', 'Dependent', 'W3'), person('EVA MORA', 'Dependent', 'W3')];
  await refreshed(ana, ...twins.map((one, index) => ({ ...one, AetnaGroupNo: `G${index}` })));
  await until(() => screen.getByRole('button', { name: 'Eva Mora, Dependiente, W3 (1)' }));
  await press('Eva Mora, Dependiente, W3 (2)');
  expect(shown()).toContain('G1');
});

test('[H2.55] the buttons of two people of one name are told apart by surname and by role', async () => {
  const of = (ClientName: string, Role: string) => ({ ClientName, Role, Status: 'Activo' });
  answerWith(device, 'getPolicyCards', [
    of('JUAN MORA', 'Policy Owner'),
    of('JUAN ROJAS', 'Spouse'),
    of('JUAN MORA', 'Dependent'),
  ]);
  await openAt(device, CARD);
  await sees('Juan Rojas');
  const group = screen.getByRole('group', { name: 'Persona asegurada' });
  expect([...group.querySelectorAll('button')].map((one) => one.textContent)).toEqual([
    ...['Juan Mora, Titular', 'Juan Rojas', 'Juan Mora, Dependiente'],
  ]);
});

test('[H2.56][D40] the card shows name, policy number and role in Spanish', async () => {
  await openAt(device, CARD);
  await sees('Titular');
  expect(pageText()).toContain('CR-SAL-0098114');
  await press('José P.');
  expect(pageText()).toContain('Cónyuge');
  await press('Matías');
  expect(pageText()).toContain('Dependiente');
});

test('[H2.57][D47] the card shows member, group and electronic payer numbers under two logos', async () => {
  await openAt(device, CARD);
  await sees('Titular');
  expect(pageText()).toMatch(/W520021\d+/);
  expect(pageText()).toContain('0863519-010-00001');
  expect(pageText()).toContain('60054');
  expect(document.querySelectorAll('article header svg')).toHaveLength(2);
});

test("[H2.58][D20] the button 'Compartir' is shown disabled", async () => {
  await openAt(device, CARD);
  await sees('Titular');
  expect(isOff(screen.getByRole<HTMLButtonElement>('button', { name: 'Compartir' }))).toBe(true);
});

test('after one visit the card opens without a connection and says so', async () => {
  await openAt(device, CARD);
  await sees('Titular');
  cleanup();
  device.network.up = false;
  await openAt(device, CARD);
  await sees('Disponible sin conexión');
  expect(name()).toBe('María Fernanda Rojas Mora');
});

test('[D37] a missing card and a failed load have different texts', async () => {
  answerWith(device, 'getPolicyCards', []);
  await openAt(device, CARD);
  await sees('No tenemos un carnet que mostrarte');
  cleanup();
  const other = await deviceOf(server, 'costarica@demo.test');
  answerWith(other, 'getPolicyCards', {}, 500);
  await openAt(other, CARD);
  await sees('No pudimos cargar tu carnet');
});

test('[S2] hostile and missing numbers are shown as text or as a dash', async () => {
  answerWith(device, 'getPolicyCards', [
    { ClientName: '<script>'.repeat(1000), Role: 'Policy Owner', AetnaMemberIdNo: '\u202E<b>1</b>' },
    { ClientName: 'SOLO', Role: 'Spouse', Status: 'Activo' },
    { ClientName: null, Role: 'Dependent', Status: 'Activo' },
  ]);
  await openAt(device, CARD);
  await until(() => name());
  expect(document.querySelector('article script, article b')).toBeNull();
  expect(screen.getByRole('button', { name: 'Dependiente' })).toBeTruthy();
  await press('Solo');
  expect([...document.querySelectorAll('dd')].filter((one) => one.textContent === '—')).toHaveLength(3);
});

test('a number is copied without its blanks, and a notice says so for two seconds', async () => {
  const writeText = vi.fn(async () => {});
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  await openAt(device, CARD);
  await sees('Titular');
  await press('Copiar Grupo: 0863519-010-00001');
  await sees('Copiado');
  expect(writeText).toHaveBeenCalledWith('0863519-010-00001');
  expect(screen.getByText('Copiado').closest('[role=status]')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Copiado')).toBeNull(), { timeout: 4000 });
  writeText.mockRejectedValueOnce(new Error('not allowed'));
  await press('Copiar Grupo: 0863519-010-00001');
  await sees(/No pudimos copiarlo/);
});

test("'Mostrar' keeps the screen lit until it is closed", async () => {
  const release = vi.fn(async () => {});
  const request = vi.fn(async () => ({ release }));
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
  await openAt(device, CARD);
  await sees('Titular');
  await press('Mostrar');
  await sees('La pantalla sigue encendida.');
  const layer = screen.getByRole('dialog', { name: /^Carnet de María Fernanda/ });
  expect(layer.textContent).toMatch(/Titular\s· .*María Fernanda Rojas Mora.*N.º de miembroW520021/);
  expect(request).toHaveBeenCalledWith('screen');
  await press('Cerrar');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(release).toHaveBeenCalled();
  Reflect.deleteProperty(navigator, 'wakeLock');
});
