import { readFileSync } from 'node:fs';
import { parse } from 'postcss';
import { describe, expect, test } from 'vitest';
import { plainPage } from '#server/http/page.ts';
import { shelterPage } from '#server/http/shelter-page.ts';

// These scripts of the checks have no types.
const part = (name: string) => import(new URL(`../../tools/check/floor/${name}.mjs`, import.meta.url).href);
const { tooNewInScript } = (await part('script')) as { tooNewInScript: (code: string) => string[] };
const { tooNewInStyles, strayOrnaments, idleOrnaments } = (await part('styles')) as {
  tooNewInStyles: (text: string) => string[];
  strayOrnaments: (sheets: ReadonlyMap<string, string>) => string[];
  idleOrnaments: (sheets: ReadonlyMap<string, string>) => string[];
};
const { ALLOWED, ORNAMENTS } = (await part('floor')) as { ALLOWED: Map<string, string>; ORNAMENTS: object };

describe('[D64] in a script', () => {
  test.each([
    ['class One { static { go(); } }', 'class static block'],
    ['class One { #own; is(other) { return #own in other; } }', 'private field in'],
    ['await go(); export {};', 'top-level await'],
    ['/(?<=a)b/.test(text)', 'look behind'],
    ['/a/d.exec(text)', 'pattern flag d'],
    ['/[a--b]/v.test(text)', 'pattern flag v'],
    ['/(?i:a)b/.test(text)', 'modifiers in a pattern'],
    ['structuredClone(row)', 'structuredClone'],
    ['new CompressionStream("gzip")', 'CompressionStream'],
    ['rows.findLast(Boolean)', '.findLast'],
    ['rows.toSorted()', '.toSorted'],
    ['Object.groupBy(rows, kind)', '.groupBy'],
    ['Promise.withResolvers()', '.withResolvers'],
    ['box.replaceAll; box.checkVisibility()', '.checkVisibility'],
    ['crypto.randomUUID()', 'crypto.randomUUID'],
    // Of elements, as the build draws them.
    ['(0, x.jsx)("div", { popover: "auto" })', 'attribute popover'],
    ['(0, x.jsxs)(`li`, { ...rest, inert: at !== 1 })', 'attribute inert'],
    ['(0, x.jsx)("fencedframe", {})', 'element fencedframe'],
    // An older browser throws where it does not know a selector.
    ['box.querySelector(":is(button, a)")', 'selector :is'],
    [`box?.querySelectorAll?.(\`[data-at="\${at}"] :is(a, b)\`)`, 'selector :is'],
    ['box.matches("a:not(.b, .c)")', 'selector :not with a list'],
    ['box.closest("li:nth-child(2 of .b)")', 'selector :nth-child with of'],
    ['box.closest("a:has(b)")', 'selector :has'],
  ])('%s is too new', (code, name) => {
    expect(tooNewInScript(code)).toContain(name);
  });

  test.each([
    'class One { own() { return 1; } }',
    'a ??= b; a?.b',
    'async function all() { for await (const one of some) go(one); }',
    'box.querySelector("a:not([data-a=\'b, c\']):not(.d), input:focus-visible"); box.matches(own)',
    '(0, x.jsx)("button", { type: "submit", className: a, "aria-label": b, onClick: c, hidden: d })',
    'text.replaceAll("a", "b"); Promise.allSettled(all); rows.flat()',
    // The app's own function has the name of a newer one.
    'function structuredClone(row) { return row; } structuredClone(row);',
  ])('%s is allowed', (code) => {
    expect(tooNewInScript(code)).toEqual([]);
  });

  test('a text that is no script makes the check fail', () => {
    expect(() => tooNewInScript('class { this is not a script')).toThrow(SyntaxError);
  });
});

describe('[D64] in a page that the server writes', () => {
  test.each([
    ['a plain one', plainPage],
    ['one like the start page', shelterPage],
  ])('nothing is too new: %s', async (_, page) => {
    const [, css = ''] = /<style>([\s\S]+?)<\/style>/.exec(await page('', '').text()) ?? [];
    expect(css).toContain('body');
    expect(tooNewInStyles(css).filter((name) => !ALLOWED.has(name) && !Object.hasOwn(ORNAMENTS, name))).toEqual([]);
  });
});

describe('[D64] in a style sheet', () => {
  test.each([
    ['@container (width > 1px) { a { color: red } }', '@container'],
    ['@layer base { a { color: red } }', '@layer'],
    ['a:has(b) { color: red }', ':has'],
    ['a { & b { color: red } }', 'nested rules'],
    ['a:not(.b, :nth-child(2)) { color: red }', ':not with a list'],
    ['@media (width < 5px) { a { color: red } }', '@media with < or >'],
    ['a { height: 100dvh }', 'height: dvh'],
    ['a { height: var(--x, 100dvh) }', 'height: dvh'],
    ['a { color: color-mix(in srgb, red, blue) }', 'color: color-mix()'],
    ['a { text-wrap: balance }', 'text-wrap'],
    // A switch that is on looked off where this is not known.
    ['a:checked::after { translate: 20px }', 'translate'],
    ['a::after { rotate: 42deg }', 'rotate'],
    ['a { --own: 10cqw }', '--own: cqw'],
  ])('%s is too new', (sheet, name) => {
    expect(tooNewInStyles(sheet)).toContain(name);
  });

  test.each([
    'a { inset: 0; display: grid; gap: 1px }',
    // An older value stands before it, or @supports asks for it.
    'a { height: 100vh; height: 100dvh }',
    '@supports (height: 1dvh) { a { height: 100dvh } }',
    '@keyframes go { from { opacity: 0 } }',
  ])('%s is allowed', (sheet) => {
    expect(tooNewInStyles(sheet)).toEqual([]);
  });

  test('an older value does not count before one with var(), which loses it', () => {
    expect(tooNewInStyles('a { height: 100vh; height: calc(100dvh - var(--x)) }')).toContain('height: dvh');
  });
});

test('[D64] an ornament is allowed in the file that it adorns, and in no other, where it might carry a state', () => {
  const sheet = 'a { field-sizing: content }';
  expect(strayOrnaments(new Map([['ui/controls/text-area', sheet]]))).toEqual([]);
  expect(strayOrnaments(new Map([['ui/controls/switch', sheet]]))).toEqual(['field-sizing in ui/controls/switch']);
  expect(idleOrnaments(new Map([['ui/controls/text-area', 'a { color: red }']]))).toContain(
    'field-sizing in ui/controls/text-area',
  );
});

test.each(['ui/controls/switch', 'ui/controls/checkbox', 'ui/controls/pill'])(
  '[D64] that a control of %s is on shows in the oldest browsers',
  (path) => {
    const text = readFileSync(new URL(`../../src/${path}.module.css`, import.meta.url), 'utf8');
    const states: string[] = [];
    parse(text).walkRules(/:checked|aria-pressed/, (rule) => void states.push(`${rule}`));
    expect(states.length).toBeGreaterThan(0);
    const newer = states.flatMap(tooNewInStyles);
    // Forced colours are a state of newer browsers alone.
    expect(newer.filter((name) => name !== 'forced-color-adjust')).toEqual([]);
  },
);

test('[D64] every allowed newer name has a reason', () => {
  expect(ALLOWED.size).toBeGreaterThan(0);
  for (const [name, reason] of ALLOWED) expect(reason.length, name).toBeGreaterThan(20);
});
