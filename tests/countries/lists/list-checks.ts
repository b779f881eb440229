import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { readEntry } from '#countries/lists/names.ts';

/** Expects of a list of names: composed accents, no stray blanks, nothing empty, nothing twice. */
export function expectCleanNames(list: readonly string[]): void {
  for (const name of list) {
    expect(name, `${name}: not NFC`).toBe(name.normalize('NFC'));
    expect(name, `'${name}': stray blanks`).toBe(name.replace(/\s+/gu, ' ').trim());
    expect(name, `${name}: no letter`).toMatch(/\p{L}/u);
    expect(name, `${name}: broken characters`).not.toMatch(/[\uFFFD\u0080-\u009F|_?]/u);
  }
  expect(repeated(list)).toEqual([]);
}

/** Names of more than four letters written in capitals: 'CUENCA', not 'ICBC'. */
export function shoutedNames(list: readonly string[]): readonly string[] {
  return list.filter((name) => name === name.toUpperCase() && name.replace(/\P{L}/gu, '').length > 4);
}

export function repeated(list: readonly string[]): readonly string[] {
  return list.filter((name, index) => list.indexOf(name) !== index);
}

export function inSpanishOrder(list: readonly string[]): readonly string[] {
  return [...list].sort(new Intl.Collator('es').compare);
}

/** Bytes of a list's data once compressed, as it is transferred. */
export function compressedSize(data: unknown): number {
  return gzipSync(JSON.stringify(data)).byteLength;
}

/** The names of a list's entries, without their other names. */
export const ownNames = (list: readonly string[]): readonly string[] => list.map((entry) => readEntry(entry).name);

/** The same for every list, under its parent's name. */
export const ownNamesByParent = (
  lists: Readonly<Record<string, readonly string[]>>,
): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(Object.entries(lists).map(([parent, list]) => [readEntry(parent).name, ownNames(list)]));
