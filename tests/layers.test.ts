import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { layers } from './journeys/harness/layers.ts';

const src = resolve(import.meta.dirname, '../src');
const sources = new Map(
  readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.startsWith('ui/layers/'))
    .map((file) => [file, readFileSync(join(src, file), 'utf8')]),
);
const pieces = ['Dialog', 'LazyDialog', 'Confirm', 'Layer', 'ListLayer', 'Covering', 'dialog'];
const tagsOf = (text: string, names: readonly string[]) =>
  text.match(new RegExp(`<(?:${names.join('|')})\\b(?=[\\s/>])`, 'g')) ?? [];
const usersOf = (name: string) => [...sources].filter(([, text]) => tagsOf(text, [name]).length > 0);

/** The components of a file that are nothing but a layer: what they return begins with one. */
const wrappersIn = (text: string): string[] =>
  text.split('\n}\n').flatMap((piece) => {
    const name = /\bexport function (\w+)/.exec(piece)?.[1];
    const returned = /\n {2}return \(?\s*<(\w+)/.exec(piece)?.[1];
    return name && returned && pieces.includes(returned) ? [name] : [];
  });

/** Used at several places, each of which is a layer of its own. A wrapper with one user is that layer itself. */
const shared = [...sources].flatMap(([file, text]) =>
  wrappersIn(text)
    .filter((name) => usersOf(name).length > 1)
    .map((name) => ({ file, name })),
);

/** How many layers the file renders, as a piece of ui/layers, a shared wrapper of one, or an element with the role. */
function layersIn(file: string, text: string): number {
  const named = shared.map(({ name }) => name);
  const own = shared.some((wrapper) => wrapper.file === file) ? [] : tagsOf(text, pieces);
  const roles = text.match(/\brole(?:=|: )["'](?:alert)?dialog["']/g) ?? [];
  return own.length + tagsOf(text, named).length + roles.length;
}

test('every layer of the app has its row, and no row names a file without one', () => {
  const found = [...sources].map(([file, text]) => [file, layersIn(file, text)] as const).filter(([, count]) => count);
  const rows = new Map<string, number>();
  for (const { file } of layers) rows.set(file, (rows.get(file) ?? 0) + 1);
  expect(Object.fromEntries([...rows].sort())).toEqual(Object.fromEntries(found.sort()));
});

test('the layers are found: wrappers by their users, and an element by its role', () => {
  expect(shared.map(({ name }) => name).sort()).toEqual(['PictureView', 'PolicyListDialog', 'RenameDialog']);
  expect(layersIn('x.tsx', '<Dialog open>a</Dialog><Confirm /><DialogTitle />')).toBe(2);
  expect(layersIn('x.tsx', "<section {...(open && { role: 'dialog' })} />")).toBe(1);
  expect(layersIn('x.tsx', '<PictureView open /><Layer\n shape="drawer" />')).toBe(2);
  expect(new Set(layers.map(({ name }) => name)).size).toBe(layers.length);
});
