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
const decidedElsewhere = ['forms/select.tsx', 'forms/question.tsx'];

/** Each `disabled` of the tree: its file, its element, and what it asks. */
function disabled() {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.tsx'));
  return files.flatMap((path) => {
    const text = readFileSync(resolve(src, path), 'utf8');
    return openings(parseSync(path, text).program).flatMap(({ name, attributes }) =>
      attributes
        .filter((one) => one.type === 'JSXAttribute' && one.name?.name === 'disabled')
        .map(({ value }) => ({
          path,
          element: name.name ?? '',
          asks: value ? text.slice(value.start, value.end) : '',
        })),
    );
  });
}

function openings(node: unknown): Opening[] {
  if (typeof node !== 'object' || node === null) return [];
  const below = Object.values(node).flatMap(openings);
  return (node as { type?: string }).type === 'JSXOpeningElement' ? [node as Opening, ...below] : below;
}

test('nothing that can have the focus is disabled by its own press, which would drop the focus', () => {
  const all = disabled();
  expect(all.length).toBeGreaterThan(20);
  const wrong = all.filter(
    ({ path, element, asks }) =>
      !decidedElsewhere.includes(path) &&
      (element === 'button' || (OWN_WORK.test(asks) && !staysAStop.includes(element))),
  );
  expect(wrong).toEqual([]);
});
