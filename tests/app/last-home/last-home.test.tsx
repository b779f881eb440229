// @module-tag depth
import '#tests/page.ts';

import { cleanup, createEvent, fireEvent } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { keepLastHome } from '#database/keep-last-home.ts';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { type Device, SERVER_START_MS } from '#tests/session/device.ts';
import { type Drawing, draw, describe as drawingOf } from '../../../src/app/last-home/drawing.ts';
import { watchHome } from '../../../src/app/last-home/keep.ts';
import { pageNow, removeLastHome } from '../../../src/app/last-home/page.ts';
import { showLastHome } from '../../../src/app/last-home/show.ts';
import { deviceOf, openAt, sees } from '../../features/reading.tsx';

let server: TestApp;
let device: Device;
beforeAll(async () => {
  server = await createTestApp();
}, SERVER_START_MS);
beforeEach(async () => {
  device = await deviceOf(server, 'costarica@demo.test');
  document.documentElement.dataset.screen = 'inside';
  // jsdom has no fonts; here they are there at once.
  Object.defineProperty(document, 'fonts', { configurable: true, value: { load: async () => [] } });
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  removeLastHome();
});
afterAll(() => server.close());

const shown = () => document.getElementById('last-home');
const namesIn = (element: Element) => Array.from(element.querySelectorAll('*'), ({ localName }) => localName).sort();
const drawing: Drawing = ['main', {}, [['h1', {}, ['María Fernanda']]]];
const keep = async (change: object = {}) =>
  keepLastHome(device.db, await device.session.owner(), { ...pageNow(), drawing, ...change });

describe('the drawing of the last home', () => {
  test('[D38] has all of home except temporary content', async () => {
    await openAt(device, '/app');
    await sees('Salud Global Plus');
    const home = document.querySelector('main') as HTMLElement;
    const again = draw(drawingOf(home) as Drawing) as HTMLElement;
    for (const one of home.querySelectorAll('[data-passing], dialog, [role=dialog]')) one.remove();
    expect(again.textContent).toBe(home.textContent);
    expect(namesIn(again)).toEqual(namesIn(home));
    expect(again.querySelector('svg')?.namespaceURI).toBe('http://www.w3.org/2000/svg');
  });

  test('[S1] has nothing that runs, loads or links to another site', () => {
    const box = document.createElement('div');
    box.innerHTML = `<a href="https://otra.example" onclick="x()">uno</a><a href="#/app/pagos/1">dos</a><img src="/x"><script>x()</script>
      <iframe src="/x"></iframe><input value="x"><p style="color: red" id="p">tres</p>`;
    const again = draw(drawingOf(box) as Drawing) as HTMLElement;
    expect([...again.querySelectorAll('*')].map((one) => one.localName)).toEqual(['a', 'a', 'p']);
    expect([...again.querySelectorAll('a')].map((one) => one.getAttribute('href'))).toEqual([null, '#/app/pagos/1']);
    expect(again.innerHTML).not.toMatch(/onclick|id=|otra/);
  });
});

describe('the last home is drawn', () => {
  const show = (change: object = {}) => showLastHome(JSON.stringify({ ...pageNow(), drawing, ...change }));

  test('[D38] on the same day, in the same build and window, before the app loads', async () => {
    const painted = show();
    expect(shown()?.textContent).toBe('María Fernanda');
    expect(shown()?.getAttribute('aria-hidden')).toBe('true');
    await painted;
    removeLastHome();
    expect(shown()).toBeNull();
    expect(document.documentElement.dataset).not.toHaveProperty('rail');
  });

  test.each([
    ['another build', { build: '/assets/home-other.js' }],
    ['another day, since home counts days', { day: 'Sat Nov 21 2026' }],
    ['a window of another width', { width: 1280 }],
  ])('[D38] not in %s', (_what, change) => {
    expect(show(change)).toBeUndefined();
    expect(shown()).toBeNull();
  });

  test('[D38] not when the worker has none', () => {
    expect(showLastHome('null')).toBeUndefined();
    expect(shown()).toBeNull();
  });

  test('[D38] only with its styles: without them it is removed, and the app asks for them again', async () => {
    vi.useFakeTimers();
    document.documentElement.dataset.home = '';
    show({ styles: ['https://amparo.test/assets/home-gone.css'] });
    // This browser does not wait with painting, so a mark hides the page.
    expect(document.documentElement.dataset).toHaveProperty('home');
    await vi.advanceTimersByTimeAsync(600);
    expect(shown()).toBeNull();
    expect(document.querySelector('link[rel="stylesheet"]')).toBeNull();
    expect(document.documentElement.dataset).not.toHaveProperty('home');
  });
});

describe('the last home is stored', () => {
  const shell = document.createElement('div');
  shell.dataset.shell = '';
  beforeEach(() => {
    shell.innerHTML = '<main data-lasting>María Fernanda</main>';
    document.body.append(shell);
  });
  afterEach(() => {
    shell.remove();
    vi.restoreAllMocks();
  });
  const leave = () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    fireEvent(document, createEvent('visibilitychange', document));
  };

  test('[D38] once it is still, or at once when the customer leaves it earlier', async () => {
    const end = watchHome(device.db);
    try {
      expect(await device.db.lastHomes.count()).toBe(0);
      leave();
      // This is sooner than the pause would have stored it.
      await expect.poll(() => device.db.lastHomes.count(), { timeout: 900 }).toBe(1);
    } finally {
      end();
    }
  });

  test.each([
    ['once it is still', () => undefined],
    ['when its page is left', leave],
  ])('[F15] [D25] never as that of another customer who signed in in another tab: %s', async (_when, happens) => {
    const end = watchHome(device.db);
    try {
      await device.session.owner();
      const reading = await device.db.vault.get('reading');
      if (reading?.id !== 'reading') throw new Error('nobody is signed in');
      await device.db.vault.put({ ...reading, owner: 'somebody-else' });
      happens();
      await new Promise((resolve) => setTimeout(resolve, 1400));
      expect(await device.db.lastHomes.count()).toBe(0);
    } finally {
      end();
    }
  });

  test('[D26] never on a device with a passkey, where the key stays in memory and nothing is stored', async () => {
    const reading = await device.db.vault.get('reading');
    if (reading?.id !== 'reading' || !('readKey' in reading)) throw new Error('no key');
    await device.db.vault.put({ id: 'reading', owner: reading.owner, held: 'memory' });
    await keep();
    expect(await device.db.lastHomes.count()).toBe(0);
  });
});
