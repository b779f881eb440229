import '#tests/page.ts';

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { InactivityNotice } from '#app/signed-in/inactivity-notice.tsx';

const onStay = vi.fn();
const notice = (near: boolean) => <InactivityNotice near={near} onStay={onStay} />;
const button = () => screen.queryByRole('button', { name: 'Seguir conectado' });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.clearAllMocks();
});

test('[H4.9][H9.1] a touch that postpones the lock still hits the button, and nothing below it', () => {
  const { rerender } = render(notice(true));
  // The touch counts as activity, so the lock is ten minutes away again before the tap ends.
  rerender(notice(false));
  const found = button();
  expect(found).not.toBeNull();
  fireEvent.click(found as HTMLElement);
  expect(onStay).toHaveBeenCalledTimes(1);
  expect(button()).toBeNull();
});

test('[H4.9] the notice disappears after other activity, and returns when the lock is near again', () => {
  const { rerender } = render(notice(false));
  expect(button()).toBeNull();
  rerender(notice(true));
  act(() => void vi.advanceTimersByTime(60_000));
  expect(button()).not.toBeNull();
  rerender(notice(false));
  act(() => void vi.advanceTimersByTime(5000));
  expect(button()).toBeNull();
  rerender(notice(true));
  expect(button()).not.toBeNull();
});

test('[H4.9] the notice is announced over an open dialog, and the customer can go on typing', () => {
  const form = (near: boolean) => (
    <>
      <input aria-label="Calle" />
      {notice(near)}
    </>
  );
  const { rerender } = render(form(false));
  // With `aria-live` an open dialog does not hide it from screen readers.
  expect(screen.getByRole('status').getAttribute('aria-live')).toBe('polite');
  const typing = screen.getByLabelText('Calle');
  typing.focus();
  rerender(form(true));
  const stay = button() as HTMLElement;
  // A press does not move the focus, so the test moves it by key.
  expect(fireEvent.mouseDown(stay)).toBe(false);
  stay.focus();
  fireEvent.click(stay);
  expect(document.activeElement).toBe(typing);
});
