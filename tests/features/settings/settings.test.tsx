// @module-tag depth
import '#tests/page.ts';

import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { personalInformation, policies } from '#mirror/collections.ts';
import { sizeText } from '#rules/numbers.ts';
import { EMAIL, ticketFields } from '#tests/outbox/house.ts';
import { setOnline } from '#tests/page.ts';
import { isAt, link, openAt, pressInDialog, shows } from '../account.tsx';
import { device, house, page, withHouse } from '../at-house.ts';
import { close, press, until } from '../refunds/open.tsx';

const SETTINGS = '/app/configuraciones';

withHouse();

afterEach(() => {
  for (const name of ['serviceWorker', 'storage']) Reflect.deleteProperty(navigator, name);
});

const queue = (text: string) => page.outbox.enqueue('ticket.create', ticketFields(house, text));
/** Gives this browser a feature under its name. */
const given = (name: 'serviceWorker' | 'storage', value: unknown) =>
  Object.defineProperty(navigator, name, { configurable: true, value });
const openQuestion = async () => {
  await press('Cerrar sesión');
  await until(shows('¿Cerrar sesión?'));
};

describe('Gestiona tu cuenta', () => {
  test('[H2.62] settings lead to personal information, password, help and what waits', async () => {
    await queue('Una');
    await openAt(page, SETTINGS);
    await until(isAt('Gestiona tu cuenta'));
    const hrefs = ['Información personal', 'Contraseña', 'Ayuda', 'Pendientes'].map((name) =>
      link(new RegExp(`^${name}`)).getAttribute('href'),
    );
    expect(hrefs).toEqual([
      '#/app/configuraciones/informacionPersonal',
      '#/app/configuraciones/password',
      '#/app/configuraciones/ayuda',
      '#/app/configuraciones/pendientes',
    ]);
    await until(shows('1 solicitud por enviar'));
  });

  test("[H2.12] 'Volver' pressed twice goes back one screen", async () => {
    const { router } = await openAt(page, SETTINGS);
    await act(() => router.navigate({ to: '/app/configuraciones/password' }));
    await until(isAt('Cambiar contraseña'));
    const hand = { clientX: 40, clientY: 40 };
    const timeStamp = performance.now();
    const pressed = () =>
      act(async () => {
        const back = screen.getByRole('button', { name: 'Volver' });
        // Both presses carry the same time, however long the test takes between them.
        const down = new window.PointerEvent('pointerdown', { ...hand, bubbles: true });
        fireEvent(back, Object.defineProperty(down, 'timeStamp', { value: timeStamp }) as unknown as Event);
        fireEvent.click(back, { ...hand, detail: 1 });
      });
    await pressed();
    await until(isAt('Gestiona tu cuenta'));
    await pressed();
    await act(() => new Promise((later) => setTimeout(later, 0)));
    isAt('Gestiona tu cuenta')();
  });

  test('[H2.63][D39] help is hidden when every policy is Colombian, and shown to a customer without policies', async () => {
    await page.mirror.pull(policies);
    const rows = (await page.mirror.read(policies)).groups?.flatMap(({ rows: group }) => group) ?? [];
    await page.mirror.seedPolicies(rows.map((policy) => ({ ...policy, IssuingCompany: 'AMPARO COLOMBIA' })));
    await openAt(page, SETTINGS);
    await until(() => expect(screen.queryByRole('link', { name: /^Ayuda/ })).toBeNull());
    await act(() => page.mirror.seedPolicies([]));
    await until(() => link(/^Ayuda/));
  });

  test('the screen shows the storage used and the version', async () => {
    await openAt(page, SETTINGS);
    await until(shows('Espacio usado'));
    await until(shows(/^Versión \d+\.\d+\.\d+$/));
    await press('Buscar nueva');
    await until(shows(/No pudimos buscar actualizaciones/));
  });

  const registration = (parts: object) => ({
    update: async () => {},
    active: {},
    installing: null,
    waiting: null,
    ...parts,
  });
  const failing = () => Promise.reject(new TypeError('Failed to fetch'));
  test.each([
    ['nothing newer', registration({}), 'Ya tienes la última versión'],
    [
      'a newer one that waits',
      registration({ waiting: {} }),
      'Hay una versión nueva. Presiona el aviso para actualizar',
    ],
    ['this one still on its way', registration({ active: null, installing: {} }), 'Ya tienes la última versión'],
    ['no connection', registration({ update: failing }), /^No pudimos buscar actualizaciones/],
    ['no worker, and nothing newer', undefined, 'Ya tienes la última versión'],
  ])('a search for updates with %s reports the result', async (_, found, text) => {
    vi.stubGlobal('fetch', async () => new Response('<!doctype html>'));
    onTestFinished(() => void vi.unstubAllGlobals());
    given('serviceWorker', { getRegistration: async () => found });
    await openAt(page, SETTINGS);
    await press('Buscar nueva');
    await until(shows(text));
  });

  const NEW = 'Hay una versión nueva. Presiona el aviso para actualizar';
  test.each([
    ['that is installed', { waiting: {} }, 'installed', NEW],
    ['that cannot be installed', {}, 'redundant', /^No pudimos buscar actualizaciones/],
    ['that takes its time', {}, 'installing', 'Está llegando una versión nueva; te la ofrecemos cuando esté aquí'],
  ])('[F20] a search for updates with a newer one %s waits for it', async (_, after, state, text) => {
    const installing = Object.assign(new EventTarget(), { state: 'installing' });
    const found = registration({ installing });
    given('serviceWorker', { getRegistration: async () => found });
    await openAt(page, SETTINGS);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await press('Buscar nueva');
    await act(() => vi.advanceTimersByTimeAsync(7_000));
    expect(screen.getByText('Buscando...')).toBeTruthy();
    Object.assign(found, { installing: null }, after);
    installing.state = state;
    if (state !== 'installing') installing.dispatchEvent(new Event('statechange'));
    await act(() => vi.advanceTimersByTimeAsync(state === 'installing' ? 1_000 : 0));
    shows(text)();
  });

  test('a search for updates without a worker finds that the server has another version', async () => {
    vi.stubGlobal('fetch', async () => new Response('<script type="module" src="/assets/index-BBBB.js"></script>'));
    onTestFinished(() => void vi.unstubAllGlobals());
    await openAt(page, SETTINGS);
    await press('Buscar nueva');
    await until(shows('Hay una versión nueva. Vuelve a cargar la página para usarla'));
  });

  test.each([
    ['reports it', { estimate: async () => ({ usage: 5_452_595 }) }, '5,2 MB'],
    ['reports no number', { estimate: async () => ({}) }, 'Este navegador no lo dice'],
    ['fails to report it', { estimate: failing }, 'Este navegador no lo dice'],
    ['cannot report it', undefined, 'Este navegador no lo dice'],
  ])('the text about the storage used fits a browser that %s', async (_, storage, text) => {
    given('storage', storage);
    await openAt(page, SETTINGS);
    await until(shows(text));
  });

  test.each([
    [0, '0 KB'],
    [860_160, '840 KB'],
    [2_516_582, '2,4 MB'],
    [1_200_000_000, '1,1 GB'],
  ])('%i bytes are written as %s', (bytes, text) => expect(sizeText(bytes, 'es-EC')).toBe(text));
});

