import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

const src = resolve(import.meta.dirname, '../../src');
const drawn = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.tsx'));

/** Controls without text of their own: browsers keep nothing that was typed. */
const untyped = new Set(['file', 'checkbox', 'radio', 'hidden']);

interface Control {
  path: string;
  name: string;
  /** Its attributes that are plain texts; others are there with null. */
  attributes: Map<string, string | null>;
}

function controlsIn(path: string): Control[] {
  const found: Control[] = [];
  const { program } = parseSync(path, readFileSync(resolve(src, path), 'utf8'), { lang: 'tsx' });
  new Visitor({
    JSXOpeningElement({ name, attributes }) {
      if (name.type !== 'JSXIdentifier' || !['input', 'textarea'].includes(name.name)) return;
      const plain = attributes.flatMap((one): [string, string | null][] => {
        if (one.type !== 'JSXAttribute' || one.name.type !== 'JSXIdentifier') return [];
        return [[one.name.name, one.value?.type === 'Literal' ? String(one.value.value) : null]];
      });
      found.push({ path, name: name.name, attributes: new Map(plain) });
    },
  }).visit(program);
  return found;
}

const controls = drawn.flatMap(controlsIn);

test('[S24] every field of text says what the browser may keep of it: new ones are made of the shared pieces', () => {
  const silent = controls
    .filter(({ attributes }) => !untyped.has(attributes.get('type') ?? '') && !attributes.has('autoComplete'))
    .map(({ path, name }) => `${path}: ${name}`);
  // The pieces themselves take it from who uses them; field.test.tsx shows what they say without it.
  expect(silent).toEqual(Array(3).fill('ui/controls/text-input.tsx: input'));
});

/** For each password that is asked for again: whether its account's name is what the form names before it. */
function ownersOfPasswords(path: string): boolean[] {
  const named: (string | null)[] = [];
  const { program } = parseSync(path, readFileSync(resolve(src, path), 'utf8'), { lang: 'tsx' });
  new Visitor({
    JSXOpeningElement({ name, attributes }) {
      if (name.type === 'JSXIdentifier' && name.name === 'AccountName') named.push('username');
      for (const one of attributes) {
        if (one.type !== 'JSXAttribute' || one.name.name !== 'autoComplete') continue;
        named.push(one.value?.type === 'Literal' ? String(one.value.value) : null);
      }
    },
  }).visit(program);
  return named.flatMap((one, index) =>
    one === 'current-password' ? [named[index - 1]?.split(' ')[0] === 'username'] : [],
  );
}

test('[S24] before a password stands whose it is: a manager would take the text before it for the name of the account', () => {
  const asking = drawn
    .map((path) => ({ path, owned: ownersOfPasswords(path) }))
    .filter(({ owned }) => owned.length > 0);
  expect(asking.length).toBeGreaterThan(5);
  expect(asking.filter(({ owned }) => owned.includes(false)).map(({ path }) => path)).toEqual([]);
});

test('[S24] a text area never says anything but off', () => {
  const areas = controls.filter(({ name }) => name === 'textarea');
  expect(areas.map(({ attributes }) => attributes.get('autoComplete'))).toEqual(['off']);
});
