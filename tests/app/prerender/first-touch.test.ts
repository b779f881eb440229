import '#tests/page.ts';

import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { firstTouch } from '#app/prerender/first-touch.ts';
import { setOnline } from '#tests/page.ts';

const marks = document.documentElement.dataset;
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
const email = () => document.querySelector<HTMLInputElement>('input') as HTMLInputElement;

beforeEach(() => {
  document.body.innerHTML = '<div id="root"><span data-waiting></span><button>Ver</button><input></div>';
});
afterEach(async () => {
  // A page that is still listening receives this event and stops.
  dispatchEvent(new window.Event('keydown'));
  await settled();
  document.body.innerHTML = '';
  location.hash = '';
  delete marks.sheet;
  delete marks.entering;
  delete marks.resting;
  setOnline(true);
  vi.restoreAllMocks();
});

describe('[V2.7] the start page loads React', () => {
  test('not while the customer only looks at it', async () => {
    const begin = vi.fn(async () => {});
    firstTouch(begin);
    await settled();
    expect(begin).not.toHaveBeenCalled();
    expect(marks.resting).toBe('');
    dispatchEvent(new window.Event('keydown'));
    expect(marks.resting).toBeUndefined();
  });

  test.each(['pointermove', 'pointerdown', 'focusin', 'keydown', 'input'])('once, at the first %s', async (sign) => {
    const begin = vi.fn(async () => {});
    firstTouch(begin);
    email().dispatchEvent(new window.Event(sign, { bubbles: true }));
    await settled();
    email().dispatchEvent(new window.Event(sign, { bubbles: true }));
    dispatchEvent(new window.Event('hashchange'));
    await settled();
    expect(begin).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['the sheet was opened', () => (marks.sheet = 'open')],
    ['a sign-in was requested', () => (marks.entering = 'session')],
    [
      'another button was pressed',
      () => (document.querySelector('button') as HTMLElement).setAttribute('data-pressed', ''),
    ],
    ['a field was filled in', () => (email().value = 'a@b.c')],
    ['a field has the cursor', () => email().focus()],
    ['requests wait', () => (document.querySelector('[data-waiting]') as HTMLElement).append('2 esperan')],
    ['the address names another screen', () => (location.hash = '#/registro/residencia')],
    ['there is no connection', () => setOnline(false)],
  ])('at once when %s before', async (_, before) => {
    before();
    const begin = vi.fn(async () => {});
    firstTouch(begin);
    expect(begin).toHaveBeenCalledTimes(1);
  });

  test('[V2.18] when the connection is lost', () => {
    const begin = vi.fn(async () => {});
    firstTouch(begin);
    dispatchEvent(new window.Event('offline'));
    expect(begin).toHaveBeenCalledTimes(1);
  });

  test('[S30][D83] when the session was ended from another device, which the page has to say', async () => {
    const begin = vi.fn(async () => {});
    localStorage.setItem(
      'amparo',
      JSON.stringify({ open: false, waiting: 0, passkey: false, ended: true, greeted: false }),
    );
    firstTouch(begin);
    localStorage.removeItem('amparo');
    expect(begin).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['where a version waits', { waiting: {} }, 'first', 1],
    ['where one has taken over since', { waiting: null }, 'second', 1],
    ['nowhere else', { waiting: null }, 'first', 0],
  ])(
    '[F20] after a failure a newer version may take its place %s, as long as it rests',
    async (_, known, now, times) => {
      const reloadWhole = vi.fn<(mayReload?: () => boolean) => void>();
      const container = { controller: 'first', getRegistration: async () => known };
      vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: container }));
      onTestFinished(() => void vi.unstubAllGlobals());
      window.reloadWhole = reloadWhole;
      onTestFinished(() => void delete window.reloadWhole);
      vi.spyOn(console, 'error').mockImplementation(() => {});
      const begin = vi.fn(async () => {}).mockRejectedValueOnce(new TypeError('Failed to fetch'));
      firstTouch(begin);
      container.controller = now;
      dispatchEvent(new window.Event('keydown'));
      await settled();
      expect(reloadWhole).toHaveBeenCalledTimes(times);
      const mayReload = reloadWhole.mock.lastCall?.[0];
      if (times === 1) expect(mayReload?.()).toBe(true);
      dispatchEvent(new window.Event('keydown'));
      await settled();
      if (times === 1) expect(mayReload?.()).toBe(false);
    },
  );

  test('[F20] again at the next use after a failure, which it reports', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const begin = vi.fn(async () => {}).mockRejectedValueOnce(new TypeError('Failed to fetch'));
    firstTouch(begin);
    marks.entering = 'session';
    dispatchEvent(new window.Event('keydown'));
    await settled();
    expect(document.querySelector('[role=alert]')?.textContent).toContain('No pudimos conectarnos');
    expect(marks.entering).toBeUndefined();
    expect(marks.resting).toBe('');
    dispatchEvent(new window.Event('online'));
    await settled();
    expect(begin).toHaveBeenCalledTimes(2);
    expect(document.querySelector('[role=alert]')).toBeNull();
    // This mark would let the page be loaded again later.
    expect(marks.resting).toBeUndefined();
  });
});
