import '#tests/page.ts';

import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { setOnline } from '#tests/page.ts';
import { Unloaded } from '#ui/states/unloaded.tsx';

afterEach(() => {
  cleanup();
  setOnline(true);
  vi.unstubAllGlobals();
});

const retry = () => screen.queryByRole('button', { name: 'Reintentar' });

test('what did not load says so, and is tried again on a press', () => {
  const onRetry = vi.fn();
  render(<Unloaded title="No pudimos abrirlo" text="Inténtalo de nuevo." onRetry={onRetry} />);
  expect(screen.getByRole('alert').textContent).toContain('No pudimos abrirlo');
  retry()?.click();
  expect(onRetry).toHaveBeenCalledOnce();
});

test('[D70] without a connection it says that this is not here, offers nothing, and is tried by itself once there is one', () => {
  setOnline(false);
  const onRetry = vi.fn();
  render(<Unloaded title="No pudimos abrirlo" onRetry={onRetry} />);
  expect(screen.getByRole('status').textContent).toBe(
    'Esto aún no está en este teléfonoLlegará cuando vuelva la conexión.',
  );
  expect([retry(), onRetry.mock.calls.length]).toEqual([null, 0]);
  act(() => setOnline(true));
  expect(onRetry).toHaveBeenCalledOnce();
});

test.each([
  [390, 'Esto aún no está en este teléfono'],
  [1280, 'Esto aún no está en este equipo'],
])('[D70] on a screen of %i by 844 pixels it says: %s', (width, text) => {
  vi.stubGlobal('screen', { width, height: 844 });
  setOnline(false);
  render(<Unloaded title="No pudimos abrirlo" onRetry={() => {}} />);
  expect(screen.getByText(text)).toBeDefined();
});
