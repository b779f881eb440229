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

const root = resolve(import.meta.dirname, '../..');
const inFolder = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|js|html|webmanifest)$/.test(file))
    .map((file) => join(folder, file));
/** The lines of ours that may hold a text for customers. Comments may name what they like. */
const files = ['src', 'sw', 'server', 'public'].flatMap(inFolder).concat('index.html', 'manifest.webmanifest');
const saying = (words: RegExp) =>
  files
    .flatMap((file) => readFileSync(join(root, file), 'utf8').split('\n'))
    .filter((line) => words.test(line) && !/^\s*(\*|\/\/|\/\*)/.test(line))
    .map((line) => line.trim().replace(/,$/, ''));

test("[D89] no text says 'este dispositivo' or 'tu dispositivo', but the two of V8.3", () => {
  expect(files.length).toBeGreaterThan(900);
  expect(saying(/\b(este|tu) dispositivo\b/i)).toEqual([
    "open: 'No se puede acceder a la galería en este dispositivo'",
    "open: 'No se puede acceder a la cámara en este dispositivo'",
  ]);
});
