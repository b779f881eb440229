// @module-tag depth
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

const src = resolve(import.meta.dirname, '../../src');

interface Attribute {
  type: string;
  name?: { name: string };
  value?: { start: number; end: number } | null;
}
interface Opening {
  name: { name?: string };
  attributes: Attribute[];
}

/** What a control waits for once it was pressed. */
const OWN_WORK = /busy|loading|sending|saving|asking|fetching|turning|working|leaving/i;
/** These stay a stop of Tab while they are off. */
const staysAStop = ['Button', 'IconButton'];
/** A field that another answer decides is off as long as that answer is missing, not by its own press. */
const decidedElsewhere = ['forms/select.tsx'];

const read = (path: string) => readFileSync(resolve(src, path), 'utf8');

interface Disabled {
  path: string;
  element: string;
  /** What it asks. */
  asks: string;
}

/** Each `disabled` of a file. */
function disabledIn(path: string, text: string): Disabled[] {
  return openings(parseSync(path, text).program).flatMap(({ name, attributes }) =>
    attributes
      .filter((one) => one.type === 'JSXAttribute' && one.name?.name === 'disabled')
      .map(({ value }) => ({
        path,
        element: name.name ?? '',
        asks: value ? text.slice(value.start, value.end) : '',
      })),
  );
}

const isByItsOwnPress = ({ path, element, asks }: Disabled) =>
  !decidedElsewhere.includes(path) && (element === 'button' || (OWN_WORK.test(asks) && !staysAStop.includes(element)));

function openings(node: unknown): Opening[] {
  if (typeof node !== 'object' || node === null) return [];
  const below = Object.values(node).flatMap(openings);
  return (node as { type?: string }).type === 'JSXOpeningElement' ? [node as Opening, ...below] : below;
}

test('nothing that can have the focus is disabled by its own press, which would drop the focus', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.tsx'));
  const all = files.flatMap((path) => disabledIn(path, read(path)));
  expect(all.length).toBeGreaterThan(20);
  expect(all.filter(isByItsOwnPress)).toEqual([]);
});

test('the rule finds what it forbids, and every exception is one', () => {
  const wrong = (element: string) => disabledIn('x.tsx', `const a = ${element};`).filter(isByItsOwnPress).length;
  expect(wrong('<button type="button" disabled={index === 0} />')).toBe(1);
  expect(wrong('<button disabled>Enviar</button>')).toBe(1);
  expect(wrong('<Switch disabled={turning !== null} />')).toBe(1);
  expect(wrong('<Button disabled={sending} />')).toBe(0);
  expect(wrong('<Switch disabled={!online} busy={turning !== null} />')).toBe(0);
  for (const path of decidedElsewhere) expect(disabledIn('x.tsx', read(path)).some(isByItsOwnPress), path).toBe(true);
});
