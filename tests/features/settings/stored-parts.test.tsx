import '#tests/page.ts';

import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { partsText, useStoredParts } from '#features/settings/stored-parts.ts';

/** Sets the service worker that serves the page, answering with these counts of files. */
function serveBy(answer: { stored: number; all: number } | null): void {
  const controller = answer && {
    postMessage: (_: unknown, [port]: MessagePort[]) => port?.postMessage(answer),
  };
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { controller } });
}

function Told() {
  const parts = useStoredParts();
  return <p>{parts ? partsText(parts) : 'nada'}</p>;
}

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

test.each([
  [{ stored: 30, all: 30 }, 'Todas las pantallas se abren'],
  [{ stored: 29, all: 30 }, 'Falta 1 parte por descargar'],
  [{ stored: 10, all: 30 }, 'Faltan 20 de 30 partes por descargar'],
])('[D29] the worker’s answer %o is shown as: %s', async (answer, text) => {
  serveBy(answer);
  render(<Told />);
  expect(await screen.findByText(text)).toBeDefined();
});

test('[D29] without a worker no claim is made', () => {
  serveBy(null);
  render(<Told />);
  expect(screen.getByText('nada')).toBeDefined();
});
