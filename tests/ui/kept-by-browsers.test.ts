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

test('[S24] a text area never says anything but off', () => {
  const areas = controls.filter(({ name }) => name === 'textarea');
  expect(areas.map(({ attributes }) => attributes.get('autoComplete'))).toEqual(['off']);
});
