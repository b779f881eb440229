import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import postcss, { type Rule } from 'postcss';
import { expect, test } from 'vitest';

const src = resolve(import.meta.dirname, '../../src');
const sheets = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.css'));

/** Boxes of a height of their own that scroll. Each holds controls, or is one. */
const scrollers = ['ui/layers/list-layer.module.css .dropdown'];

test('words alone stand in no box that scrolls: Safari scrolls none by keyboard that holds no control (WCAG 2.1.1)', () => {
  const found: string[] = [];
  for (const path of sheets) {
    postcss.parse(readFileSync(resolve(src, path), 'utf8')).walkDecls(/^overflow(-y)?$/, ({ value, parent }) => {
      const { nodes, selector } = parent as Rule;
      const isLow = nodes.some((one) => one.type === 'decl' && one.prop === 'max-height' && one.value !== 'none');
      if (/auto|scroll/.test(value) && isLow) found.push(`${path} ${selector}`);
    });
  }
  expect(found.sort()).toEqual(scrollers);
});
