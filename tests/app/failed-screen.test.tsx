import '#tests/page.ts';

import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type RouteComponent,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FailedScreen } from '#app/failed-screen.tsx';
import { lazyScreen } from '#app/lazy-screen.ts';
import { isOff } from '#tests/is-off.ts';
import { setOnline } from '#tests/page.ts';

const reload = vi.fn();
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Volver a cargar' });

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  window.reloadWhole = reload;
  vi.spyOn(window.location, 'reload').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  delete window.reloadWhole;
  reload.mockClear();
  setOnline(true);
});

test('[D29] a screen that is not on the device yet waits for the connection and then opens by itself', () => {
  setOnline(false);
  render(<FailedScreen error={new Error('chunk')} />);
  expect(document.body.textContent).toContain('se abrirá cuando vuelva la conexión');
  // Without a service worker a reload would lead to the browser's own error page.
  expect(isOff(button())).toBe(true);
  setOnline(true);
  act(() => void window.dispatchEvent(new window.Event('online')));
  expect(reload).toHaveBeenCalledTimes(1);
});

test('after a defect only a press reloads the page', () => {
  render(<FailedScreen error={new Error('defect')} />);
  expect(document.body.textContent).not.toContain('conexión');
  act(() => void window.dispatchEvent(new window.Event('online')));
  expect(reload).not.toHaveBeenCalled();
  button().click();
  expect(reload).toHaveBeenCalledTimes(1);
});

test.each([
  ['Chromium', 'Failed to fetch dynamically imported module: /assets/screen.js'],
  ['Firefox', 'error loading dynamically imported module: /assets/screen.js'],
  ['Safari', 'Importing a module script failed.'],
])(
  '[D29] a screen whose code did not come says so and reloads nothing by itself, in the words of %s',
  async (_, text) => {
    const root = createRootRoute();
    const load = (): Promise<Record<'Screen', RouteComponent>> => Promise.reject(new TypeError(text));
    const route = createRoute({ getParentRoute: () => root, path: '/', component: lazyScreen(load, 'Screen') });
    const history = createMemoryHistory();
    const router = createRouter({ routeTree: root.addChildren([route]), history, defaultErrorComponent: FailedScreen });
    render(<RouterProvider router={router as never} />);
    await screen.findByText('No pudimos mostrar esta pantalla');
    expect(window.location.reload).not.toHaveBeenCalled();
    expect(reload).not.toHaveBeenCalled();
  },
);
