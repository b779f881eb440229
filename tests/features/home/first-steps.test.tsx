// @module-tag depth
import '#tests/page.ts';

import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { describe as drawn } from '#app/last-home/drawing.ts';
// Loaded before it is wanted, so that it would come at once.
import '#features/home/first-steps/first-cards.tsx';
import { DAY_MS } from '#contract/age.ts';
import { openHome } from '#features/home/open-home.ts';
import { policies } from '#mirror/collections.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { createDevice, type Device, SERVER_START_MS } from '#tests/session/device.ts';
import { keepFreshHere } from '#tests/session/keep-fresh.ts';
import { answerWith, deviceOf, openKept, press, resized, sees, until } from '../reading.tsx';

const EMAIL = 'costarica@demo.test';
const TITLE = 'Lo que Amparo hace por ti';
const NEXT = 'OtraClave2027';
const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

let server: TestApp;
let device: Device;
beforeAll(async () => {
  server = await createTestApp();
}, SERVER_START_MS);
beforeEach(async () => {
  localStorage.clear();
  device = await deviceOf(server, EMAIL);
});
afterEach(() => {
  cleanup();
  resized(PHONE);
  vi.restoreAllMocks();
});
afterAll(() => server.close());

const cards = () => screen.queryByRole('region', { name: TITLE });
const come = () => until(() => expect(cards()).toBeTruthy());
const note = () => JSON.parse(localStorage.getItem('amparo-nota') ?? '{}')['primeros-pasos'];
const awhile = () => act(() => new Promise<void>((passed) => void setTimeout(passed, 300)));
/** Home is looked at until it is decided whether they come, and for a while after that. */
async function neverCome() {
  await until(() => expect(note()).toHaveLength(1));
  await awhile();
  expect(cards()).toBeNull();
}

/** Brings everything of home to the device, and opens it as the router does. */
async function bringHome(one = device) {
  const stop = keepFreshHere(one);
  await until(() => expect(one.mirror.bringing.progress.now()).toMatchObject({ complete: true }));
  stop();
  return goHome(one);
}

async function goHome(one = device) {
  const place = await one.mirror.locate(policies);
  if (place) await one.mirror.readAt(place, 'first');
  await openHome(one, undefined);
  return openKept(one);
}

