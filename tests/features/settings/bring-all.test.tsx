// @module-tag depth
import '#tests/page.ts';

import { cleanup, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { setOnline } from '#tests/page.ts';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { SERVER_START_MS } from '#tests/session/device.ts';
import { keepFreshHere } from '#tests/session/keep-fresh.ts';
import { openAt } from '../account.tsx';
import { deviceOf, press, sees, until } from '../reading.tsx';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
}, SERVER_START_MS);
afterEach(() => {
  cleanup();
  setOnline(true);
  for (const name of ['connection', 'serviceWorker']) Reflect.deleteProperty(navigator, name);
});
afterAll(() => server.close());

const give = (name: 'connection' | 'serviceWorker', value: unknown) =>
  Object.defineProperty(navigator, name, { configurable: true, value });
const BRING = /Traer todo/;

/** Opens the settings on a line of the second generation, with so many of the app's thirty files stored. */
async function openSettings(stored: number) {
  const postMessage = (_: unknown, [port]: MessagePort[]) => port?.postMessage({ stored, all: 30 });
  give('serviceWorker', Object.assign(new window.EventTarget(), { controller: { postMessage } }));
  give('connection', { effectiveType: '2g' });
  const device = await deviceOf(server, 'costarica@demo.test');
  keepFreshHere(device);
  const { progress } = device.mirror.bringing;
  await until(() => expect(progress.now()).toMatchObject({ complete: false, rest: 'spared' }));
  await openAt(device as never, '/app/configuraciones');
  return progress;
}

test('[D69][D70] on a line of the second generation "Traer todo" in the settings brings what was left out', async () => {
  const progress = await openSettings(30);
  const { parts = 0 } = progress.now() ?? {};
  await sees(/^Los dos últimos años están aquí, al día hace/);
  const said = () => screen.getAllByRole('status').map((one) => one.textContent);
  expect(said()).not.toContain('Todo está aquí');
  await press(BRING);
  await sees(/^Todo está aquí, al día hace/);
  expect(said()).toContain('Todo está aquí');
  await until(() => expect(progress.now()).toMatchObject({ parts, here: parts, complete: true }));
  expect(screen.queryByRole('button', { name: BRING })).toBeNull();
});

test('[D70] the settings do not say that all is here while files of the app are missing', async () => {
  const progress = await openSettings(29);
  await sees('Falta 1 parte por descargar');
  await press(BRING);
  await until(() => expect(progress.now()).toMatchObject({ complete: true }));
  await sees('Falta 1 parte por descargar');
  expect(screen.getAllByRole('status').map((one) => one.textContent)).not.toContain('Todo está aquí');
});

test('[D70] without a connection the settings offer nothing to press', async () => {
  const postMessage = (_: unknown, [port]: MessagePort[]) => port?.postMessage({ stored: 30, all: 30 });
  give('serviceWorker', { controller: { postMessage } });
  const device = await deviceOf(server, 'costarica@demo.test');
  setOnline(false);
  await openAt(device as never, '/app/configuraciones');
  await sees(/^\d+ de 11 partes$/);
  expect(screen.queryByRole('button', { name: BRING })).toBeNull();
});

test('[D70] while the rest is being brought the row says so and offers nothing; before the worker answers it keeps its place', async () => {
  let answer = () => {};
  const postMessage = (_: unknown, [port]: MessagePort[]) => {
    answer = () => port?.postMessage({ stored: 30, all: 30 });
  };
  give('serviceWorker', Object.assign(new window.EventTarget(), { controller: { postMessage } }));
  const device = await deviceOf(server, 'costarica@demo.test');
  const { bringing } = device.mirror;
  const progress = { ...bringing.progress, now: () => coming };
  const mirror = { ...device.mirror, bringing: { ...bringing, progress } };
  await openAt({ ...device, mirror } as never, '/app/configuraciones');
  await sees('Viendo qué hay aquí…');
  answer();
  await sees(/^\d+ de 11 partes\s· trayendo el resto$/);
  expect(screen.queryByRole('button', { name: BRING })).toBeNull();
});

const coming = { parts: 11, here: 7, oldestAt: null, complete: false, recent: false, rest: 'coming' } as const;
