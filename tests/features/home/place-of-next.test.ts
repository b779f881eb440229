import '#tests/page.ts';

import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { usePlaceOfNext } from '#features/home/use-place-of-next.ts';
import type { WhatNextNow } from '#features/home/use-what-next.ts';
import { setOnline } from '#tests/page.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  setOnline(true);
  vi.useRealTimers();
});

type Known = Pick<WhatNextNow, 'isRead' | 'isWhole' | 'nothing'>;
const unread: Known = { isRead: false, isWhole: false, nothing: true };
const partly: Known = { isRead: true, isWhole: false, nothing: true };
const whole: Known = { isRead: true, isWhole: true, nothing: false };

const visit = (known: Known) =>
  renderHook((now: Known) => usePlaceOfNext(now as WhatNextNow, true), { initialProps: known });
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

// The page waits once, so this comes first.
test('[F50] on a new device the rest of home waits a moment for what is next; what comes later stands last', async () => {
  const { result, rerender } = visit(unread);
  rerender(partly);
  await pass(700);
  expect(result.current).toBe('awaited');
  await pass(200);
  expect(result.current).toBe('last');
  rerender(whole);
  expect(result.current).toBe('last');
});

test('[F50] what is known when home opens stands first, from the first render on', async () => {
  const { result, rerender } = visit(whole);
  expect(result.current).toBe('first');
  rerender({ ...whole, nothing: true });
  expect(result.current).toBe('first');
});

test('[F50] where nothing was next as home opened, a bill that comes stands last', async () => {
  const { result, rerender } = visit({ ...whole, nothing: true });
  expect(result.current).toBe('last');
  rerender(whole);
  expect(result.current).toBe('last');
});

test('[F50] without a connection nothing more is waited for than what the device has', async () => {
  setOnline(false);
  const { result, rerender } = visit(unread);
  expect(result.current).toBe('awaited');
  rerender({ ...partly, nothing: false });
  expect(result.current).toBe('first');
});

test('home without policies decides nothing', async () => {
  const { result } = renderHook(() => usePlaceOfNext(whole as WhatNextNow, false));
  await pass(2000);
  expect(result.current).toBe('awaited');
});
