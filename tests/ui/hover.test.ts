import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import postcss from 'postcss';
import { expect, test } from 'vitest';

const src = resolve(import.meta.dirname, '../../src');
const sheets = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.css'));

test('hover styles apply only with a pointer, because on a phone they would stay after the tap', () => {
  const bare: string[] = [];
  for (const sheet of sheets) {
    postcss.parse(readFileSync(resolve(src, sheet), 'utf8')).walkRules(/:hover/, (rule) => {
      let around: postcss.Node | undefined = rule.parent;
      while (around && !(around.type === 'atrule' && (around as postcss.AtRule).params === '(hover: hover)')) {
        around = around.parent;
      }
      if (!around) bare.push(`${sheet}: ${rule.selector}`);
    });
  }
  expect(sheets.length).toBeGreaterThan(50);
  expect(bare).toEqual([]);
});

test('which option is active is drawn without a pointer too: phones and tablets have keyboards', () => {
  const drawn: string[] = [];
  postcss
    .parse(readFileSync(resolve(src, 'forms/option-list.module.css'), 'utf8'))
    .walkRules(/^\.option\[data-active\]$/, (rule) => {
      if (rule.parent?.type === 'root') rule.walkDecls('background', ({ value }) => void drawn.push(value));
    });
  expect(drawn).toHaveLength(1);
});