test.each([
  ['is told', { estimate: async () => ({ usage: 5_452_595 }) }, '5,2 MB, de ellos 2,4 MB en documentos'],
  ['is not told', undefined, '2,4 MB en documentos'],
])('documents kept on this device count in the storage where that %s', async (_, storage, text) => {
  given('storage', storage);
  const bytes = new Uint8Array(2_516_582).buffer;
  const paper = { policyId: house.policyId, category: 'Póliza', createdOn: '2026-01-05', place: 0 };
  await page.mirror.saved.save(
    paper,
    { name: 'poliza.pdf', type: 'application/pdf', bytes },
    await page.session.owner(),
  );
  await openAt(page, SETTINGS);
  await until(shows(text));
});

describe('a value under each name', () => {
  test('who the customer is leads to the personal information, with the surnames once they are here', async () => {
    await openAt(page, SETTINGS);
    await until(() => expect(link(/^Información personal/).textContent).toContain(EMAIL));
    await until(() => expect(link(/^Información personal: María Fernanda \S+ \S+ /).textContent).toMatch(/^MF/));
  });

  test('the password says when it was changed, offline too, and nothing while it never was', async () => {
    await page.mirror.pull(personalInformation);
    await openAt(page, SETTINGS);
    await until(shows('Elige una nueva cuando quieras'));
    close();
    await page.mirror.amend(
      personalInformation,
      (rows) => rows.map((info) => ({ ...info, contrasenaCambiada: '2025-08-03T09:00:00.000Z' })),
      (await page.session.customer())?.owner ?? '',
    );
    setOnline(false);
    await openAt(page, SETTINGS);
    await until(shows('Cambiada el 3 de agosto de 2025'));
  });

  const listed = (aqui: boolean, bloqueada = false) => ({
    id: crypto.randomUUID(),
    nombre: '',
    desde: '',
    visto: '',
    aqui,
    bloqueada,
  });
  test.each([
    ['this one alone', [listed(true)], 'Solo en este teléfono'],
    ['another one', [listed(true), listed(false)], '2 con sesión abierta'],
    ['one that is locked', [listed(true), listed(false), listed(false, true)], '2 con sesión abierta'],
    ['a backend without the list', null, 'Dónde está abierta tu cuenta'],
  ])('the sessions say how many are open: %s', async (_, rows, text) => {
    const answer = rows ? { ok: true, value: rows } : { ok: false, problem: { code: 'not-found' } };
    const call = (async (name: string, ...rest: never[]) =>
      name === 'sessions' ? answer : page.session.call(name as never, ...(rest as [never]))) as never;
    await openAt({ ...page, session: { ...page.session, call } }, SETTINGS);
    await until(shows(text));
    // Without a connection nothing is claimed of them.
    await act(async () => setOnline(false));
    await until(shows('Dónde está abierta tu cuenta'));
  });

  test('nothing waits: all was sent', async () => {
    await openAt(page, SETTINGS);
    await until(shows('Todo enviado · Comprobantes'));
  });
});

