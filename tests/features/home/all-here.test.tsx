// @module-tag depth
import '#tests/page.ts';

import { act, cleanup, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { documents } from '#mirror/collections.ts';
import { setOnline } from '#tests/page.ts';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { type Device, SERVER_START_MS } from '#tests/session/device.ts';
import { keepFreshHere } from '#tests/session/keep-fresh.ts';
import { deviceOf, missing, openAt, openKept, pageText, press, sees } from '../reading.tsx';

const PHONE = { width: 390, height: 844 };
const HEALTH = '520021';
const DESK = { width: 1280, height: 800 };
const turn = (to: typeof PHONE) => void Object.assign(window.screen, to);

let server: TestApp;
let device: Device;
beforeAll(async () => {
  server = await createTestApp();
}, SERVER_START_MS);
beforeEach(async () => {
  localStorage.clear();
  device = await deviceOf(server, 'costarica@demo.test');
});
afterEach(async () => {
  cleanup();
  setOnline(true);
  turn(PHONE);
  Reflect.deleteProperty(navigator, 'serviceWorker');
});
afterAll(() => server.close());

/** Sets the service worker that serves the page, answering with these counts of files. */
function serveBy(answer: { stored: number; all: number }): void {
  const controller = { postMessage: (_: unknown, [port]: MessagePort[]) => port?.postMessage(answer) };
  const value = Object.assign(new window.EventTarget(), { controller });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value });
}

async function startOffline(): Promise<void> {
  device.network.up = false;
  setOnline(false);
  await openAt(device, '/app');
  keepFreshHere(device);
}

