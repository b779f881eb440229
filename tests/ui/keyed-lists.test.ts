// @module-tag depth
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

const src = resolve(import.meta.dirname, '../../src');
const drawn = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.tsx'));

/** Drawings whose parts are nothing but their place. */
const ofTheirPlace: Record<string, string> = {
  'features/home/carousel.tsx': 'a dot for each slide',
  'forms/option-list.tsx': 'the parts of a name that matched, and those between',
  'ui/states/step-bar.tsx': 'a segment for each step',
};

interface Node {
  type: string;
  start: number;
  end: number;
}
interface Call extends Node {
  arguments: readonly (Node & { params?: readonly (Node & { name?: string })[] })[];
}

/**
 * Where a text keys items by their place: `key` is made of an index that a callback got, or of texts that an array was made
 * of by index.
 */
function keyedByIndex(path: string, text: string): string[] {
  const { program } = parseSync(path, text, { lang: 'tsx' });
  const found: string[] = [];
  /** The texts between braces behind `key=`, or behind `keyOf=`. */
  const keys: Node[] = [];
  new Visitor({
    JSXAttribute({ name, value }) {
      if (name.type === 'JSXIdentifier' && ['key', 'keyOf'].includes(name.name) && value) keys.push(value);
    },
  }).visit(program);
  const callbacks: { start: number; end: number; index: string }[] = [];
  new Visitor({
    CallExpression(call) {
      const given = (call as unknown as Call).arguments;
      const callee = text.slice(call.callee.start, call.callee.end);
      for (const one of given) {
        const index = one.params?.[1]?.name;
        if (index && /\b(map|flatMap|from)$/.test(callee)) callbacks.push({ start: one.start, end: one.end, index });
      }
    },
  }).visit(program);
  for (const { start, end } of keys) {
    const key = text.slice(start, end);
    const inside = callbacks.filter((one) => one.start < start && one.end > end);
    // `keys[index]` and `keyOf(index)` are an item's own key.
    const bare = key.replaceAll(/\b\w+\[\w+\]|\b\w*[kK]ey\w*\(\w+\)/g, '');
    if (inside.some(({ index }) => new RegExp(`\\b${index}\\b`).test(bare)) || /^\{String\}$/.test(key)) {
      found.push(`${path}: ${key}`);
    }
  }
  if (/Array\.from\([^)]*,\s*\(_,\s*(\w+)\)\s*=>\s*(`[^`]*\$\{\1\b|String\(\1\))/.test(text))
    found.push(`${path}: by number`);
  return found;
}

const read = (path: string) => readFileSync(resolve(src, path), 'utf8');

test('[D71] no list names its items by their place', () => {
  const found = drawn.filter((path) => !(path in ofTheirPlace)).flatMap((path) => keyedByIndex(path, read(path)));
  expect(found).toEqual([]);
});

test('[D71] every long list names its items', () => {
  const lists = drawn.flatMap((path) => read(path).match(/<LongList\b[\s\S]*?\/>/g) ?? []);
  expect(lists.length).toBeGreaterThan(2);
  expect(lists.filter((list) => !/\bkeyOf=\{/.test(list))).toEqual([]);
});

test('the rule finds what it forbids, and every exception is one', () => {
  // 'INDEX' stands for the placeholder of a template.
  const wrong = (list: string) => keyedByIndex('x.tsx', `const a = ${list.replaceAll('INDEX', '$' + '{at}')};`).length;
  expect(wrong('b.map((one, index) => <li key={index}>{one}</li>)')).toBe(1);
  expect(wrong('b.map((one, at) => <li key={`day INDEX`} />)')).toBe(1);
  expect(wrong('b.map((one, at) => <li key={one.id ?? String(at)} />)')).toBe(1);
  expect(wrong('Array.from({ length: 3 }, (_, at) => `INDEX`).map((at) => <i key={at} />)')).toBe(1);
  expect(wrong('<LongList keyOf={String} />')).toBe(1);
  expect(wrong('b.map((one, index) => <li key={keys[index]}>{one}</li>)')).toBe(0);
  expect(wrong('b.map((one) => <li key={one.id} />)')).toBe(0);
  const idle = Object.keys(ofTheirPlace).filter((path) => keyedByIndex(path, read(path)).length === 0);
  expect(idle, 'need not be in the list').toEqual([]);
});
