import '#tests/page.ts';

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Unexpected } from '#app/unexpected.tsx';
import { MissingPart } from '#senses/part.ts';
import { ToastProvider } from '#ui/layers/toast-provider.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <ToastProvider>
      <Unexpected />
      <button type="button">Enviar ahora</button>
    </ToastProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const press = () => fireEvent.click(screen.getByRole('button', { name: 'Enviar ahora' }));
const said = () => screen.queryAllByText(/^Algo no funcionó/).length;
const reject = (reason: unknown) =>
  act(() => void window.dispatchEvent(Object.assign(new window.Event('unhandledrejection'), { reason })));

test('an uncaught error after a press is shown once, however many follow it', async () => {
  press();
  await reject(new Error('a defect'));
  await reject(new Error('another that follows from it'));
  expect(said()).toBe(1);
  await act(() => vi.advanceTimersByTimeAsync(9000));
  await reject(new Error('and one more'));
  // Told again, the message would stay for another ten seconds.
  await act(() => vi.advanceTimersByTimeAsync(1500));
  expect(said()).toBe(0);
  press();
  await reject(new Error('later, another'));
  expect(said()).toBe(1);
});

test('an exception during the press is shown too', () => {
  press();
  act(() => void window.dispatchEvent(Object.assign(new window.Event('error'), { error: new Error('a defect') })));
  expect(said()).toBe(1);
});

test.each([
  ['an aborted call', new DOMException('gone', 'AbortError'), true],
  ['a call that timed out', new DOMException('late', 'TimeoutError'), true],
  ['a failed fetch while offline', new TypeError('Failed to fetch'), false],
  ['a failed fetch of Safari while offline', new TypeError('Load failed'), false],
  ['a failed fetch of Firefox while offline', new TypeError('NetworkError when attempting to fetch resource.'), false],
  ['a failed import of Safari while offline', new TypeError('Importing a module script failed.'), false],
  [
    'a failed import of Firefox while offline',
    new TypeError('error loading dynamically imported module: /assets/x.js'),
    false,
  ],
  ['a part that did not come while offline', new MissingPart(new TypeError('Failed to fetch')), false],
])('%s is not shown', async (_, reason, online) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  press();
  await reject(reason);
  expect(said()).toBe(0);
});

test('a bug of ours is told without a connection too', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  press();
  await reject(new TypeError("Cannot read properties of undefined (reading 'id')"));
  expect(said()).toBe(1);
});

test('an error in the background, long after the last press, is only logged', async () => {
  press();
  await act(() => vi.advanceTimersByTimeAsync(31_000));
  await reject(new Error('a defect'));
  expect(said()).toBe(0);
});
