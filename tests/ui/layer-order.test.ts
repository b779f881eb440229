import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import postcss from 'postcss';
import { expect, test } from 'vitest';

const src = resolve(import.meta.dirname, '../../src');
const paths = readdirSync(src, { recursive: true, encoding: 'utf8' });
const read = (path: string) => readFileSync(resolve(src, path), 'utf8');

/** Within a piece, a number says what lies over what. From ten on it would be an order of the whole page. */
const MAX_WITHIN = 9;
/** The start page stands before the rest of the app, and shows neither toasts nor the warning. */
const isStart = (path: string) => /^(app\/prerender|features\/start)\//.test(path);

test('what lies over the page names its place in the one order of tokens.css', () => {
  const own: string[] = [];
  for (const path of paths.filter((one) => one.endsWith('.css') && !isStart(one))) {
    postcss.parse(read(path)).walkDecls('z-index', ({ value }) => {
      if (Number(value) > MAX_WITHIN) own.push(`${path}: ${value}`);
    });
  }
  expect(own).toEqual([]);
});

test('[H4.9] the warning that the session ends lies above every layer and list, and toasts lie above it', () => {
  const order = [...read('ui/base/tokens.css').matchAll(/--over-(\w+): (\d+);/g)];
  const place = Object.fromEntries(order.map(([, name, value]) => [name, Number(value)]));
  const upwards = ['notices', 'veil', 'layer', 'list', 'warning', 'toasts'].map((name) => place[name] ?? 0);
  expect(upwards).toEqual([...upwards].sort((one, other) => one - other));
  expect(new Set(upwards).size).toBe(upwards.length);
});

test("no layer is the browser's own, which lies above toasts and the warning that the session ends", () => {
  const own = paths.filter((one) => one.endsWith('.tsx') && !isStart(one) && read(one).includes('showModal'));
  expect(own).toEqual([]);
});