describe('[D70] "Todo en tu teléfono"', () => {
  test('stands from the beginning, is told when everything is here, and never returns once it was sent away', async () => {
    serveBy({ stored: 30, all: 30 });
    await openAt(device, '/app');
    await sees('Trayendo todo a tu teléfono');
    const said = screen.getByText('Trayendo todo a tu teléfono').closest('[role=status]');
    keepFreshHere(device);
    await sees('Todo en tu teléfono');
    expect(said?.textContent).toContain('Todo en tu teléfono');
    cleanup();
    await openAt(device, '/app');
    await sees('Todo en tu teléfono');
    await press(/Todo en tu teléfono/);
    // It keeps its words while it leaves, for the sheet to draw.
    expect(screen.getByText('Todo en tu teléfono').closest('[hidden]')).toBeTruthy();
    cleanup();
    await openAt(device, '/app');
    await sees('Salud Global Plus');
    expect(missing(/Trayendo todo|Todo en tu/)).toBe(true);
    cleanup();
    // Another customer of the device has not been told.
    await openAt(await deviceOf(server, 'guatemala@demo.test'), '/app');
    await sees('Trayendo todo a tu teléfono');
  });

  test('[F50] what was told last stands from the first render of the next start, and is taken back if it is so no longer', async () => {
    serveBy({ stored: 30, all: 30 });
    await openAt(device, '/app');
    keepFreshHere(device);
    await sees('Todo en tu teléfono');
    cleanup();
    const postMessage = vi.fn<(message: unknown, ports: MessagePort[]) => void>();
    Object.assign(navigator.serviceWorker, { controller: { postMessage } });
    await openAt(device, '/app');
    await sees('Salud Global Plus');
    expect(missing('Trayendo todo a tu teléfono')).toBe(true);
    expect(missing('Todo en tu teléfono')).toBe(false);
    await vi.waitFor(() => expect(postMessage).toHaveBeenCalled());
    postMessage.mock.lastCall?.[1][0]?.postMessage({ stored: 29, all: 30 });
    await sees('Trayendo todo a tu teléfono');
    cleanup();
    // Nothing would take it back on a page that no worker serves.
    Object.assign(navigator.serviceWorker, { controller: null });
    await openAt(device, '/app');
    await sees('Trayendo todo a tu teléfono');
  });

  test('[F50] at a start without a connection it is taken back when a part has gone', async () => {
    serveBy({ stored: 30, all: 30 });
    await openAt(device, '/app');
    const stop = keepFreshHere(device);
    await sees('Todo en tu teléfono');
    cleanup();
    stop();
    // It gave way on a full device.
    await device.db.pulls.delete((await device.mirror.locate(documents, HEALTH))?.scope ?? '');
    await startOffline();
    await sees('Falta traer algo a tu teléfono');
    expect(missing('Todo en tu teléfono')).toBe(true);
  });

  test('at a start without a connection it is told of what came unseen', async () => {
    serveBy({ stored: 30, all: 30 });
    const stop = keepFreshHere(device);
    await device.mirror.bringing.look('start');
    stop();
    await startOffline();
    await sees('Todo en tu teléfono');
    expect(missing(/Falta traer/)).toBe(true);
  });

  test('is not claimed while a file of the app is missing', async () => {
    serveBy({ stored: 29, all: 30 });
    await openAt(device, '/app');
    keepFreshHere(device);
    await act(async () => void (await device.mirror.bringing.look('start')));
    expect(device.mirror.bringing.progress.now()).toMatchObject({ complete: true });
    await sees('Trayendo todo a tu teléfono');
    expect(missing('Todo en tu teléfono')).toBe(true);
  });

  test.each([
    ['spared', '7 de 11 partes en tu teléfono', 'Ahorras datos: presiona para traer todo.'],
    ['full', '7 de 11 partes en tu teléfono', 'No hay espacio para más. Presiona para reintentar.'],
    ['later', '7 de 11 partes en tu teléfono', 'Lo demás no llegó. Lo intentaremos de nuevo.'],
  ] as const)('does not say that more is coming when it is not (%s)', async (rest, title, text) => {
    const { bringing } = device.mirror;
    await openAt(device, '/app');
    await sees('Salud Global Plus');
    act(() => bringing.progress.set({ parts: 11, here: 7, oldestAt: 1, complete: false, recent: false, rest }));
    await sees(title);
    expect(pageText()).toContain(text);
    expect(missing(/Trayendo/)).toBe(true);
    const bringAll = vi.spyOn(bringing, 'bringAll');
    if (rest === 'later') return;
    await press(new RegExp(title));
    expect(bringAll).toHaveBeenCalledOnce();
  });

  test('shows how far it is as a line that never goes back, and no number that changes while one reads it', async () => {
    await openAt(device, '/app');
    await sees('Trayendo todo a tu teléfono');
    const { progress } = device.mirror.bringing;
    const drawn = () => document.querySelector('progress')?.value;
    const said: string[] = [];
    for (const [here, parts] of [
      [3, 4],
      [4, 11],
      [9, 11],
    ] as const) {
      act(() => progress.set({ parts, here, oldestAt: 1, complete: false, recent: false, rest: 'coming' }));
      said.push(screen.getByText('Trayendo todo a tu teléfono').parentElement?.textContent ?? '');
    }
    expect(new Set(said)).toEqual(new Set(['Trayendo todo a tu teléfono  Tus datos se abrirán sin conexión.']));
    expect(drawn()).toBeCloseTo(82, 0);
    act(() => progress.set({ parts: 11, here: 2, oldestAt: 1, complete: false, recent: false, rest: 'coming' }));
    expect(drawn()).toBeCloseTo(82, 0);
  });

  test('an answer in another tab is not taken back by this one', async () => {
    serveBy({ stored: 30, all: 30 });
    await openAt(device, '/app');
    const stop = keepFreshHere(device);
    await sees('Todo en tu teléfono');
    stop();
    localStorage.setItem('amparo-nota', JSON.stringify({ 'todo-aqui': [await device.session.owner()] }));
    const { progress } = device.mirror.bringing;
    for (const complete of [false, true])
      act(() => progress.set({ parts: 11, here: 11, oldestAt: 1, complete, recent: false, rest: 'coming' }));
    cleanup();
    await openAt(device, '/app');
    await sees('Salud Global Plus');
    expect(missing(/Trayendo todo|Todo en tu/)).toBe(true);
  });

  test('[F50] what was answered in another tab while home was out of the page is gone on the way back', async () => {
    serveBy({ stored: 30, all: 30 });
    const { leave, comeBack } = await openKept(device);
    const stop = keepFreshHere(device);
    await sees('Todo en tu teléfono');
    stop();
    leave();
    localStorage.setItem('amparo-nota', JSON.stringify({ 'todo-aqui': [await device.session.owner()] }));
    comeBack();
    expect(missing(/Trayendo todo|Todo en tu/)).toBe(true);
  });

  test('of two customers of a device each has sent it away for good', async () => {
    serveBy({ stored: 30, all: 30 });
    const other = await deviceOf(server, 'guatemala@demo.test');
    for (const one of [device, other]) {
      await openAt(one, '/app');
      const stop = keepFreshHere(one);
      await sees('Todo en tu teléfono');
      await press(/Todo en tu teléfono/);
      stop();
      cleanup();
    }
    await openAt(device, '/app');
    await sees('Salud Global Plus');
    expect(missing(/Trayendo todo|Todo en tu/)).toBe(true);
  });

  test('is told no longer when a part is missing again', async () => {
    serveBy({ stored: 30, all: 30 });
    await openAt(device, '/app');
    const stop = keepFreshHere(device);
    await sees('Todo en tu teléfono');
    stop();
    const { progress } = device.mirror.bringing;
    act(() => progress.set({ parts: 11, here: 10, oldestAt: 1, complete: false, recent: false, rest: 'coming' }));
    await sees('Trayendo todo a tu teléfono');
    expect(missing('Todo en tu teléfono')).toBe(true);
  });

  test('says without a connection what will bring the rest', async () => {
    device.network.up = false;
    setOnline(false);
    await openAt(device, '/app');
    await sees('Seguirá cuando vuelva la conexión.');
  });

  test.each([
    ['teléfono', 'equipo', PHONE],
    ['equipo', 'teléfono', DESK],
  ] as const)('[D70] says "%s" and never "%s" on such a device', async (word, other, size) => {
    serveBy({ stored: 30, all: 30 });
    turn(size);
    await openAt(device, '/app');
    await sees(`Trayendo todo a tu ${word}`);
    const { progress } = device.mirror.bringing;
    for (const rest of ['spared', 'full', 'later'] as const) {
      act(() => progress.set({ parts: 11, here: 7, oldestAt: 1, complete: false, recent: false, rest }));
      await sees(`7 de 11 partes en tu ${word}`);
    }
    act(() => setOnline(false));
    await sees(`Falta traer algo a tu ${word}`);
    act(() => setOnline(true));
    act(() => progress.set({ parts: 11, here: 11, oldestAt: 1, complete: true, recent: false, rest: 'later' }));
    await sees(`Todo en tu ${word}`);
    expect(missing(new RegExp(`tu ${other}`))).toBe(true);
  });
});
