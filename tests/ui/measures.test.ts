import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import postcss, { type AtRule, type Rule } from 'postcss';
import { describe, expect, test } from 'vitest';

const src = resolve(import.meta.dirname, '../../src');

/** What a sheet declares of a property for a selector: each value, with the media that it is for ('' for all). */
function declared(path: string, selector: string, property: string): [value: string, media: string][] {
  const found: [string, string][] = [];
  postcss.parse(readFileSync(resolve(src, path), 'utf8')).walkDecls(property, ({ value, parent }) => {
    const { selectors, parent: around } = parent as Rule;
    if (selectors.includes(selector)) found.push([value, around?.type === 'atrule' ? (around as AtRule).params : '']);
  });
  return found;
}

test.each([
  ['ui/controls/pill.module.css', '.choice', 'min-height'],
  ['ui/controls/button.module.css', '.compact', 'min-height'],
  ['features/home/carousel.module.css', '.step', 'height'],
])('nothing that is pressed is lower than 44 px on a phone: %s %s', (path, selector, property) => {
  const heights = declared(path, selector, property).filter(([, media]) => media !== '(min-width: 543px)');
  expect(heights.map(([value]) => value)).toEqual(['44px']);
});

test('the picture of a paper in a slot has the size of the drawings', () => {
  const side = (property: string) => declared('ui/controls/file-slot.module.css', '.preview', property);
  expect([side('width'), side('height')]).toEqual([[['52px', '']], [['66px', '']]]);
});

test('[D74] a large amount follows its signs, and steps to 24 px below 360', () => {
  expect(declared('ui/base/shapes-inside.css', '.large-amount', 'font-size')).toEqual([
    ['min(var(--large, 2rem), calc(120vw / var(--signs)))', ''],
    ['min(1.5rem, calc(120vw / var(--signs)))', '(max-width: 359px)'],
  ]);
});

test.each([
  ['features/payments/year-summary.module.css', '.total'],
  ['features/invoices/bills-beside.module.css', '.figure'],
  ['features/refunds/detail-head.module.css', '.amount'],
])('[D74] the amount that a screen begins with has the size of all: %s %s', (path, selector) => {
  expect(declared(path, selector, 'composes').join()).toContain('large-amount');
  expect(declared(path, selector, 'font-size')).toEqual([]);
});

describe('what moves, moves by sheets alone, and its time is a token that reduced motion shortens', () => {
  const shapes = 'ui/base/shapes-inside.css';
  const strip = 'features/home/all-here.module.css';
  test.each([
    [shapes, '.grow-down', 'animation', 'grow-down var(--quick) var(--ease)'],
    [shapes, '.appear-soon', 'animation-duration', 'var(--quick)'],
    [strip, '.strip[hidden]', 'grid-template-rows', '0fr'],
    [strip, '.strip[hidden]', 'opacity', '0'],
    [strip, '.strip[hidden]', 'display', 'none'],
  ])('%s %s %s', (path, selector, property, value) => {
    expect(declared(path, selector, property)).toEqual([[value, '']]);
  });

  test('what is sent away keeps its place until it has left', () => {
    const [[value] = ['']] = declared(strip, '.strip', 'transition');
    expect(value.split(/,\s+/)).toEqual([
      'opacity var(--calm)',
      'grid-template-rows var(--calm) var(--ease)',
      'margin var(--calm) var(--ease)',
      'display var(--calm) allow-discrete',
    ]);
  });
});
