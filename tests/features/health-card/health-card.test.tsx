// @module-tag depth
import '#tests/page.ts';

import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { cards, policies } from '#mirror/collections.ts';
import { longDate } from '#rules/dates.ts';
import { isOff } from '#tests/is-off.ts';
import { setOnline } from '#tests/page.ts';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { type Device, SERVER_START_MS } from '#tests/session/device.ts';
import { nameToCall } from '../phones.ts';
import { answerWith, deviceOf, openAt, pageText, press, sees, title, until } from '../reading.tsx';

const CARD = '/app/carnet/520021';

let server: TestApp;
let device: Device;
let unname: () => void;
beforeAll(async () => {
  // Numbers of the demo's build; those that customers get are a build's own.
  unname = nameToCall(
    { country: 'Costa Rica', emergency: '+506 000 0001', centre: '+506 000 0002', sample: true },
    { country: 'Internacional', emergency: '+1 000 0001', centre: '+1 000 0002', sample: true },
  );
  server = await createTestApp({ seed: ['costarica@demo.test'] });
}, SERVER_START_MS);
beforeEach(async () => {
  device = await deviceOf(server, 'costarica@demo.test');
});
afterEach(() => {
  cleanup();
  setOnline(true);
  Reflect.deleteProperty(navigator, 'wakeLock');
});
afterAll(() => {
  unname();
  return server.close();
});

const chosen = () => screen.getAllByRole('button', { pressed: true }).map((one) => one.textContent);
/** The card's own heading, before that of the numbers to call. */
const name = () => screen.getAllByRole('heading', { level: 2 })[0]?.textContent;
const card = () => document.querySelector('article')?.textContent;
const layer = () => screen.getByRole('dialog', { name: /^Carnet de / });

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
  const policy = await until(() => screen.getByRole('combobox', { name: 'Póliza' }));
  expect(policy.textContent).toBe('Salud Global Plus · CR-SAL-0098114');
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

test('[H3.5] the day of birth stands on each card that the insurer sends it for, and on no other', async () => {
  const people = (await device.mirror.read(cards, '520021')).groups?.flatMap(({ rows }) => rows) ?? [];
  await openAt(device, CARD);
  await sees('Titular');
  if (people.length === 0)
    people.push(...((await device.mirror.read(cards, '520021')).groups ?? []).flatMap(({ rows }) => rows));
  const born = (owner: RegExp) => longDate(people.find(({ ClientName }) => owner.test(ClientName))?.BirthDate ?? null);
  expect(born(/MAR/i)).toMatch(/^\d+ de [a-z]+ de \d{4}$/);
  expect(card()).toContain(`Nacimiento: ${born(/MAR[IÍ]A/i)}`);
  await press('Valentina');
  expect(card()).toContain(`Nacimiento: ${born(/VALENTINA/i)}`);
  await press('Mostrar');
  expect(layer().textContent).toContain(`Nacimiento: ${born(/VALENTINA/i)}`);
  await press('Cerrar');

  const unknown = people.map((person) => ({ ...person, BirthDate: null }));
  answerWith(device, 'getPolicyCards', unknown);
  await act(async () => void (await device.mirror.pull(cards, '520021')));
  await until(() => expect(pageText()).not.toContain('Nacimiento'));
  await press('Mostrar');
  expect(layer().textContent).not.toContain('Nacimiento');
});

test('a number is copied without its blanks, and a notice says so for two seconds', async () => {
  const writeText = vi.fn(async () => {});
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  await openAt(device, CARD);
  await sees('Titular');
  const copy = 'Copiar N.º de miembro: W 5 2 0 0, 2 1 0 1';
  // In groups for the eyes, without a blank in the text that is marked.
  expect(screen.getByRole('button', { name: copy }).textContent).toBe('W52002101');
  await press(copy);
  await sees('Copiado');
  expect(writeText).toHaveBeenCalledWith('W52002101');
  expect(screen.getByText('Copiado').closest('[role=status]')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Copiado')).toBeNull(), { timeout: 4000 });
  await press('Copiar Grupo: 0 8 6, 3 5 1 9 guion 0 1 0 guion 0 0 0 0 1');
  expect(writeText).toHaveBeenLastCalledWith('0863519-010-00001');
  writeText.mockRejectedValueOnce(new Error('not allowed'));
  await press(copy);
  await sees('No pudimos copiarlo. Usa «Mostrar» y cópialo desde ahí.');
});

test('[D62] the numbers to call of the customer’s country stand beside the card, also offline, and say that they are samples', async () => {
  await openAt(device, CARD);
  await sees('Titular');
  cleanup();
  device.network.up = false;
  setOnline(false);
  await openAt(device, CARD);
  await sees('Titular');
  const calls = screen.getAllByRole('link', { name: /Llamar$/ }).map((one) => one.getAttribute('href'));
  expect(calls).toEqual(['tel:+5060000001', 'tel:+5060000002']);
  expect(pageText()).toContain('Números de ejemplo de la demostración');
});

/** A screen lock that the browser can take back. */
function lockScreen() {
  const locks: { release: () => Promise<void>; take: () => void; open: boolean }[] = [];
  const request = vi.fn(async () => {
    const released = new window.EventTarget();
    const lock = {
      open: true,
      take: () => {
        lock.open = false;
        released.dispatchEvent(new window.Event('release'));
      },
      release: async () => lock.take(),
      addEventListener: released.addEventListener.bind(released),
    };
    locks.push(lock);
    return lock;
  });
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
  return { request, held: () => locks.filter(({ open }) => open).length, takeBack: () => locks.at(-1)?.take() };
}

const shown = () => act(async () => void document.dispatchEvent(new window.Event('visibilitychange')));
const LIT = 'La pantalla sigue encendida.';

test("'Mostrar' keeps the screen lit until it is closed", async () => {
  const { request, held } = lockScreen();
  await openAt(device, CARD);
  await sees('Titular');
  await press('Mostrar');
  await sees(LIT);
  expect(layer().textContent).toMatch(
    /Titular\s· .*María Fernanda Rojas Mora.*N.º de miembroW 5 2 0 0, 2 1 0 1W52002101/,
  );
  expect(request).toHaveBeenCalledWith('screen');
  expect(held()).toBe(1);
  await press('Cerrar');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(held()).toBe(0);
});

test("'Mostrar' stays and keeps the screen lit when the connection goes, and asks for it again when the page is shown again", async () => {
  const { request, held, takeBack } = lockScreen();
  await openAt(device, CARD);
  await sees('Titular');
  await press('Mostrar');
  await sees(LIT);
  device.network.up = false;
  await act(async () => setOnline(false));
  await act(async () => void (await device.mirror.pull(cards, '520021')));
  expect(layer().textContent).toContain(LIT);
  expect([request.mock.calls.length, held()]).toEqual([1, 1]);
  // The browser takes it back with the page, or with a low battery. Then nothing is claimed.
  await act(async () => takeBack());
  await until(() => expect(layer().textContent).not.toContain(LIT));
  await shown();
  await sees(LIT);
  expect(held()).toBe(1);
});

test('no lock outlives the card, however often the page was shown while one was asked for', async () => {
  const { held } = lockScreen();
  await openAt(device, CARD);
  await sees('Titular');
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Mostrar' }));
  });
  await act(async () => {
    for (const _ of [1, 2, 3]) document.dispatchEvent(new window.Event('visibilitychange'));
  });
  await sees(LIT);
  expect(held()).toBe(1);
  await press('Cerrar');
  await until(() => expect(held()).toBe(0));
});
