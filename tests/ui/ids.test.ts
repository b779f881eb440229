import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const src = resolve(import.meta.dirname, '../../src');

/** What ids are made of beside names alone. A text may hold a blank, which ends an id. */
const SAFE = [
  ...['first', 'first + index', 'card.name', 'undefined', 'open ? inside : undefined'],
  ...['useId()', 'useDescription(id, hint, error)'],
];
/** A name alone holds what `useId` gave, or an id that was passed on. */
const NAMES_AN_ID = /^(?:id|\w+Id|prefix|inside|door|labelledBy|described)$/;

const MADE = /\s(?:id|htmlFor|aria-(?:labelledby|describedby|controls))=\{(`[^`]*`|[^{}]*)\}/g;
const partsOf = (made: string): string[] =>
  made.startsWith('`') ? [...made.matchAll(/\$\{([^}]*)\}/g)].map(([, part = '']) => part) : [made];

test('no id is made of a text', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.tsx'));
  const parts = files.flatMap((path) =>
    [...readFileSync(resolve(src, path), 'utf8').matchAll(MADE)].flatMap(([, made = '']) =>
      partsOf(made).map((part) => ({ path, part })),
    ),
  );
  expect(parts.length).toBeGreaterThan(20);
  expect(parts.filter(({ part }) => !SAFE.includes(part) && !NAMES_AN_ID.test(part))).toEqual([]);
});
