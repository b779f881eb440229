import '#tests/page.ts';

import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useServedAgain } from '#app/signed-in/use-served-again.ts';
import { whetherOutdated } from '#app/version.ts';

const ask = vi.fn();
const served = vi.fn();

function Page() {
  useServedAgain(ask, served);
  return null;
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  act(() => whetherOutdated.set(false));
  vi.useRealTimers();
  vi.clearAllMocks();
});

test('[D51] a backend that refuses this version is asked again, and screens pull anew once it serves it', () => {
  render(<Page />);
  act(() => void vi.advanceTimersByTime(120_000));
  expect(ask).not.toHaveBeenCalled();

  act(() => whetherOutdated.set(true));
  act(() => void vi.advanceTimersByTime(20_000));
  expect(ask).toHaveBeenCalledTimes(1);
  act(() => void window.dispatchEvent(new window.Event('online')));
  act(() => void document.dispatchEvent(new window.Event('visibilitychange')));
  expect(ask).toHaveBeenCalledTimes(3);
  expect(served).not.toHaveBeenCalled();

  act(() => whetherOutdated.set(false));
  expect(served).toHaveBeenCalledTimes(1);
  act(() => void vi.advanceTimersByTime(120_000));
  expect(ask).toHaveBeenCalledTimes(3);
});

test('[D51] the backend is not asked without a connection', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  render(<Page />);
  act(() => whetherOutdated.set(true));
  act(() => void vi.advanceTimersByTime(120_000));
  expect(ask).not.toHaveBeenCalled();
});
