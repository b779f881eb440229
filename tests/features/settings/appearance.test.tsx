import '#tests/page.ts';

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Appearance } from '#features/settings/appearance.tsx';
import { ToastProvider } from '#ui/layers/toast-provider.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  cleanup();
  localStorage.clear();
});

const shown = () =>
  render(
    <ToastProvider>
      <Appearance />
    </ToastProvider>,
  );
const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
const note = () => JSON.parse(localStorage.getItem('amparo-nota') ?? '{}');

test('the theme is the system’s until one is chosen, and the choice is kept beside what else was noted here', () => {
  localStorage.setItem('amparo-nota', '{"instalar":"no"}');
  shown();
  expect(screen.getByRole('radiogroup', { name: 'Apariencia' })).toBeTruthy();
  expect(radio('Sistema').checked).toBe(true);
  fireEvent.click(radio('Oscuro'));
  expect(radio('Oscuro').checked).toBe(true);
  expect(note()).toEqual({ instalar: 'no', apariencia: 'dark' });
  fireEvent.click(radio('Sistema'));
  expect(note().apariencia).toBe('system');
});

test('what another tab chooses is shown here too', () => {
  shown();
  localStorage.setItem('amparo-nota', '{"apariencia":"light"}');
  act(() => void window.dispatchEvent(new window.Event('storage')));
  expect(radio('Claro').checked).toBe(true);
});

test.each(['7', 'null', '{"apariencia":"sepia"}', '{'])('a note that says no theme (%s) is the system’s', (text) => {
  localStorage.setItem('amparo-nota', text);
  shown();
  expect(radio('Sistema').checked).toBe(true);
});

test('a device without room keeps its theme, and says so', () => {
  shown();
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { getItem: () => null, setItem });
  fireEvent.click(radio('Oscuro'));
  expect(radio('Sistema').checked).toBe(true);
  expect(screen.getAllByText('No pudimos guardarlo. Libera espacio e inténtalo de nuevo.').length).toBeGreaterThan(0);
});
