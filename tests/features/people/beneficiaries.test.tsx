// @module-tag depth
import '#tests/page.ts';

import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { policies } from '#mirror/collections.ts';
import { failureTexts } from '#rules/failures.ts';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { type Device, SERVER_START_MS } from '#tests/session/device.ts';
import { answerWith, deviceOf, missing, openAt, pageText, press, sees, title, until } from '../reading.tsx';

const LIFE = '/app/beneficiarios/520022';

let server: TestApp;
let device: Device;
beforeAll(async () => {
  server = await createTestApp({ seed: ['costarica@demo.test', 'guatemala@demo.test'] });
}, SERVER_START_MS);
beforeEach(async () => {
  device = await deviceOf(server, 'costarica@demo.test');
});
afterEach(cleanup);
afterAll(() => server.close());

/** The list below the arch; the people at the side are another one. */
const cards = () =>
  [...(screen.getAllByRole('list')[0]?.children ?? [])].map((one) => one.textContent?.replace(/\u00a0/g, ' '));
const stones = () =>
  [...document.querySelectorAll('svg g[data-look]')].map(
    (one) => `${one.getAttribute('data-look')} ${one.textContent}`,
  );
const designated = (...shares: (number | null)[]) =>
  answerWith(
    device,
    'getAccountRoles',
    shares.map((ParticipationPercentage, index) => ({
      ClientName: `ROJAS ${index}, ANA LUCÍA`,
      Role: 'Primary Beneficiary',
      ParticipationPercentage,
    })),
  );
const plain = () => pageText().replace(/\u00a0/g, ' ');

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
  expect(cards()).toEqual(['Tu cónyuge o pareja registrada', 'Tus hijos', 'Tus herederos legales']);
  expect(stones()).toEqual(['hollow 1', 'hollow 2', 'hollow 3']);
});

test('[H2.50] each beneficiary is a stone of the arch, which says nothing that the list does not', async () => {
  await openAt(device, LIFE);
  await sees('José Pablo Solís Vargas');
  expect(stones()).toEqual(['life JP', 'life VS', 'life MS']);
  expect(document.querySelector('svg:has(g)')?.getAttribute('aria-hidden')).toBe('true');
  expect(plain()).toMatch(/100 %entre 3 personas/);
  expect(pageText()).toContain('Irrevocable: solo se cambia con su consentimiento.');
});

test('what is given to nobody yet is a dashed stone, is said, and leads to a ticket', async () => {
  designated(50, 25);
  const { history } = await openAt(device, LIFE);
  await sees(/^Falta repartir/);
  expect(stones()).toEqual(['life AL', 'life AL', 'missing ']);
  expect(plain()).toMatch(/75 %entre 2 personas/);
  expect(plain()).toContain('Falta repartir 25 %.');
  const change = screen.getByRole('link', { name: 'Pedir un cambio' });
  expect(change.getAttribute('href')).toMatch(/ayuda\/crear$/);
  await act(async () => void fireEvent.click(change));
  expect(history.location.state).toMatchObject({ ticketAbout: { policyId: '520022', beneficiaries: true } });
});

test('with an unknown share all stones are hollow and of one length, and no sum is said', async () => {
  designated(50, null);
  await openAt(device, LIFE);
  await until(() => expect(stones()).toEqual(['hollow AL', 'hollow AL']));
  expect(plain()).not.toMatch(/entre 2|Falta/);
  expect(cards()[0]).toContain('50 %');
});

test.each([
  ['costarica@demo.test', '520022', '33,5'],
  ['guatemala@demo.test', '540042', '33.5'],
])('[D22] a share is written as the country writes numbers: %s', async (email, policyId, share) => {
  const own = await deviceOf(server, email);
  answerWith(own, 'getAccountRoles', [
    { ClientName: 'ANA', Role: 'Primary Beneficiary', ParticipationPercentage: 33.5 },
  ]);
  await openAt(own, `/app/beneficiarios/${policyId}`);
  await until(() => expect(cards()[0]).toContain(share));
  const missing = share.replace('33', '66');
  expect(plain()).toMatch(new RegExp(`Falta repartir ${missing} %\\.`));
});

test('a stone of less than 8 % has no room for initials', async () => {
  designated(40, 20, 20, 7, 7, 6);
  await openAt(device, LIFE);
  await until(() => expect(stones()).toEqual([...Array(3).fill('life AL'), ...Array(3).fill('life ')]));
});

test('shares of more than all of it fill the arch, and their sum is said as it is', async () => {
  designated(100, 50);
  await openAt(device, LIFE);
  await until(() => expect(plain()).toMatch(/150 %entre 2 personas/));
  expect(stones()).toEqual(['life AL', 'life AL']);
  expect(plain()).not.toContain('Falta repartir');
});

test('[H2.52] the dependents of the health policy stand at the side, and their cards are one press away', async () => {
  await openAt(device, LIFE);
  const side = await until(() => screen.getByRole('region', { name: 'Dependientes' }));
  await until(() => expect(side.textContent).toContain('Valentina Solís Rojas'));
  expect(side.textContent).toContain('Salud Global Plus · CR-SAL-0098114');
  expect(side.textContent).not.toContain('Diego');
  expect(screen.getByRole('link', { name: 'Ver sus carnets' }).getAttribute('href')).toMatch(/carnet\/520021$/);
  expect(title()).toBe('Beneficiarios');
});

test('[D70] dependents that never came are told as not here, and the beneficiaries stay', async () => {
  answerWith(device, 'getDependents', { error: 'x' }, 503);
  await openAt(device, LIFE);
  await sees('José Pablo Solís Vargas');
  const side = screen.getByRole('region', { name: 'Dependientes' });
  await until(() => expect(side.textContent).toContain('Esto aún no está en este teléfono.'));
  expect(side.textContent).not.toContain('No tienes');
});

test("[D90] 'Actualizar' asks for the people at the side too", async () => {
  await openAt(device, LIFE);
  await sees(/^Cónyuge/);
  await until(() => expect(pageText()).toMatch(/Actualizado/));
  device.seen.length = 0;
  await press('Actualizar');
  await until(() => expect(device.paths().some((path) => /getDependents|lecturas/.test(path))).toBe(true));
});

test('without a health policy nothing stands at the side', async () => {
  const { groups } = await device.mirror.read(policies);
  const life = (groups?.[0]?.rows ?? []).filter(({ LineOfBusinessType }) => LineOfBusinessType === 'Life');
  answerWith(device, 'individualPolicyDetail', life);
  await device.mirror.pull(policies);
  await openAt(device, LIFE);
  await sees('José Pablo Solís Vargas');
  expect(screen.queryByRole('region')).toBeNull();
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
