import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import postcss from 'postcss';
import { expect, test } from 'vitest';

const src = resolve(import.meta.dirname, '../../src');
const sheets = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.css'));

/** The sheets that place an element elsewhere than the tree does, and why Tab still goes as one reads. */
const placed = new Map([
  ['features/home/what-next-desk.module.css', "a late card that stays in the region 'Lo que sigue'"],
  ['features/invoices/bill-list.module.css', 'texts are placed; what is pressed keeps the order of the tree'],
  ['features/start/login-form.module.css', 'until React stands, which puts it there in the tree'],
]);

/** Where a sheet draws its elements in another order than the tree has. */
function reordered(sheet: string, css: string): string[] {
  const found: string[] = [];
  postcss.parse(css).walkDecls(({ prop, value }) => {
    const turned = /^flex-(direction|flow|wrap)$/.test(prop) && value.includes('reverse');
    if (turned || (prop === 'order' && !placed.has(sheet))) found.push(`${sheet}: ${prop}: ${value}`);
    // Named areas can be in any order; home is measured by its own test.
    if (prop === 'grid-template-areas' && sheet !== 'features/home/home-screen.module.css') {
      found.push(`${sheet}: ${prop}: ${value}`);
    }
  });
  return found;
}

test('rows and columns are drawn in the order of the tree, so that Tab goes as one reads', () => {
  const files = sheets.map((sheet): [string, string] => [sheet, readFileSync(resolve(src, sheet), 'utf8')]);
  expect(files.flatMap(([sheet, css]) => reordered(sheet, css))).toEqual([]);
  for (const sheet of placed.keys()) expect(sheets).toContain(sheet);
  expect(reordered('x.css', '.a { flex-flow: row-reverse wrap } .b { order: 1 }')).toHaveLength(2);
});