describe('the first three cards', () => {
  test('come once home stands, below all of it and without taking the focus', async () => {
    await goHome();
    await until(() => expect(note()).toHaveLength(1));
    await awhile();
    expect(cards(), 'not before the next bill is known').toBeNull();
    cleanup();
    await bringHome();
    const before = document.activeElement;
    await come();
    expect(document.activeElement).toBe(before);
    expect(cards()?.closest('[role=status]')).toBeNull();
    expect(within(cards() as HTMLElement).getAllByRole('listitem')).toHaveLength(3);
    const below = [...document.querySelectorAll('main :is(a, button, h2)')].filter(
      (one) =>
        !cards()?.contains(one) && (cards() as Node).compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    expect(below, 'what they would push').toEqual([]);
  });

  test.each([
    ['sale al abrir Amparo con señal', undefined],
    ['sale solo cuando vuelve la señal', { active: {}, sync: {}, getNotifications: async () => [] }],
  ])('[F23] say of what waits only what this browser keeps: %s', async (text, registration) => {
    const given = {
      serviceWorker: {
        configurable: true,
        value: Object.assign(new EventTarget(), { getRegistration: async () => registration }),
      },
      permissions: { configurable: true, value: { query: async () => ({ state: 'granted' }) } },
    };
    Object.defineProperties(navigator, given);
    onTestFinished(() => {
      for (const name of Object.keys(given)) Reflect.deleteProperty(navigator, name);
    });
    await bringHome();
    await come();
    await until(() => expect(cards()?.textContent).toContain(`espera aquí y ${text}.`));
  });

  test('are moved by button and arrow keys, and the last one is answered', async () => {
    await bringHome();
    await come();
    const strip = () => screen.getByRole('list', { name: TITLE });
    const buttons = () =>
      within(cards() as HTMLElement)
        .getAllByRole('button')
        .map(({ textContent }) => textContent);
    expect(strip().tabIndex).toBe(0);
    expect(buttons()).toEqual(['Siguiente', 'Saltar']);
    expect(fireEvent.keyDown(strip(), { key: 'ArrowRight', altKey: true }), 'the browser’s own').toBe(true);
    await act(async () => void fireEvent.keyDown(strip(), { key: 'ArrowRight' }));
    await act(async () => void fireEvent.keyDown(strip(), { key: 'ArrowLeft' }));
    await press('Siguiente');
    expect(buttons()).toEqual(['Siguiente', 'Saltar']);
    await press('Siguiente');
    expect(buttons()).toEqual(['Entendido']);
    await act(async () => void fireEvent.keyDown(strip(), { key: 'ArrowRight' }));
    screen.getByRole('button', { name: 'Entendido' }).focus();
    await press('Entendido');
    expect(cards()).toBeNull();
    expect(document.activeElement).toBe(document.querySelector('h1'));
  });

  test.each(['Saltar', 'Entendido'])(
    'never return after %s: not on the way back, nor after a sign-out',
    async (answer) => {
      await bringHome();
      await come();
      if (answer === 'Entendido') for (const _ of [1, 2]) await press('Siguiente');
      await press(answer);
      cleanup();
      await goHome();
      await sees('Salud Global Plus');
      await neverCome();
      cleanup();
      await device.session.logout();
      expect(await device.session.signIn(EMAIL, DEMO_PASSWORD)).toMatchObject({ ok: true });
      await bringHome();
      await neverCome();
    },
  );

  test('stay until they are answered, and are the same at the next start', async () => {
    await bringHome();
    await come();
    cleanup();
    await goHome();
    await come();
  });

  test('come to each customer of a device once', async () => {
    await bringHome();
    await come();
    await press('Saltar');
    cleanup();
    const other = await deviceOf(server, 'guatemala@demo.test');
    await bringHome(other);
    await come();
    await press('Saltar');
    cleanup();
    await goHome();
    await sees('Salud Global Plus');
    expect(note()).toHaveLength(2);
    await awhile();
    expect(cards()).toBeNull();
  });

  test('leave with the answer of another tab when this one is shown again, and two answers at once are one', async () => {
    await bringHome();
    await come();
    const [seen] = note();
    const [person] = seen.split(' ');
    localStorage.setItem('amparo-nota', JSON.stringify({ 'primeros-pasos': [person] }));
    await press('Siguiente');
    expect(cards(), 'nothing goes while it is looked at').toBeTruthy();
    await act(async () => void document.dispatchEvent(new window.Event('visibilitychange')));
    expect(cards()).toBeNull();
    expect(note()).toEqual([person]);
    cleanup();
    localStorage.setItem('amparo-nota', JSON.stringify({ 'primeros-pasos': [seen] }));
    await goHome();
    await come();
    localStorage.setItem('amparo-nota', JSON.stringify({ 'primeros-pasos': [person] }));
    await press('Saltar');
    expect(note()).toEqual([person]);
  });

  test('[F50] are gone on the way back after an answer in another tab', async () => {
    const { leave, comeBack } = await bringHome();
    await come();
    leave();
    const [seen] = note();
    localStorage.setItem('amparo-nota', JSON.stringify({ 'primeros-pasos': seen.split(' ').slice(0, 1) }));
    comeBack();
    expect(cards()).toBeNull();
  });

  test('do not come to a customer whose policies were here before this page', async () => {
    device.time.now = Date.now() - performance.now() - DAY_MS;
    await bringHome();
    await neverCome();
  });

  test('come although the clock was set back after the page opened', async () => {
    const { now } = Date;
    vi.spyOn(Date, 'now').mockImplementation(() => now() - DAY_MS);
    device.time.now = Date.now();
    await bringHome();
    await come();
  });

  test('do not come where the device notes nothing', async () => {
    const person = vi.spyOn(device.session, 'person');
    const storage = localStorage;
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    vi.stubGlobal('localStorage', { getItem: (key: string) => storage.getItem(key), setItem: full });
    await bringHome();
    await until(() => expect(person).toHaveResolved());
    await awhile();
    expect(cards()).toBeNull();
    vi.unstubAllGlobals();
  });

  test('[D38] are no part of the home that is kept for the next start', async () => {
    await bringHome();
    await come();
    const kept = JSON.stringify(drawn(document.querySelector('main') as HTMLElement));
    expect(kept).toContain('Salud Global Plus');
    expect(kept).not.toContain(TITLE);
    expect(kept).not.toContain('Sin señal');
  });

  test('tell only of what the policies offer', async () => {
    await bringHome();
    await come();
    expect(cards()?.textContent).toMatch(/Sin señal.*Un reembolso con fotos.*El carnet en el mostrador/);
    cleanup();
    const ecuadorian = await deviceOf(server, 'ecuador@demo.test');
    await bringHome(ecuadorian);
    await come();
    expect(cards()?.textContent).toMatch(/Sin señal.*Tus papeles a mano.*El carnet en el mostrador/);
    expect(cards()?.textContent).toContain('los documentos de tu póliza y puedes guardarlos en');
    cleanup();
    const { groups } = await device.mirror.read(policies);
    answerWith(device, 'individualPolicyDetail', [groups?.[0]?.rows[1]]);
    await device.mirror.pull(policies);
    // All of home is here. Bringing it again would ask for several readings at once, which bring the other policies back.
    await goHome();
    await until(() => expect(cards()?.textContent).toMatch(/Tus papeles a mano.*Sabes qué cambió/));
  });

  test('stand on a desk all three at once, with one answer', async () => {
    resized(DESK);
    await bringHome();
    await come();
    const inside = within(cards() as HTMLElement);
    expect(inside.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Entendido']);
    expect(screen.getByRole('list', { name: TITLE }).hasAttribute('tabindex')).toBe(false);
    await press('Entendido');
    expect(cards()).toBeNull();
  });
});

test('a customer keeps the name by which it is noted when the password was changed elsewhere, and no one is named while locked', async () => {
  const [here, elsewhere] = [createDevice(server), createDevice(server)];
  for (const one of [here, elsewhere]) await one.session.signIn('guatemala@demo.test', DEMO_PASSWORD);
  const [person, owner] = [await here.session.person(), await here.session.owner()];
  expect(person).toBeTruthy();
  expect(await elsewhere.session.changePassword(DEMO_PASSWORD, NEXT)).toMatchObject({ ok: true });
  await here.session.lock();
  expect(await here.session.person()).toBeNull();
  await here.session.logout();
  expect(await here.session.signIn('guatemala@demo.test', NEXT)).toMatchObject({ ok: true });
  expect(await here.session.owner()).not.toBe(owner);
  expect(await here.session.person()).toBe(person);
  // On another device nothing says that it is the same person.
  expect(await elsewhere.session.person()).not.toBe(person);
});
