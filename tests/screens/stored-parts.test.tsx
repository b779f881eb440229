import '#tests/page.ts';

import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Progress } from '#mirror/plan.ts';
import { storedParts } from '#screens/ask-stored.ts';
import { partsText, useStoredParts } from '#screens/stored-parts.ts';

/** Sets the service worker that serves the page, answering with these counts of files. */
function serveBy(answer: { stored: number; all: number } | null): void {
  const controller = answer && {
    postMessage: (_: unknown, [port]: MessagePort[]) => port?.postMessage(answer),
  };
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { controller } });
}

const NOW = new Date('2026-11-20T12:00:00Z');
const complete: Progress = { parts: 11, here: 11, oldestAt: NOW.getTime() - 4 * 60_000, complete: true, recent: false };
let progress: Progress;
beforeEach(() => {
  storedParts.set(null);
  progress = complete;
});

function Told() {
  const parts = useStoredParts();
  return <p>{parts ? partsText(parts, progress, NOW) : 'nada'}</p>;
}

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

test.each([
  [{ stored: 30, all: 30 }, 'Todo está aquí, al día hace 4 min'],
  [{ stored: 29, all: 30 }, 'Falta 1 parte por descargar'],
  [{ stored: 10, all: 30 }, 'Faltan 20 de 30 partes por descargar'],
])('[D29] the worker’s answer %o is shown as: %s', async (answer, text) => {
  serveBy(answer);
  render(<Told />);
  expect(await screen.findByText(text)).toBeDefined();
});

test('[D70] parts that have not come are counted, and nothing is claimed', async () => {
  progress = { ...complete, here: 7, complete: false };
  serveBy({ stored: 30, all: 30 });
  render(<Told />);
  expect(await screen.findByText('7 de 11 partes')).toBeDefined();
});

test.each([
  ['coming', '7 de 11 partes\u00a0· trayendo el resto'],
  ['full', '7 de 11 partes\u00a0· no hay espacio para más'],
  ['later', '7 de 11 partes\u00a0· lo demás no llegó'],
  ['spared', '7 de 11 partes\u00a0· ahorras datos'],
] as const)('[D70] what is missing says what is done about it when it is %s', (rest, text) => {
  const some = { ...complete, here: 7, complete: false };
  expect(partsText({ stored: 30, all: 30 }, some, NOW, rest)).toBe(text);
});

test('[D69][D70] where older years wait, only the last two are claimed', async () => {
  progress = { ...complete, here: 7, complete: false, recent: true };
  serveBy({ stored: 30, all: 30 });
  render(<Told />);
  expect(await screen.findByText('Los dos últimos años están aquí, al día hace 4 min')).toBeDefined();
});

test('[D29] without a worker no claim is made', () => {
  serveBy(null);
  render(<Told />);
  expect(screen.getByText('nada')).toBeDefined();
});
