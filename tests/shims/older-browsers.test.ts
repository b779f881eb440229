import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { transformWithOxc } from 'vite';
import { expect, test } from 'vitest';

const path = resolve(import.meta.dirname, '../../src/shims/older-browsers.ts');
const { code } = await transformWithOxc(readFileSync(path, 'utf8'), path);

/** The value of an expression in a new realm that has as little as Chrome 87, with and without the shims. */
function inOlder(expression: string): unknown {
  const realm = createContext({
    crypto: { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes) },
  });
  const typed = 'Object.getPrototypeOf(Int8Array).prototype';
  runInContext(
    `delete Array.prototype.at; delete String.prototype.at; delete ${typed}.at; delete Object.hasOwn`,
    realm,
  );
  expect(() => runInContext(expression, realm)).toThrow('is not a function');
  runInContext(code, realm);
  return JSON.parse(String(runInContext(`JSON.stringify(${expression})`, realm)));
}

/** As JSON tells it: what is not there is null. */
const here = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test('[D64] what stands in for .at() answers as the browser does, in arrays, texts and bytes', () => {
  const places = [0, 1, -1, -3, 3, -4, 1.7, -1.2];
  const ask = (list: string) => inOlder(`[${places}, NaN, undefined].map((place) => ${list}.at(place))`);
  const all = [...places, Number.NaN, undefined as unknown as number];
  expect(ask(`['a', 'b', 'c']`)).toEqual(here(all.map((place) => ['a', 'b', 'c'].at(place))));
  expect(ask(`'abc'`)).toEqual(here(all.map((place) => 'abc'.at(place))));
  expect(ask('new Uint8Array([7, 8, 9])')).toEqual(here(all.map((place) => new Uint8Array([7, 8, 9]).at(place))));
});

test('[D64] what stands in for Object.hasOwn asks the object itself, whatever it calls its members', () => {
  expect(inOlder(`Object.hasOwn({ a: undefined }, 'a')`)).toBe(true);
  expect(inOlder(`Object.hasOwn({}, 'toString')`)).toBe(false);
  expect(inOlder(`Object.hasOwn({ hasOwnProperty: 1 }, 'hasOwnProperty')`)).toBe(true);
  expect(inOlder(`Object.hasOwn(Object.create(null), 'a')`)).toBe(false);
});

test('[D64] what stands in for crypto.randomUUID gives version 4 identifiers, none twice', () => {
  const made = inOlder('Array.from({ length: 500 }, () => crypto.randomUUID())') as string[];
  for (const one of made) expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(made).size).toBe(500);
});

test('[D64] what stands in shows in no loop', () => {
  expect(
    inOlder(`[[1].at(0), (() => { const seen = []; for (const name in [1]) seen.push(name); return seen })()]`),
  ).toEqual([1, ['0']]);
});
