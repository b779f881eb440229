import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import postcss from 'postcss';
import { expect, test } from 'vitest';

const src = resolve(import.meta.dirname, '../../src');
const read = (path: string) => readFileSync(join(src, path), 'utf8');
const paths = readdirSync(src, { recursive: true, encoding: 'utf8' });

/** The global classes of a sheet. */
function classesOf(...sheets: string[]): Set<string> {
  const found = new Set<string>();
  for (const sheet of sheets) {
    postcss.parse(read(sheet)).walkRules(({ selector }) => {
      for (const [, name = ''] of selector.matchAll(/\.([a-z][\w-]*)/g)) found.add(name);
    });
  }
  return found;
}

const atStart = classesOf('ui/base/base.css', 'ui/base/shapes.css');
const inside = classesOf('ui/base/shapes-inside.css');

/** The shapes that a file names: a sheet composes them, and a piece writes them as a class or beside its own ones. */
function shapesIn(path: string): string[] {
  const text = read(path).replace(/tintOf\([^)]*\)/g, '');
  const named = path.endsWith('.css')
    ? [...text.matchAll(/composes: ([\w\s-]+) from global/g)].map(([, names]) => names)
    : [
        ...[...text.matchAll(/className="([^"]+)"/g)].map(([, names]) => names),
        ...[...text.matchAll(/classNames\(([^)]*)\)/g)].flatMap(([, given = '']) =>
          [...given.matchAll(/(?<!=== )'([\w\s-]+)'/g)].map(([, names]) => names),
        ),
      ];
  return named.flatMap((names = '') => names.trim().split(/\s+/));
}

/** The files that come with one: what it imports, and not what it loads later. */
function comesWith(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  for (const [, type, from = ''] of read(path).matchAll(/^(?:import|export) (type )?[^'(]*'([#.][^']+)';/gm)) {
    const next = from.startsWith('#') ? from.slice(1) : join(dirname(path), from);
    if (!type && /\.(tsx?|css)$/.test(next) && existsSync(join(src, next))) comesWith(next, found);
  }
  return found;
}

test('every shape that a sheet or a piece names is written somewhere', () => {
  const unknown = paths
    .filter((path) => /\.(tsx|module\.css)$/.test(path))
    .flatMap((path) => shapesIn(path).map((name) => ({ path, name })))
    .filter(({ name }) => !atStart.has(name) && !inside.has(name));
  expect(unknown).toEqual([]);
});

test('the start page needs no shape that loads with the app', () => {
  const files = [...comesWith('app/start.tsx'), ...comesWith('app/prerender/start-markup.tsx')];
  expect(files).toContain('ui/controls/text-input.module.css');
  const late = files.flatMap((path) =>
    shapesIn(path).flatMap((name) => (inside.has(name) && !atStart.has(name) ? [`${path}: ${name}`] : [])),
  );
  expect(late).toEqual([]);
});

test('what loads with the app stands before all modules that compose it: both ways in import it first', () => {
  for (const path of ['app/tree.tsx', 'app/signed-in/layout.tsx']) {
    expect(read(path).startsWith("import '#ui/base/shapes-inside.css';"), path).toBe(true);
  }
});
