import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { thisDevice } from '#senses/this-device.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['a phone', 390, 844, 'este teléfono'],
  ['a phone on its side', 844, 390, 'este teléfono'],
  ['a tablet', 768, 1024, 'este equipo'],
  ['a desk, whatever its window', 1920, 1080, 'este equipo'],
])('%s is called by its own name', (_, width, height, name) => {
  vi.stubGlobal('screen', { width, height });
  expect(thisDevice()).toBe(name);
});

test('a worker, which has no screen, speaks of a phone', () => {
  vi.stubGlobal('screen', undefined);
  expect(thisDevice()).toBe('este teléfono');
});

test("no text of the app says 'este dispositivo', but the two of V8.3", () => {
  const src = resolve(import.meta.dirname, '../../src');
  const texts = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|js|html)$/.test(file))
    .flatMap((file) => readFileSync(join(src, file), 'utf8').split('\n'))
    .filter((line) => line.includes('este dispositivo') && !/^\s*(\*|\/\/|\/\*)/.test(line));
  expect(texts.map((line) => line.trim().replace(/,$/, ''))).toEqual([
    "open: 'No se puede acceder a la galería en este dispositivo'",
    "open: 'No se puede acceder a la cámara en este dispositivo'",
  ]);
});
