import '#tests/page.ts';

import { act, cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startMarkup } from '#app/prerender/start-markup.tsx';
import { takeOver } from '#app/prerender/take-over.tsx';
import { FirstStart } from '#app/start.tsx';
import { isOff } from '#tests/is-off.ts';

const root = () => document.getElementById('root') as HTMLElement;
const field = (name: string) => root().querySelector<HTMLInputElement>(`[name=${name}]`);
const marks = document.documentElement.dataset;

const start = (lost: boolean) => <FirstStart go={async () => {}} lost={lost} />;

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  document.body.innerHTML = `<div id="root">${startMarkup()}</div>`;
});

afterEach(() => {
  cleanup();
  location.hash = '';
  localStorage.clear();
  delete marks.screen;
  delete marks.unopened;
});

test("React takes over the static page's elements, and typed text stays and can be sent", async () => {
  const complain = vi.spyOn(console, 'error');
  marks.screen = 'start';
  const typed = { email: field('email'), password: field('password') };
  if (typed.email) typed.email.value = 'maria@correo.com';
  if (typed.password) typed.password.value = 'Secreta1';
  await act(async () => void takeOver(root(), { start, app: async () => <p>dentro</p> }));
  expect(field('email')).toBe(typed.email);
  expect(field('email')?.value).toBe('maria@correo.com');
  expect(field('password')?.value).toBe('Secreta1');
  expect(isOff(root().querySelector<HTMLButtonElement>('[type=submit]'))).toBe(false);
  expect(complain).not.toHaveBeenCalled();
  complain.mockRestore();
});

test('React keeps the line of queued requests as the boot script filled it', async () => {
  const complain = vi.spyOn(console, 'error');
  marks.screen = 'start';
  localStorage.setItem('amparo', '{"open":false,"waiting":3,"passkey":false,"ended":false,"greeted":false}');
  const line = root().querySelector('[data-waiting]');
  if (line) line.textContent = '3 solicitudes esperan para enviarse';
  const before = field('email');
  await act(async () => void takeOver(root(), { start, app: async () => null }));
  expect(field('email')).toBe(before);
  expect(root().querySelector('[data-waiting]')?.textContent).toBe('3 solicitudes esperan para enviarse');
  expect(complain).not.toHaveBeenCalled();
  complain.mockRestore();
});

test('[V2.7] a sheet opened before React loaded stays open', async () => {
  marks.screen = 'start';
  marks.sheet = 'open';
  await act(async () => void takeOver(root(), { start, app: async () => null }));
  expect(root().querySelector('[role=dialog][data-open]')).not.toBeNull();
  expect(marks.sheet).toBeUndefined();
});

test('[V2.10] a press on a button before React loaded is repeated', async () => {
  marks.screen = 'start';
  const peek = root().querySelector<HTMLButtonElement>('[title="Mostrar contraseña"]');
  if (peek) peek.dataset.pressed = '';
  await act(async () => void takeOver(root(), { start, app: async () => <p>dentro</p> }));
  expect(field('password')?.type).toBe('text');
  expect(peek?.dataset.pressed).toBeUndefined();
});

test('at an address inside, the app replaces the static page at once', async () => {
  marks.screen = 'inside';
  await act(async () => void takeOver(root(), { start, app: async () => <p>dentro</p> }));
  expect(root().textContent).toBe('dentro');
  expect(marks.screen).toBeUndefined();
});

test('[V2.1] the app loads when the address leaves the start page, but not for an unknown address', async () => {
  marks.screen = 'start';
  const app = vi.fn(async () => <p>dentro</p>);
  await act(async () => void takeOver(root(), { start, app }));
  const goTo = (hash: string) =>
    act(async () => {
      location.hash = hash;
      window.dispatchEvent(new window.Event('hashchange'));
    });
  await goTo('#/desconocida');
  expect(app).not.toHaveBeenCalled();
  await goTo('#/registro/residencia');
  expect(root().textContent).toBe('dentro');
  expect(app).toHaveBeenCalledTimes(1);
});

test('[V2.7] a press on Regístrate before React loaded works all the same', async () => {
  marks.screen = 'start';
  location.hash = '#/registro/residencia';
  await act(async () => void takeOver(root(), { start, app: async () => <p>dentro</p> }));
  expect(root().textContent).toBe('dentro');
});

test('[V2.7] the page says that the app is loading, only while it loads', async () => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => {});
  marks.screen = 'start';
  const arrivals: ((tree: React.ReactNode) => void)[] = [];
  const failures: ((reason: Error) => void)[] = [];
  const app = () =>
    new Promise<React.ReactNode>((arrive, fail) => {
      arrivals.push(arrive);
      failures.push(fail);
    });
  await act(async () => void takeOver(root(), { start, app }));
  const register = () =>
    act(async () => {
      location.hash = '#/registro/residencia';
      window.dispatchEvent(new window.Event('hashchange'));
    });
  expect(marks.entering).toBeUndefined();
  await register();
  expect(marks.entering).toBe('');
  await act(async () => failures[0]?.(new TypeError('Failed to fetch')));
  expect(marks.entering).toBeUndefined();
  await register();
  expect(marks.entering).toBe('');
  await act(async () => arrivals[1]?.(<p>dentro</p>));
  expect(marks.entering).toBeUndefined();
  expect(root().textContent).toBe('dentro');
  complain.mockRestore();
});

test('[V2.7] Regístrate without a connection says so, and the next press tries again', async () => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => {});
  marks.screen = 'start';
  const app = vi.fn(async () => <p>dentro</p>).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await act(async () => void takeOver(root(), { start, app }));
  const register = () =>
    act(async () => {
      const before = location.hash;
      location.hash = root().querySelector<HTMLAnchorElement>('a[href*=residencia]')?.hash ?? '';
      // As in the browser, setting the same address again fires no event.
      if (location.hash !== before) window.dispatchEvent(new window.Event('hashchange'));
    });
  await register();
  expect(root().querySelector('[role=alert]')?.textContent).toMatch('No pudimos conectarnos');
  await register();
  expect(root().textContent).toBe('dentro');
  complain.mockRestore();
});

test('[V2.1][D64] an address inside that cannot be loaded stays, and the boot script says so', async () => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => {});
  history.replaceState(null, '', '#/app/pagos/1?anio=2025');
  marks.screen = 'inside';
  // Late address events of earlier tests may load the app again, so it fails until the test allows it.
  let missing = true;
  const app = async () => {
    if (missing) throw new TypeError('Failed to fetch');
    return <p>dentro</p>;
  };
  await act(async () => void takeOver(root(), { start, app }));
  expect(location.hash).toBe('#/app/pagos/1?anio=2025');
  expect(marks.unopened).toBe('');
  expect(root().innerHTML).toBe('');
  // Another address tries again, without a new start.
  missing = false;
  await act(async () => {
    location.hash = '#/registro/residencia';
    window.dispatchEvent(new window.Event('hashchange'));
  });
  expect(root().textContent).toBe('dentro');
  complain.mockRestore();
});

test('the static page has no style attribute and no script, which the content security policy forbids', () => {
  const markup = startMarkup();
  expect(markup).not.toMatch(/\sstyle=|<script|\son[a-z]+=/);
});
