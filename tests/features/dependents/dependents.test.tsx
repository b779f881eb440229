import '#tests/page.ts';

import { cleanup, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { type Device, SERVER_START_MS } from '#tests/session/device.ts';
import { answerWith, deviceOf, openAt, press, sees, title, until, words } from '../reading.tsx';

const HEALTH = '/app/dependientes/520021';

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

const names = () => screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent);

test('[H2.52][H6.2] lists active spouses and dependents, whichever language their role is in', async () => {
  await openAt(device, HEALTH);
  expect(words()).toContain('Cargando tus dependientes...');
  await until(() =>
    expect(names()).toEqual(['José Pablo Solís Vargas', 'Valentina Solís Rojas', 'Matías Solís Rojas']),
  );
  expect(title()).toBe('Dependientes');
  expect(words()).toContain('Cónyuge');
  expect(words()).not.toContain('Diego');
});

test('[H2.53][H3.5][D17] each with readable name, birth date, gender and smoker status', async () => {
  await openAt(device, HEALTH);
  await sees('Valentina Solís Rojas');
  expect(words()).toContain('19 de julio de 2012');
  expect(words()).toContain('Femenino');
  expect(words()).toContain('No fumador');
});

test('[H2.54] says that there is nobody, also when all dependents are inactive', async () => {
  answerWith(device, 'getDependents', [{ ClientName: 'X', Role: 'Dependiente', Status: 'Inactivo' }]);
  await openAt(device, HEALTH);
  await sees('No tienes dependientes');
  expect(words()).toContain('En esta póliza nadie más está asegurado contigo.');
});

test('[D37] a failed load says so and offers a retry', async () => {
  device.network.up = false;
  await openAt(device, HEALTH);
  await sees(/Amparo no responde/);
  device.network.up = true;
  await press('Reintentar');
  await sees('Valentina Solís Rojas');
});

test('[S2] hostile, missing and odd values are shown as text', async () => {
  answerWith(device, 'getDependents', [
    { ClientName: '<i>'.repeat(3000), Role: 'Spouse', Status: 'Activo', BirthDate: '0000-99-99', Gender: '\u202E<u>' },
    { Role: 'Dependent', Status: 'activo' },
  ]);
  await openAt(device, HEALTH);
  await until(() => expect(names()).toHaveLength(2));
  expect(document.querySelector('li i, li u')).toBeNull();
  expect(names()[1]).toBe('Sin nombre');
});
