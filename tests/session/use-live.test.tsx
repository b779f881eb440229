// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useLive } from '#session/hooks.ts';

let frames: (() => void)[] = [];
/** Two frames: the second one's callbacks run after the first paint. */
const paint = () =>
  act(async () => {
    for (let frame = 0; frame < 2; frame += 1) for (const run of frames.splice(0)) run();
    await new Promise((soon) => setTimeout(soon, 20));
  });
const soon = () => act(() => new Promise<void>((later) => setTimeout(later, 20)));

beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a query begins at once, but after the paint where its answer is known or its place is kept', async () => {
  const asked: string[] = [];
  const query = (name: string) => async () => void asked.push(name);
  renderHook(() => useLive(query('new'), []));
  renderHook(() => useLive(async () => asked.push('known'), [], 0));
  renderHook(() => useLive(query('late'), [], undefined, 'late'));
  await soon();
  expect(asked).toEqual(['new']);
  await paint();
  expect(asked.sort()).toEqual(['known', 'late', 'new']);
});

test('what left before the paint asks for nothing', async () => {
  const query = vi.fn(async () => 1);
  const { unmount } = renderHook(() => useLive(query, [], 0));
  unmount();
  await paint();
  expect(query).not.toHaveBeenCalled();
});

test('no rows again are the same ones, so that nothing is drawn anew', async () => {
  const known: string[] = [];
  let draws = 0;
  const { result } = renderHook(() => {
    draws += 1;
    return useLive(async (): Promise<string[]> => [], [], known);
  });
  await paint();
  expect(result.current).toBe(known);
  expect(draws).toBe(1);
});
