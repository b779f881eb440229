import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const sheet = readFileSync('src/ui/tokens.css', 'utf8');
const [bright = '', dim = ''] = sheet.split('@media (prefers-color-scheme: dark)');
const light = colours(bright);
const dark = { ...light, ...colours(dim) };

/** Text and what it stands on, wherever a piece puts them together. */
const texts: [text: string, ground: string][] = [
  ...['paper', 'surface'].flatMap((ground): [string, string][] =>
    ['ink', 'ink-soft', 'ceiba', 'good', 'danger'].map((text) => [text, ground]),
  ),
  ...['ceiba', 'mango', 'life', 'health', 'savings', 'arrears', 'neutral'].map((name): [string, string] => [
    `${name}-ink`,
    `${name}-tint`,
  ]),
  ...['life', 'health', 'arrears'].map((fill): [string, string] => ['on-policy', fill]),
  ['mango-ink', 'surface'],
  ['on-savings', 'savings'],
  ['on-ceiba', 'ceiba'],
  ['on-ceiba', 'ceiba-deep'],
  ['on-mango', 'mango'],
  ['on-mango', 'mango-deep'],
  ['on-shelter', 'shelter'],
  ['on-shelter-soft', 'shelter'],
  ['on-off', 'off'],
  ['ink', 'ceiba-tint'],
  ['ink-soft', 'ceiba-tint'],
];

describe.each([
  ['by day', light],
  ['by night', dark],
])('the colours %s', (_, theme) => {
  test.each(texts)('%s on %s can be read (4.5:1)', (text, ground) => {
    expect(contrast(theme, text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['paper', 'surface'])('the outline of a control shows on %s (3:1)', (ground) => {
    expect(contrast(theme, 'control-line', ground)).toBeGreaterThanOrEqual(3);
  });
});

function colours(css: string): Record<string, string> {
  return Object.fromEntries([...css.matchAll(/--([\w-]+): (#[\da-f]{6});/g)].map(([, name, value]) => [name, value]));
}

/** Contrast ratio of WCAG 2.2, from 1 to 21. */
function contrast(theme: Record<string, string>, one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(theme[one]), luminance(theme[other])].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

function luminance(hex: string | undefined): number {
  if (!hex) throw new Error('no such colour');
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
