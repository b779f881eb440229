// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';

const OFFER = 'Hay una versión nueva de Amparo. Presiona para actualizar.';
const NOT_YET = 'Aún no pudimos actualizar Amparo. Puedes seguir como siempre; presiona para intentarlo de nuevo.';

/** Fires the library's own events by hand. */
const library = vi.hoisted(() => ({ events: new EventTarget(), skip: 0 }));
vi.mock('workbox-window', () => ({
  messageSW: async () => ({ stored: 1, all: 1 }),
  Workbox: class {
    addEventListener(type: string, listener: () => void) {
      library.events.addEventListener(type, listener);
    }
    async register() {
      return navigator.serviceWorker.getRegistration();
    }
    messageSkipWaiting() {
      library.skip += 1;
    }
  },
}));

/** The new version's worker, as the browser shows it to the page. */
class Waiting extends EventTarget {
  state = 'installed';
  become(state: string) {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

let waiting: Waiting | null;
/** The page's own modules: a page registers its worker once. */
let page: typeof import('#app/worker.ts') & typeof import('#app/update-prompt.tsx') & typeof import('#app/version.ts');
const reload = vi.fn();
beforeEach(async () => {
  vi.resetModules();
  page = {
    ...(await import('#app/worker.ts')),
    ...(await import('#app/update-prompt.tsx')),
    ...(await import('#app/version.ts')),
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  waiting = new Waiting();
  library.events = new EventTarget();
  library.skip = 0;
  reload.mockClear();
  vi.spyOn(location, 'reload').mockImplementation(reload);
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      getRegistration: async () => Object.assign(new EventTarget(), { active: {}, waiting }),
      ready: Promise.resolve({ active: {} }),
    },
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function open(path = '/app') {
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({ routeTree: createRootRoute({ component: page.UpdatePrompt }), history });
  await act(() => router.load());
  render(<RouterProvider router={router as never} />);
  await act(() => page.runWorker());
  return history;
}

const press = (text: string) => act(async () => void fireEvent.click(screen.getByText(text)));
const passes = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

test('[F20] a new version is activated when the customer accepts it, and the banner says so meanwhile', async () => {
  await open();
  expect(library.skip).toBe(0);
  await press(OFFER);
  expect(library.skip).toBe(1);
  expect(screen.getByText('Actualizando Amparo…')).toBeDefined();
  expect(reload).not.toHaveBeenCalled();
  library.events.dispatchEvent(new Event('controlling'));
  expect(reload).toHaveBeenCalledOnce();
});

test('[F20] a page that bypassed the worker reloads once the new one is active', async () => {
  await open();
  await press(OFFER);
  waiting?.become('activating');
  expect(reload).not.toHaveBeenCalled();
  waiting?.become('activated');
  expect(reload).toHaveBeenCalledOnce();
});

test('[F20] the update is offered again while the old worker still sends, and nothing reloads later by itself', async () => {
  await open();
  await press(OFFER);
  await passes(44_000);
  expect(screen.queryByText(NOT_YET)).toBeNull();
  await passes(1_000);
  expect(screen.getByText(NOT_YET)).toBeTruthy();
  waiting?.become('activated');
  library.events.dispatchEvent(new Event('controlling'));
  expect(reload).not.toHaveBeenCalled();
  // The new worker has taken over, so the page only has to reload.
  waiting = null;
  await press(NOT_YET);
  expect(reload).toHaveBeenCalledOnce();
});

test('[F20] the update is offered again when the page cannot reach its worker', async () => {
  await open();
  Object.assign(navigator.serviceWorker, {
    getRegistration: () => Promise.reject(new DOMException('', 'SecurityError')),
  });
  await press(OFFER);
  expect(screen.getByText(NOT_YET)).toBeTruthy();
});

test('[F20] a form begun meanwhile prevents the reload', async () => {
  const history = await open();
  await press(OFFER);
  await act(async () => history.push('/app/configuraciones/ayuda/crear'));
  waiting?.become('activated');
  expect(reload).not.toHaveBeenCalled();
  waiting = null;
  await passes(45_000);
  await act(async () => history.push('/app'));
  await press(NOT_YET);
  expect(reload).toHaveBeenCalledOnce();
});

/** Puts a field into the document, as a sheet above any screen does. */
function putField(field: string): HTMLInputElement {
  const sheet = document.createElement('div');
  sheet.innerHTML = field;
  document.body.append(sheet);
  onTestFinished(() => sheet.remove());
  return sheet.querySelector('input') as HTMLInputElement;
}

test.each([
  ['a password typed meanwhile', '', 'Clave2026', 0],
  ['an empty field for a password', '', '', 1],
  // A password manager has filled the start page, or the customer pressed with the password before their eyes.
  ['a password that stood there at the press', 'Clave2026', 'Clave2026', 1],
])('[F20] %s and the reload', async (_, before, after, reloads) => {
  await open();
  const field = putField('<input type="password">');
  field.value = before;
  await press(OFFER);
  field.value = after;
  waiting?.become('activated');
  expect(reload).toHaveBeenCalledTimes(reloads);
});

test('[F20] no update is offered inside a form', async () => {
  const history = await open('/app/configuraciones/ayuda/crear');
  expect(screen.queryByText(OFFER)).toBeNull();
  await act(async () => history.push('/app'));
  expect(screen.getByText(OFFER)).toBeTruthy();
});

test.each([
  ['no password can be typed', '<input type="text" autocomplete="off">', true],
  ['a password can be typed', '<input type="password" autocomplete="off">', false],
  ['a password is shown', '<input type="text" autocomplete="current-password">', false],
])('[F22] an overtaken page says that all that was typed is stored only where %s', async (_, field, kept) => {
  await open('/app/configuraciones/pendientes');
  act(() => page.whetherOvertaken.set(true));
  const said = () => screen.getByRole('button', { name: /Amparo se actualizó en otra pestaña/ }).textContent ?? '';
  expect(said()).toContain('lo que escribiste está guardado');
  // It may open later, above any screen.
  act(() => putField(field).focus());
  expect(said().includes('lo que escribiste está guardado')).toBe(kept);
  expect(said().includes('La contraseña no se guarda')).toBe(!kept);
});

test('[F22] a page that cannot open the database for another tab names what to do, and goes on by itself', async () => {
  await open();
  act(() => page.whetherBlocked.set(true));
  expect(screen.getByText('Cierra las otras pestañas de Amparo.')).toBeTruthy();
  act(() => page.whetherBlocked.set(false));
  expect(screen.getByText(OFFER)).toBeTruthy();
});

describe('[D51] a backend that no longer understands this version', () => {
  const KEPT = /Esta versión ya no puede actualizar ni enviar; lo pendiente sigue guardado./;
  afterEach(() => page.whetherOutdated.set(false));

  test('is shown on every screen, forms too, and a press activates the waiting version', async () => {
    await open('/app/configuraciones/ayuda/crear');
    expect(screen.queryByText('Actualiza la app.')).toBeNull();
    act(() => page.whetherOutdated.set(true));
    expect(screen.getByText('Actualiza la app.')).toBeTruthy();
    expect(screen.getByText(KEPT)).toBeTruthy();
    await press('Actualiza la app.');
    expect(library.skip).toBe(1);
    library.events.dispatchEvent(new Event('controlling'));
    expect(reload).toHaveBeenCalledOnce();
  });

  test('says over a form with a password that it is not stored', async () => {
    await open('/app/configuraciones/password');
    act(() => page.whetherOutdated.set(true));
    expect(screen.queryByText(/La contraseña no se guarda/)).toBeNull();
    act(() => putField('<input type="password">').focus());
    expect(screen.getByText(/La contraseña no se guarda: tendrás que escribirla de nuevo\./)).toBeTruthy();
  });

  const entry = (name: string) => `<script type="module" crossorigin src="/assets/index-${name}.js"></script>`;
  const registered = (parts: object) => ({
    active: {},
    installing: null,
    waiting: null,
    update: async () => {},
    ...parts,
  });
  const failing = () => Promise.reject(new TypeError('Failed to fetch'));
  const arriving = () => Object.assign(new EventTarget(), { state: 'installing' });
  const serves = (name: string) => async () => new Response(`<!doctype html>${entry(name)}`);
  const NOT_THERE = /La versión nueva aún no está disponible; presiona más tarde/;
  const NOT_LOOKED = /Aún no pudimos; presiona para intentarlo de nuevo/;
  test.each([
    ['without a worker, a newer page at the server is loaded', undefined, serves('BBBB'), 1, /Actualizando Amparo/],
    ['a version that another tab has taken is loaded', registered({}), serves('BBBB'), 1, /Actualizando Amparo/],
    ['a server that has this very version has nothing newer', undefined, serves('AAAA'), 0, NOT_THERE],
    ['a page of somebody else is no version', undefined, async () => new Response('<h1>Wi-Fi</h1>'), 0, NOT_THERE],
    ['a page that cannot be asked for leads nowhere', undefined, failing, 0, NOT_LOOKED],
    ['a server that fails has said nothing', undefined, async () => new Response('', { status: 503 }), 0, NOT_LOOKED],
    [
      'a version that waits is taken, although nothing offers it',
      registered({ waiting: {} }),
      failing,
      1,
      /Actualizando Amparo/,
    ],
    [
      'a version that is on its way is told',
      registered({ installing: arriving() }),
      failing,
      0,
      /Está llegando la versión nueva; presiona en un momento/,
    ],
    ['a search that failed says so', registered({ update: failing }), serves('BBBB'), 0, NOT_LOOKED],
  ])('%s', async (_, registration, answer, times, said) => {
    const reloadWhole = vi.fn();
    vi.stubGlobal('reloadWhole', reloadWhole);
    vi.stubGlobal('fetch', answer);
    putField(`<input>${entry('AAAA')}`);
    Object.assign(navigator.serviceWorker, { getRegistration: async () => registration });
    const router = createRouter({
      routeTree: createRootRoute({ component: page.UpdatePrompt }),
      history: createMemoryHistory({ initialEntries: ['/app'] }),
    });
    await act(() => router.load());
    render(<RouterProvider router={router as never} />);
    act(() => page.whetherOutdated.set(true));
    await press('Actualiza la app.');
    await passes(8_000);
    expect(screen.getByText(said)).toBeTruthy();
    expect(reloadWhole).toHaveBeenCalledTimes(times);
  });

  test('without a newer version the banner says so, and disappears when the backend answers again', async () => {
    const history = createMemoryHistory({ initialEntries: ['/app'] });
    const router = createRouter({ routeTree: createRootRoute({ component: page.UpdatePrompt }), history });
    await act(() => router.load());
    vi.stubGlobal('fetch', failing);
    Object.assign(navigator.serviceWorker, { getRegistration: async () => registered({}) });
    render(<RouterProvider router={router as never} />);
    act(() => page.whetherOutdated.set(true));
    // An offer of an earlier test may still be shown, and leads to the same result.
    await press('Actualiza la app.');
    act(() => page.whetherOutdated.set(false));
    expect(screen.queryByText('Actualiza la app.')).toBeNull();
  });
});
