import '#tests/page.ts';

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { OfflineBanner } from '#app/offline.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('[V2.18] a dismissed banner returns when the connection goes again, however short it was there', () => {
  // Both events arrive when the connection has gone already: nothing that asks on the way ever sees it.
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  render(<OfflineBanner />);
  const banner = () => screen.queryByRole('button', { name: /no tienes conexión/ });
  fireEvent.click(banner() as HTMLElement);
  expect(banner()).toBeNull();
  // Told a second time that it is gone: the same loss, which was pressed away.
  act(() => void window.dispatchEvent(new window.Event('offline')));
  expect(banner()).toBeNull();
  act(() => void window.dispatchEvent(new window.Event('online')));
  act(() => void window.dispatchEvent(new window.Event('offline')));
  expect(banner()).not.toBeNull();
});
