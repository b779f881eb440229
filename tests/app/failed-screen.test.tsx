import '#tests/page.ts';

import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FailedScreen } from '#app/failed-screen.tsx';
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
