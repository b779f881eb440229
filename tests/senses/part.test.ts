import '#tests/page.ts';

import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { MissingPart, part } from '#senses/part.ts';

const reloadWhole = vi.fn();
const asked = vi.fn<typeof fetch>();
beforeEach(() => {
  window.reloadWhole = reloadWhole;
  vi.stubGlobal('fetch', asked.mockResolvedValue(new Response()));
  vi.spyOn(performance, 'now').mockReturnValue(60_000);
});
afterEach(() => {
  delete window.reloadWhole;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  reloadWhole.mockReset();
  asked.mockReset();
});

/** As browsers do: what failed once fails for the life of the page. */
const failing = () => part(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
const settled = () => new Promise((later) => setTimeout(later, 0));

test('[D29] a part that fails once more is brought by another page', async () => {
  const bring = failing();
  // Whoever asked is told first, as the page may hold what was typed.
  await expect(bring()).rejects.toMatchObject({ isAnswered: true });
  expect(reloadWhole).not.toHaveBeenCalled();
  const answered = vi.fn();
  void bring().then(answered, answered);
  await settled();
  expect(asked).toHaveBeenCalledWith('/', expect.objectContaining({ method: 'HEAD' }));
  expect(reloadWhole).toHaveBeenCalledOnce();
  // Nothing is told of a failure any more.
  expect(answered).not.toHaveBeenCalled();
});

test('[D29] a part that failed before anybody asked for it is brought by another page at the first press', async () => {
  const bring = failing();
  await bring.ahead();
  expect(reloadWhole).not.toHaveBeenCalled();
  void bring();
  await settled();
  expect(reloadWhole).toHaveBeenCalledOnce();
});

test.each([
  ['without an answer of the server', () => asked.mockRejectedValue(new TypeError('Failed to fetch'))],
  ['where the server cannot serve it', () => asked.mockResolvedValue(new Response('', { status: 503 }))],
  ['while the page is young: it would go on without end', () => vi.mocked(performance.now).mockReturnValue(9_000)],
])('[D29] no page is loaded again %s', async (_, before) => {
  before();
  const bring = failing();
  await bring.ahead();
  await expect(bring()).rejects.toBeInstanceOf(MissingPart);
  expect(reloadWhole).not.toHaveBeenCalled();
});

test('[D29] a server that has fallen silent is waited for no longer than three seconds', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  asked.mockReturnValue(new Promise(() => {}));
  const bring = failing();
  await bring.ahead();
  const told = expect(bring()).rejects.toBeInstanceOf(MissingPart);
  await vi.advanceTimersByTimeAsync(3000);
  await told;
  expect(reloadWhole).not.toHaveBeenCalled();
});

test('[D29] a browser that asks for a failed part again has it at the next try', async () => {
  const load = vi.fn(async (name: string) => name).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const bring = part(load);
  await expect(bring('lists')).rejects.toBeInstanceOf(MissingPart);
  expect(await bring('lists')).toBe('lists');
  expect(reloadWhole).not.toHaveBeenCalled();
});
