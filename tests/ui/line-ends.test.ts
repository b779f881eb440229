import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import postcss, { type Rule } from 'postcss';
import { expect, test } from 'vitest';

const src = resolve(import.meta.dirname, '../../src');

/** Each place that shows what a customer wrote in several lines. */
test.each([
  ['ui/lists/review.module.css', '.answer'],
  ['features/refunds/facts.module.css', '.fact dd'],
  ['features/help/ticket-card.module.css', '.notesText'],
  ['features/personal-information/personal-information.module.css', '.lines dd'],
])('[H3.9][H3.11] lines that a customer wrote are shown as lines: %s %s', (path, selector) => {
  const kept: string[] = [];
  postcss.parse(readFileSync(resolve(src, path), 'utf8')).walkDecls('white-space', ({ value, parent }) => {
    if (value === 'pre-line') kept.push((parent as Rule).selector);
  });
  expect(kept).toContain(selector);
});
