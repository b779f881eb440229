import '#tests/page.ts';

import { cleanup, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { failureTexts } from '#rules/failures.ts';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { type Device, SERVER_START_MS } from '#tests/session/device.ts';
import { answerWith, deviceOf, missing, openAt, pageText, press, sees, title, until } from '../reading.tsx';

const LIFE = '/app/beneficiarios/520022';

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

const cards = () => screen.getAllByRole('listitem').map((one) => one.textContent?.replace(/\u00a0/g, ' '));

test('[H2.50][H3.4][H1.3] each beneficiary is shown with name and share, and irrevocable ones are marked', async () => {
  await openAt(device, LIFE);
  await sees('José Pablo Solís Vargas');
  expect(title()).toBe('Beneficiarios');
  expect(cards()[0]).toMatch(/José Pablo Solís Vargas.*Irrevocable.*50 ?%/);
  expect(cards()[1]).toMatch(/25 ?%/);
  expect(cards()[1]).not.toContain('Irrevocable');
});

test('[D40] roles are shown in Spanish, whatever language the server sends', async () => {
  await openAt(device, LIFE);
  await sees('José Pablo Solís Vargas');
  expect(pageText()).toContain('Beneficiario principal');
  expect(pageText()).not.toContain('Primary');
});

test('[H2.51] without beneficiaries the screen says so, and lists who receives the benefit then, in order', async () => {
  answerWith(device, 'getAccountRoles', []);
  await openAt(device, LIFE);
  await sees('No has designado beneficiarios');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Tu cónyuge o pareja registrada',
    'Tus hijos',
    'Tus herederos legales',
  ]);
});

test('[D70] a failed load is reported as a failure, not as having no beneficiaries', async () => {
  // JSON of another shape; a page of HTML would be a portal's.
  answerWith(device, 'getAccountRoles', '<html>', 200);
  await openAt(device, LIFE);
  await sees('No pudimos cargar tus beneficiarios');
  const why = failureTexts.other;
  expect(pageText()).toContain(`Esto aún no está en este teléfono. ${why}`);
  expect(missing(/herederos/)).toBe(true);
  device.network.instead = null;
  await press('Reintentar');
  await sees('José Pablo Solís Vargas');
});

test('[D29] after one visit the screen opens without a connection', async () => {
  await openAt(device, LIFE);
  await sees('José Pablo Solís Vargas');
  cleanup();
  device.network.up = false;
  await openAt(device, LIFE);
  await sees('José Pablo Solís Vargas');
});

test('[S2] hostile, missing and odd values are shown as text', async () => {
  answerWith(device, 'getAccountRoles', [
    { ClientName: '<b>x</b>\u202E'.repeat(2000), ParticipationPercentage: 'mucho', IrrevocableBeneficiary: null },
    { ParticipationPercentage: -3.333333 },
    { ClientName: 'ANA', ParticipationPercentage: 0, IrrevocableBeneficiary: 'POSITIVO ' },
  ]);
  await openAt(device, LIFE);
  await until(() => expect(cards()).toHaveLength(3));
  expect(document.querySelector('li b')).toBeNull();
  expect(cards()[1]).toContain('Sin nombre');
  expect(cards()[2]).toMatch(/Ana.*Irrevocable/);
});