describe('the switch of the passkey', () => {
  const passkeyed = (here: readonly string[], canHold: boolean) => ({
    ...page,
    session: {
      ...page.session,
      passkeysHere: async () => here.map((credential) => ({ credential })) as never,
      canHoldPasskey: async () => canHold,
      removePasskey: async (credential: string) => {
        removed.push(credential);
        return answer;
      },
    },
  });
  let removed: string[];
  let answer: Awaited<ReturnType<typeof page.session.removePasskey>>;
  beforeEach(() => {
    removed = [];
    answer = { ok: true, value: null };
  });
  const toggle = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Huella, rostro o PIN' });

  test('[D56] it is absent on a device that can hold none', async () => {
    await openAt(passkeyed([], false), SETTINGS);
    await until(isAt('Gestiona tu cuenta'));
    expect(screen.queryByRole('switch', { name: 'Huella, rostro o PIN' })).toBeNull();
  });

  test('[D56] it keeps its place until it is known whether this device can hold one', async () => {
    Object.assign(window, { PublicKeyCredential: {} });
    onTestFinished(() => void Reflect.deleteProperty(window, 'PublicKeyCredential'));
    const asked = passkeyed([], true);
    await openAt({ ...asked, session: { ...asked.session, canHoldPasskey: () => new Promise(() => {}) } }, SETTINGS);
    await until(isAt('Gestiona tu cuenta'));
    expect(toggle().getAttribute('aria-busy')).toBe('true');
  });

  test('[D56] off, it says that it leads to another screen, and leads to the form that asks for the password', async () => {
    const { router } = await openAt(passkeyed([], true), SETTINGS);
    await until(toggle);
    expect(toggle().checked).toBe(false);
    const about = document.getElementById(toggle().getAttribute('aria-describedby') ?? '');
    expect(about?.textContent).toBe('Entra sin escribir tu contraseña. Al activarlo te la pedimos en otra pantalla.');
    await act(async () => void fireEvent.click(toggle()));
    await until(() => expect(router.state.location.pathname).toBe('/app/configuraciones/huella'));
  });

  test('[D56] on, it asks once and removes it; a refusal is told at its place', async () => {
    answer = { ok: false, problem: { code: 'unavailable', text: 'El servicio está en mantenimiento' } };
    await openAt(passkeyed(['AAAA'], true), SETTINGS);
    await until(shows('Activado en este teléfono'));
    await act(async () => void fireEvent.click(toggle()));
    await until(shows('¿Quitarlo de este teléfono?'));
    await pressInDialog('Conservar');
    expect(removed).toEqual([]);
    await act(async () => void fireEvent.click(toggle()));
    await pressInDialog('Quitar');
    await until(shows('El servicio está en mantenimiento'));
    expect(toggle().checked).toBe(true);
    answer = { ok: true, value: null };
    await act(async () => void fireEvent.click(toggle()));
    await pressInDialog('Quitar');
    await until(shows('Desde ahora entras con tu contraseña'));
    expect(removed).toEqual(['AAAA', 'AAAA']);
  });

  test('[D56] without a connection it cannot be turned off, and says why', async () => {
    setOnline(false);
    await openAt(passkeyed(['AAAA'], true), SETTINGS);
    await until(shows('Activado. Para quitarlo necesitas conexión.'));
    await act(async () => void fireEvent.click(toggle()));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('signing out', () => {
  test('[D26][F11] the dialog says how many requests wait and offers to send them; then only signing out is left', async () => {
    await queue('Primera');
    await queue('Segunda');
    await openAt(page, SETTINGS);
    await openQuestion();
    await until(shows(/Tienes 2 solicitudes sin enviar/));
    await pressInDialog('Enviar ahora');
    await until(shows(/cifrado con tu contraseña/));
    expect(await house.ticketsWith('Primera')).toBe(1);
    expect(await house.ticketsWith('Segunda')).toBe(1);
  });

  test.each([
    ['could not reach the server', 'before', /^Una solicitud sigue sin enviar\. Todavía no se pudo enviar/],
    ['was refused', 422, /^Una solicitud sigue sin enviar\. Escribe el nombre completo.* Corrígela/],
  ] as const)('[D26][D81] a request that %s is told of by a toast and in the dialog', async (_, fate, told) => {
    await queue('Primera');
    await queue('Segunda');
    let tickets = 0;
    device.network.fate = ({ path }) => (path.includes('tickets/create') && ++tickets === 1 ? fate : 'pass');
    await openAt(page, SETTINGS);
    await openQuestion();
    await until(shows(/Tienes 2 solicitudes sin enviar/));
    await pressInDialog('Enviar ahora');
    await until(() => expect(within(screen.getByRole('dialog')).getByText(told)).toBeTruthy());
    expect(screen.getAllByText(told)).toHaveLength(2);
    await until(shows(/Tienes 1 solicitud sin enviar/));
  });

  test('[H1.12][H4.10][H7.17][H8.9] signing out ends the session here and at the server, and says so', async () => {
    await openAt(page, SETTINGS);
    await openQuestion();
    await pressInDialog('Cerrar sesión');
    await until(isAt('Entrada'));
    await until(shows('Sesión cerrada exitosamente'));
    expect(await page.session.state()).toBe('none');
    expect(device.network.seen.some(({ path }) => path.endsWith('/usuarios/logout'))).toBe(true);
  });

  test.each([
    ['with a new session the screen stays', 'open', 0],
    ['without one the start says that the session is closed', 'none', 1],
  ] as const)('[H4.10] after a late answer of the server, %s', async (_, state, times) => {
    let answer = () => {};
    const logout: typeof page.session.logout = () =>
      new Promise((go) => {
        answer = () => go({ everywhere: true, problem: null });
      });
    const { router } = await openAt(
      { ...page, session: { ...page.session, logout, state: async () => state } },
      SETTINGS,
    );
    await openQuestion();
    await pressInDialog('Cerrar sesión');
    // The watch over the session leads away before the answer comes.
    await act(() => router.navigate({ to: state === 'open' ? '/app' : '/', replace: true }));
    await act(async () => answer());
    expect(screen.queryAllByText('Sesión cerrada exitosamente')).toHaveLength(times);
    isAt(state === 'open' ? 'Inicio' : 'Entrada')();
  });

  test('[D26] offline, signing out still ends the session on this device', async () => {
    setOnline(false);
    device.network.fate = () => 'before';
    await openAt(page, SETTINGS);
    await openQuestion();
    await pressInDialog('Cerrar sesión');
    await until(shows('Sesión cerrada en este teléfono'));
    expect(await page.session.state()).toBe('none');
  });

  test.each([
    ['one can be sent later', 1, 'Ahora no hay conexión: puedes enviarla cuando vuelva, antes de cerrar sesión.'],
    ['none can', 0, ''],
  ] as const)('[D26] offline, only what can be sent is spoken of: %s', async (_, more, said) => {
    await queue('Rechazada');
    device.network.fate = ({ path }) => (path.includes('tickets/create') ? 422 : 'pass');
    await page.outbox.drain();
    expect((await page.outbox.list()).map(({ state }) => state)).toEqual(['refused']);
    setOnline(false);
    device.network.fate = () => 'before';
    if (more > 0) await queue('Espera');
    await openAt(page, SETTINGS);
    await openQuestion();
    await until(shows(more > 0 ? /^Tienes 2 solicitudes sin enviar/ : /^Tienes 1 solicitud sin enviar/));
    const told = [...screen.getByRole('dialog').querySelectorAll('p')].map((one) => one.textContent ?? '');
    expect(told.filter((text) => text.startsWith('Ahora no hay conexión'))).toEqual(said ? [said] : []);
  });

  test('[H8.9] a failure of the server is shown in its words, and the device is signed out', async () => {
    const logout = async () => ({
      everywhere: false,
      problem: { code: 'unavailable' as const, text: 'El servicio está en mantenimiento' },
    });
    const state = async () => 'none' as const;
    await openAt({ ...page, session: { ...page.session, logout, state } }, SETTINGS);
    await openQuestion();
    await pressInDialog('Cerrar sesión');
    await until(shows('El servicio está en mantenimiento'));
  });

  test('[D26] requests stay sealed on the device when the customer signs out without sending', async () => {
    await queue('Se queda');
    await openAt(page, SETTINGS);
    await openQuestion();
    await pressInDialog('Cerrar sesión');
    await until(isAt('Entrada'));
    expect(await device.db.outbox.count()).toBe(1);
    expect(await page.outbox.list()).toEqual([]);
  });

  test('[D26] what is erased is decided at the press: the checkbox changes no more while the customer is signed out', async () => {
    const asked: unknown[] = [];
    const logout: typeof page.session.logout = (how) => {
      asked.push(how);
      return new Promise(() => {});
    };
    await openAt({ ...page, session: { ...page.session, logout } }, SETTINGS);
    await openQuestion();
    const box = screen.getByRole<HTMLInputElement>('checkbox');
    await act(async () => void fireEvent.click(box));
    expect(box.checked).toBe(true);
    await pressInDialog('Cerrar sesión');
    await act(async () => void fireEvent.click(box));
    expect(box.checked).toBe(true);
    expect(box.getAttribute('aria-disabled')).toBe('true');
    await until(() => expect(asked).toEqual(['erase']));
  });

  test('[D26] the checkbox erases the data on this device, and the dialog says what is lost with it', async () => {
    await queue('Se pierde');
    await openAt(page, SETTINGS);
    await openQuestion();
    await until(shows('Tienes 1 solicitud sin enviar. Si cierras sesión, no saldrá hasta que vuelvas a entrar.'));
    await act(async () => void fireEvent.click(screen.getByRole('checkbox')));
    await until(shows(/También se borra la solicitud sin enviar/));
    // What is erased never leaves, however often somebody enters again.
    shows('Tienes 1 solicitud sin enviar. Para volver a entrar en este teléfono necesitarás conexión.')();
    await pressInDialog('Cerrar sesión');
    await until(isAt('Entrada'));
    expect(await device.db.outbox.count()).toBe(0);
    expect(await device.db.vault.count()).toBe(0);
  });
});
