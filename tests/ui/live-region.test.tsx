// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { AmountEcho } from '#forms/amount-echo.tsx';
import { LiveRegion } from '#ui/states/live-region.tsx';
import { OfflineWarning } from '#ui/states/offline-warning.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a warning that comes while one looks stands in a region that was there before its words', () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  const { container } = render(<OfflineWarning>Para guardar necesitas conexión.</OfflineWarning>);
  const region = container.querySelector('[role="status"]');
  expect(region?.textContent).toBe('');
  online.mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(container.querySelector('[role="status"]')).toBe(region);
  expect(region?.textContent).toBe('Para guardar necesitas conexión.');
  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(region?.childNodes).toHaveLength(0);
});

test('what is of the moment is marked, so that the last home is drawn without it', () => {
  const { container, rerender } = render(<LiveRegion passing>1 solicitud pendiente</LiveRegion>);
  expect(container.querySelector('[role="status"][data-passing]')?.textContent).toBe('1 solicitud pendiente');
  rerender(<LiveRegion>1 solicitud pendiente</LiveRegion>);
  expect(container.querySelector('[data-passing]')).toBeNull();
});

test('how an amount is read is said in a region that was there before its words', () => {
  const drawn = (value: string) => <AmountEcho value={value} typed="25.000" locale="es-CR" />;
  const { container, rerender } = render(drawn(''));
  const region = container.querySelector('[role="status"]');
  expect(region?.textContent).toBe('');
  rerender(drawn('25000'));
  expect(container.querySelector('[role="status"]')).toBe(region);
  expect(region?.textContent).not.toBe('');
});
