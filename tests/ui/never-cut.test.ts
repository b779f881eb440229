import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const src = resolve(import.meta.dirname, '../../src');

test('[V5.16][V9.5] no field but a date, whose mask ends it, lets the browser cut what is pasted without a word', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.tsx'));
  const cutting = files.flatMap((path) =>
    [...readFileSync(resolve(src, path), 'utf8').matchAll(/maxLength[=:] ?\S+/g)].map(([limit]) => `${path}: ${limit}`),
  );
  expect(cutting).toEqual(['forms/text-fields.tsx: maxLength={10}']);
});
