import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { className } from '../tools/build/class-names.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const IMPORTED = /import (\w+) from '([^']+\.module\.css)';/g;

/** Every module of styles, with the files that import it. */
const users = new Map<string, { path: string; source: string; called: string }[]>();
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((path) =>
  /\.tsx?$/.test(path),
);
for (const path of sources.map((name) => join('src', name))) {
  const source = read(path);
  for (const [, called = '', from = ''] of source.matchAll(IMPORTED)) {
    const sheet = from.startsWith('#') ? from.replace('#', 'src/') : relative(root, join(root, dirname(path), from));
    users.set(sheet, [...(users.get(sheet) ?? []), { path, source, called }]);
  }
}

/** The class names that a sheet defines. What `:global` encloses is another's. */
function definedIn(sheet: string): Set<string> {
  const rules = read(sheet)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/:global\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, '')
    // A value holds no class: 0.5s is a time.
    .replace(/\{[^{}]*\}/g, '{}');
  return new Set([...rules.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name = '']) => name));
}

describe('class names', () => {
  test('of the build are of one sheet each', () => {
    const names = [...users.keys()].map((sheet) => className('x', join(root, sheet)));
    expect(new Set(names).size).toBe(users.size);
    expect(className('x', `${join(root, 'src/a.module.css')}?used`)).toBe(
      className('x', join(root, 'src/a.module.css')),
    );
  });

  test.each([...users])('of %s are defined where they are used', (sheet, importers) => {
    const defined = definedIn(sheet);
    const missing = importers.flatMap(({ path, source, called }) =>
      [...source.matchAll(new RegExp(`(?<![-\\w/])${called}\\.([A-Za-z]\\w*)`, 'g'))].flatMap(([, name = '']) =>
        defined.has(name) ? [] : [`${path}: ${called}.${name}`],
      ),
    );
    expect(missing).toEqual([]);
  });
});
