import '#tests/page.ts';

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { OfflineBanner } from '#app/offline.tsx';
import { FirstStart } from '#app/start.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('notices of every screen stand in a live region that was there before them', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  render(<FirstStart go={async () => undefined} />);
  const region = document.querySelector('[role=status][aria-live=polite]');
  expect(region?.textContent).toBe('');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new window.Event('offline')));
  expect(region?.textContent).toContain('Parece que no tienes conexión');
  expect(region?.querySelector('[role=status]')).toBeNull();
});

test('[V2.18] a dismissed banner returns at the next loss of the connection, however short it was back', () => {
  // Both events arrive after the connection has gone, so no code that asks in between sees it.
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  render(<OfflineBanner />);
  const banner = () => screen.queryByRole('button', { name: /no tienes conexión/ });
  fireEvent.click(banner() as HTMLElement);
  expect(banner()).toBeNull();
  // The second event reports the same loss, whose notice was dismissed.
  act(() => void window.dispatchEvent(new window.Event('offline')));
  expect(banner()).toBeNull();
  act(() => void window.dispatchEvent(new window.Event('online')));
  act(() => void window.dispatchEvent(new window.Event('offline')));
  expect(banner()).not.toBeNull();
});

test('[V2.18] a banner dismissed on the start page stays away inside until the connection has come back and gone', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const banner = () => screen.queryByRole('button', { name: /no tienes conexión/ });
  render(<FirstStart go={async () => undefined} />);
  fireEvent.click(banner() as HTMLElement);
  cleanup();
  render(<OfflineBanner />);
  expect(banner()).toBeNull();
  act(() => void window.dispatchEvent(new window.Event('online')));
  expect(banner()).not.toBeNull();
});

test('[V2.18] a banner that was dismissed is shown again after a connection that no banner heard of', () => {
  const connection = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const banner = () => screen.queryByRole('button', { name: /no tienes conexión/ });
  render(<OfflineBanner />);
  fireEvent.click(banner() as HTMLElement);
  cleanup();
  connection.mockReturnValue(true);
  render(<OfflineBanner />);
  cleanup();
  connection.mockReturnValue(false);
  render(<OfflineBanner />);
  expect(banner()).not.toBeNull();
});

test('[V2.18] the banner dismissed by a finger leaves the focus in the field one types in', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  render(
    <>
      <h1 tabIndex={-1}>Ayuda</h1>
      <input aria-label="Detalles" />
      <OfflineBanner />
    </>,
  );
  const field = screen.getByLabelText('Detalles');
  const banner = screen.getByRole('button');
  field.focus();
  expect(fireEvent.mouseDown(banner), 'the press does not move the focus').toBe(false);
  fireEvent.click(banner);
  expect(document.activeElement).toBe(field);
});
