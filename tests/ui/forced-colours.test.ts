import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import postcss, { type AtRule, type Rule } from 'postcss';
import { expect, test } from 'vitest';

const src = resolve(import.meta.dirname, '../../src');
const sheets = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.css'));

const isForced = (rule: Rule) => (rule.parent as AtRule | undefined)?.params === '(forced-colors: active)';
const declared = (rule: Rule, property: string) => {
  let found = '';
  rule.walkDecls(property, ({ value }) => {
    found = value;
  });
  return found;
};

/** The classes of a sheet whose edge is a shadow alone, which forced colours do not draw. */
function edgeless(sheet: string): string[] {
  const rules: Rule[] = [];
  postcss.parse(sheet).walkRules((rule) => void rules.push(rule));
  const of = (name: string) => rules.filter(({ selectors }) => selectors.includes(name));
  const drawn = rules
    .filter((rule) => /^inset 0 0 0 [\d.]+px var\(--(control-)?line\)/.test(declared(rule, 'box-shadow')))
    .flatMap(({ selectors }) => selectors.filter((one) => /^\.\w+$/.test(one)));
  return [...new Set(drawn)].filter((name) => {
    const [forced, plain] = [of(name).filter(isForced), of(name).filter((rule) => !isForced(rule))];
    if (forced.some((rule) => declared(rule, 'border') || declared(rule, 'appearance') === 'auto')) return false;
    const composed = plain.some((rule) => /\b(edged|surface|control)\b/.test(declared(rule, 'composes')));
    // A module stands after the shapes, so its own word wins.
    return !composed || plain.some((rule) => declared(rule, 'border') === '0');
  });
}

test('in forced colours everything that draws its edge as a shadow has a border: framed fields, searches, cards', () => {
  const found = sheets.map((path) => [path, edgeless(readFileSync(resolve(src, path), 'utf8'))] as const);
  expect(Object.fromEntries(found.filter(([, names]) => names.length > 0))).toEqual({});
});

/** What is chosen, up to the words for it. */
const chosen = /^.*?(\[aria-current\]|\[aria-pressed="true"\]|\[data-chosen\]|:checked)/;

/** The selectors that mark what is chosen by a ground alone, which forced colours do not draw. */
function groundless(sheet: string): string[] {
  const rules: Rule[] = [];
  postcss.parse(sheet).walkRules((rule) => void rules.push(rule));
  const forced = rules.filter(isForced);
  const marked = forced.flatMap(({ selectors }) => selectors);
  const drawn = forced.filter((rule) => declared(rule, 'appearance') === 'auto').map(({ selector }) => selector);
  return rules
    .filter((rule) => !isForced(rule) && /^(var|rgb)\(/.test(declared(rule, 'background')))
    .flatMap(({ selectors }) => selectors)
    .filter((one) => {
      const [place, state = ''] = chosen.exec(one) ?? [];
      if (place === undefined || marked.includes(one) || marked.includes(place)) return false;
      return !drawn.includes(place.slice(0, -state.length));
    });
}

test('in forced colours what is chosen by a ground alone has a mark: an open entry, a pressed button, a set filter', () => {
  const found = sheets.map((path) => [path, groundless(readFileSync(resolve(src, path), 'utf8'))] as const);
  expect(Object.fromEntries(found.filter(([, names]) => names.length > 0))).toEqual({});
});

test('what the browser draws itself in forced colours has no drawing of ours over it', () => {
  const covered: string[] = [];
  for (const path of sheets) {
    postcss.parse(readFileSync(resolve(src, path), 'utf8')).walkDecls('appearance', (own) => {
      const rule = own.parent as Rule;
      if (own.value !== 'auto' || !isForced(rule)) return;
      const hides = (rule.parent as AtRule).nodes?.some(
        (one) =>
          one.type === 'rule' && one.selector === `${rule.selector}::after` && declared(one, 'content') === 'none',
      );
      if (!hides) covered.push(`${path}: ${rule.selector}`);
    });
  }
  expect(covered).toEqual([]);
});

test('the rule finds an edge that is lost, and takes either way to keep it', () => {
  const shadow = 'box-shadow: inset 0 0 0 1.5px var(--control-line)';
  const forced = (text: string) => `@media (forced-colors: active) { ${text} }`;
  expect(edgeless(`.frame { ${shadow} }`)).toEqual(['.frame']);
  expect(edgeless(`.input, .frame { border: 0; ${shadow} } .frame { composes: edged from global }`)).toEqual([
    '.input',
    '.frame',
  ]);
  expect(edgeless(`.frame { composes: edged from global; ${shadow} }`)).toEqual([]);
  expect(edgeless(`.frame { border: 0; ${shadow} } ${forced('.frame { border: 1px solid }')}`)).toEqual([]);
});

test('the rule finds a choice that is lost, also below it, and takes a mark or the browser’s own drawing', () => {
  const forced = (text: string) => `@media (forced-colors: active) { ${text} }`;
  const box = '.box:checked, .box:checked::after { background: var(--ceiba) }';
  expect(groundless(`.way[aria-pressed="true"] { background: var(--ceiba) } ${box}`)).toHaveLength(3);
  expect(groundless(`.card[aria-current] .icon { background: rgb(0 0 0 / 0.1) }`)).toEqual([
    '.card[aria-current] .icon',
  ]);
  expect(
    groundless(`.a[data-chosen]:not(.b) { background: var(--c) } ${forced('.a[data-chosen] { border: 0 }')}`),
  ).toEqual([]);
  expect(groundless(`${box} ${forced('.box { appearance: auto }')}`)).toEqual([]);
});
