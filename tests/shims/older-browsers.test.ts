import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { transformWithOxc } from 'vite';
import { expect, test } from 'vitest';

const path = resolve(import.meta.dirname, '../../src/shims/older-browsers.ts');
const { code } = await transformWithOxc(readFileSync(path, 'utf8'), path);

/** The value of an expression in a realm without what Chrome 87 lacks, with the shims. Without them it must fail. */
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

test('[D64] where no element is inert, what cannot be reached within one is not shown either', async () => {
  const inert = resolve(import.meta.dirname, '../../src/shims/inert.ts');
  const script = (await transformWithOxc(readFileSync(inert, 'utf8'), inert)).code;
  const rulesWith = (prototype: object) => {
    const rules: string[] = [];
    const document = { styleSheets: [{ insertRule: (rule: string) => void rules.push(rule) }] };
    runInContext(script, createContext({ document, HTMLElement: { prototype } }));
    return rules;
  };
  expect(rulesWith({})).toEqual([expect.stringMatching(/^\[inert\] a, .*visibility: hidden/)]);
  expect(rulesWith({ inert: false })).toEqual([]);
});

/** The value after JSON, where undefined is null. */
const here = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test('[D64] the shim of .at() answers as the browser does, for arrays, texts and bytes', () => {
  const positions = [0, 1, -1, -3, 3, -4, 1.7, -1.2];
  const ask = (list: string) => inOlder(`[${positions}, NaN, undefined].map((position) => ${list}.at(position))`);
  const all = [...positions, Number.NaN, undefined as unknown as number];
  expect(ask(`['a', 'b', 'c']`)).toEqual(here(all.map((position) => ['a', 'b', 'c'].at(position))));
  expect(ask(`'abc'`)).toEqual(here(all.map((position) => 'abc'.at(position))));
  expect(ask('new Uint8Array([7, 8, 9])')).toEqual(here(all.map((position) => new Uint8Array([7, 8, 9]).at(position))));
});

test('[D64] the shim of Object.hasOwn answers for own members only, whatever their names', () => {
  expect(inOlder(`Object.hasOwn({ a: undefined }, 'a')`)).toBe(true);
  expect(inOlder(`Object.hasOwn({}, 'toString')`)).toBe(false);
  expect(inOlder(`Object.hasOwn({ hasOwnProperty: 1 }, 'hasOwnProperty')`)).toBe(true);
  expect(inOlder(`Object.hasOwn(Object.create(null), 'a')`)).toBe(false);
});

test('[D64] the shim of crypto.randomUUID gives version 4 identifiers, none twice', () => {
  const made = inOlder('Array.from({ length: 500 }, () => crypto.randomUUID())') as string[];
  for (const one of made) expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(made).size).toBe(500);
});

test('[D64] the shims do not appear in for…in loops', () => {
  expect(
    inOlder(`[[1].at(0), (() => { const seen = []; for (const name in [1]) seen.push(name); return seen })()]`),
  ).toEqual([1, ['0']]);
});
