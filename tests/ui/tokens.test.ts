import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const sheet = readFileSync('src/ui/base/tokens.css', 'utf8');
const [own, more] = [block('\n:root {'), block('@media (prefers-contrast: more) {')];
const light = colours(own, 'light');
const dark = colours(own, 'dark');
const lightMore = { ...light, ...colours(more, 'light') };
const darkMore = { ...dark, ...colours(more, 'dark') };

/** Text colours and the grounds they stand on, in any piece. */
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
  ['in the light theme', light],
  ['in the dark theme', dark],
])('the colours %s', (_, theme) => {
  test.each(texts)('%s on %s can be read (4.5:1)', (text, ground) => {
    expect(contrast(theme, text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['paper', 'surface'])('the outline of a control shows on %s (3:1)', (ground) => {
    expect(contrast(theme, 'control-line', ground)).toBeGreaterThanOrEqual(3);
  });
});

describe.each([
  ['in the light theme', lightMore],
  ['in the dark theme', darkMore],
])('with more contrast requested, %s', (_, theme) => {
  test.each(['paper', 'surface'])('text on %s stands out (7:1), and outlines of controls too (4.5:1)', (ground) => {
    for (const text of ['ink', 'ink-soft', 'ceiba', 'good', 'danger']) {
      expect(contrast(theme, text, ground), text).toBeGreaterThanOrEqual(7);
    }
    for (const line of ['line', 'control-line']) {
      expect(contrast(theme, line, ground), line).toBeGreaterThanOrEqual(line === 'line' ? 3 : 4.5);
    }
  });

  test.each(texts)('%s on %s can still be read (4.5:1)', (text, ground) => {
    expect(contrast(theme, text, ground)).toBeGreaterThanOrEqual(4.5);
  });
});

const shapes = readFileSync('src/ui/base/shapes.css', 'utf8');
/** The style sheet that sets the outline's colour on each policy card. */
const cards = readFileSync('src/features/home/policy-card.module.css', 'utf8');

const themes: [where: string, theme: Record<string, string>][] = [
  ['in the light theme', light],
  ['in the dark theme', dark],
  ['in the light theme, more contrast', lightMore],
  ['in the dark theme, more contrast', darkMore],
];

describe.each(themes)('the focus outline %s', (_, theme) => {
  test.each(['paper', 'surface', 'ceiba-tint', 'mango-tint', 'arrears-tint', 'life-tint', 'health-tint', 'off'])(
    'shows on %s (3:1)',
    (ground) => {
      expect(sheet).toContain('--ring: var(--ceiba);');
      expect(contrast(theme, 'ceiba', ground)).toBeGreaterThanOrEqual(3);
    },
  );

  test.each([
    ['life', 'on-policy'],
    ['health', 'on-policy'],
    ['arrears', 'on-policy'],
    ['savings', 'on-savings'],
  ])('shows on the %s card (3:1)', (fill, ring) => {
    const rules = fill === 'savings' ? cards.slice(cards.indexOf('[data-kind="savings"]')) : cards;
    expect(/--ring: var\(--([\w-]+)\)/.exec(rules)?.[1]).toBe(ring);
    expect(contrast(theme, ring, fill)).toBeGreaterThanOrEqual(3);
  });

  test.each(['paper', 'surface'])(
    'of a refused list field, which has no caret, shows on %s (WCAG 2.4.7, 3:1)',
    (ground) => {
      const refused = /\.typed\[aria-invalid\]:focus-visible[^{]*\{([^}]*)/.exec(shapes)?.[1] ?? '';
      // At rest it has the inner edge already, so only what lies around it is news.
      const around = /, *0 0 0 [2-9]px var\(--([\w-]+)\)/.exec(refused.replaceAll(/\s+/g, ' '))?.[1] ?? '';
      expect(contrast({ ...theme, ring: theme.ceiba ?? '' }, around, ground)).toBeGreaterThanOrEqual(3);
    },
  );

  test('shows on the rail (3:1)', () => {
    const rail = readFileSync('src/app/signed-in/rail.module.css', 'utf8');
    expect(rail).toMatch(/:focus-visible \{\s+outline-color: var\(--on-shelter\)/);
    expect(contrast(theme, 'on-shelter', 'shelter')).toBeGreaterThanOrEqual(3);
  });
});

describe.each(themes)('what is chosen, %s,', (_, theme) => {
  test.each([
    ['ui/controls/segments.module.css', '.input:checked + .face', ['surface', 'neutral-tint']],
    ['ui/cards/list-card.module.css', '.card[aria-current]', ['ceiba-tint', 'surface', 'paper']],
    ['features/payments/year-summary.module.css', '.way[aria-pressed="true"]', ['arrears-tint', 'surface']],
    ['app/signed-in/rail.module.css', '.entry[aria-current]', ['shelter']],
  ])('has a mark beside its pale ground: %s (WCAG 1.4.11, 3:1)', (path, selector, grounds) => {
    const rules = readFileSync(`src/${path}`, 'utf8');
    const rule = /\{([^}]*)/.exec(rules.slice(rules.indexOf(selector)))?.[1] ?? '';
    const mark = /box-shadow:\s+inset [\d. px]+ var\(--([\w-]+)\)/.exec(rule)?.[1] ?? '';
    for (const ground of grounds) expect(contrast(theme, mark, ground), ground).toBeGreaterThanOrEqual(3);
  });

  test('and the dot of what is unread, show on the rail (3:1)', () => {
    const rail = readFileSync('src/app/signed-in/rail.module.css', 'utf8');
    const dot = /--unread: var\(--([\w-]+)\)/.exec(rail)?.[1] ?? 'mango-deep';
    expect(contrast(theme, dot, 'shelter')).toBeGreaterThanOrEqual(3);
  });
});

/** What the requirements call each colour, in degrees of the circle of hues. */
const hues = { red: [345, 15], yellow: [35, 65], green: [90, 160], blue: [195, 240] } as const;

test.each([
  ['[H2.35]', 'features/payments/payment-status.module.css', '.status::before', 'background', 'danger', 'red'],
  [
    '[H2.35]',
    'features/payments/payment-status.module.css',
    '.status[data-accepted="true"]::before',
    'background',
    'good',
    'green',
  ],
  ['[H4.3]', 'features/home/policy-card.module.css', '.card[data-kind="arrears"]', '--fill', 'arrears', 'red'],
  ['[H4.3]', 'features/home/policy-card.module.css', '.card[data-kind="savings"]', '--fill', 'savings', 'yellow'],
  ['[H4.3]', 'features/home/policy-card.module.css', '.card[data-kind="life"]', '--fill', 'life', 'green'],
  ['[H4.3]', 'features/home/policy-card.module.css', '.card[data-kind="health"]', '--fill', 'health', 'blue'],
  ['[H4.3]', 'ui/base/shapes-inside.css', '.policy-arch[data-kind="arrears"]', 'background', 'arrears', 'red'],
  ['[H4.3]', 'ui/base/shapes-inside.css', '.policy-arch[data-kind="savings"]', 'background', 'savings', 'yellow'],
  ['[H4.3]', 'ui/base/shapes-inside.css', '.policy-arch', 'background', 'life', 'green'],
  ['[H4.3]', 'ui/base/shapes-inside.css', '.policy-arch[data-kind="health"]', 'background', 'health', 'blue'],
] as const)('%s %s %s has %s %s, which is %s', (_, path, selector, property, token, name) => {
  const rules = readFileSync(`src/${path}`, 'utf8');
  const rule = /\{([^}]*)/.exec(rules.slice(rules.indexOf(`\n${selector} {`)))?.[1] ?? '';
  expect(rule).toContain(`${property}: var(--${token});`);
  const [from, to] = hues[name];
  for (const [where, theme] of themes) {
    const found = hue(theme[token]);
    expect(from < to ? found >= from && found <= to : found >= from || found <= to, `${where}: ${found}`).toBe(true);
  }
});

/** The text between the braces after this opening. */
function block(opening: string): string {
  const from = sheet.indexOf(opening);
  if (from < 0) throw new Error(`no ${opening}`);
  const rest = sheet.slice(from);
  return rest.slice(0, rest.search(/\n\}/));
}

/** The colours of a theme: those of both, and of two in one line its own. */
function colours(css: string, theme: 'light' | 'dark'): Record<string, string> {
  const found = css.matchAll(/--([\w-]+): (?:var\(--if-light, (#\w{6})\) var\(--if-dark, (#\w{6})\)|(#\w{6}));/g);
  return Object.fromEntries(
    [...found].map(([, name, light, dark, both]) => [name, both ?? (theme === 'light' ? light : dark)]),
  );
}

/** Contrast ratio of WCAG 2.2, from 1 to 21. */
function contrast(theme: Record<string, string>, one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(theme[one]), luminance(theme[other])].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

/** In degrees, from red over green and blue. */
function hue(hex: string | undefined): number {
  if (!hex) throw new Error('no such colour');
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((offset) => Number.parseInt(hex.slice(offset, offset + 2), 16));
  return ((Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI + 360) % 360;
}

function luminance(hex: string | undefined): number {
  if (!hex) throw new Error('no such colour');
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((offset) => {
    const share = Number.parseInt(hex.slice(offset, offset + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
