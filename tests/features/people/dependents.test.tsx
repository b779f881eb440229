// @module-tag depth
import '#tests/page.ts';

import { cleanup, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { addDays, today } from '#rules/dates.ts';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { type Device, SERVER_START_MS } from '#tests/session/device.ts';
import { answerWith, deviceOf, openAt, pageText, press, sees, title, until } from '../reading.tsx';

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

/** The names in the list; below the title at the side other people have headings. */
const names = () => [...(screen.getAllByRole('list')[0]?.querySelectorAll('h2') ?? [])].map((one) => one.textContent);

test('[H2.52][H6.2] active spouses and dependents are listed, whatever language their role is in', async () => {
  await openAt(device, HEALTH);
  expect(pageText()).toContain('Cargando tus dependientes...');
  await until(() =>
    expect(names()).toEqual(['José Pablo Solís Vargas', 'Valentina Solís Rojas', 'Matías Solís Rojas']),
  );
  expect(title()).toBe('Dependientes');
  expect(pageText()).toContain('Cónyuge');
  expect(pageText()).not.toContain('Diego');
});

test('[H2.53][H3.5][D17] each person is shown with a readable name, birth date, gender and smoker status', async () => {
  await openAt(device, HEALTH);
  await sees('Valentina Solís Rojas');
  expect(screen.getAllByRole('listitem')[1]?.textContent).toMatch(
    /Dependiente · \d+ años.*19 jul 2012 · Femenino · No fuma/,
  );
});

test('[H2.53][D40] what an insurer says in English is shown in Spanish', async () => {
  const inEnglish = { Role: 'Dependent', Status: 'Active', Gender: 'Female', SmokerStatus: 'Non-smoker' };
  answerWith(device, 'getDependents', [{ ClientName: 'ANA', ...inEnglish }]);
  await openAt(device, HEALTH);
  await sees('Femenino · No fuma');
});

test('an age is counted by birthdays, and one that is not known is not said', async () => {
  const day = today(new Date());
  const born = (BirthDate: string | null) => ({ ClientName: 'ANA', Role: 'Dependiente', Status: 'Activo', BirthDate });
  const ago = (years: number) => addDays(`${Number(day.slice(0, 4)) - years}${day.slice(4)}`, 1);
  answerWith(device, 'getDependents', [born(ago(10)), born(day), born(addDays(day, 3)), born(null)]);
  await openAt(device, HEALTH);
  await until(() => expect(names()).toHaveLength(4));
  const ages = screen
    .getAllByRole('listitem')
    .map((one) => /Dependiente(?: · ([\w ]+?(?:años?)))?/.exec(one.textContent ?? '')?.[1]);
  expect(ages.slice(0, 4)).toEqual(['9 años', 'menos de un año', undefined, undefined]);
});

test('[H2.50] the beneficiaries of the life policy stand at the side, with their arch', async () => {
  await openAt(device, HEALTH);
  const side = await until(() => screen.getByRole('region', { name: 'Beneficiarios' }));
  await until(() => expect(side.textContent).toMatch(/100\s%.*José Pablo Solís Vargas.*Irrevocable.*50\s%/));
  expect(side.textContent).toContain('Vida Universal Flexible · CR-VID-0031450');
  expect(title()).toBe('Dependientes');
});

test('[H2.54] without active dependents the screen says that nobody else is insured', async () => {
  answerWith(device, 'getDependents', [{ ClientName: 'X', Role: 'Dependiente', Status: 'Inactivo' }]);
  await openAt(device, HEALTH);
  await sees('No tienes dependientes');
  expect(pageText()).toContain('En esta póliza nadie más está asegurado contigo.');
});

test('[D70] a failed load is reported and offers a retry', async () => {
  device.network.up = false;
  await openAt(device, HEALTH);
  await sees('No pudimos cargar tus dependientes');
  expect(pageText()).toMatch(/Esto aún no está en este teléfono\. .*Amparo no responde/);
  device.network.up = true;
  await press('Reintentar');
  await sees('Valentina Solís Rojas');
});

test.each([null, { error: 'no hay' }, 'nada'])(
  '[D94] %j where a list is expected could not be read, and says so',
  async (answer) => {
    answerWith(device, 'getDependents', answer);
    await openAt(device, HEALTH);
    await sees(/No pudimos actualizar\. Inténtalo de nuevo en unos minutos\./);
    expect(pageText()).not.toContain('Wi-Fi');
    expect(pageText()).not.toContain('nadie más está asegurado');
  },
);

test('[D94] what is kept stays when an answer cannot be read', async () => {
  await openAt(device, HEALTH);
  await sees('Valentina Solís Rojas');
  answerWith(device, 'getDependents', null);
  await press('Actualizar');
  await sees(/No pudimos actualizar/);
  expect(pageText()).toContain('Valentina Solís Rojas');
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
