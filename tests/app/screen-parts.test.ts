import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Rolldown } from 'vite';
import { afterAll, expect, test } from 'vitest';
import { screenParts } from '../../tools/build/screen-parts.ts';

const root = resolve('.');
const empty = mkdtempSync(join(tmpdir(), 'amparo-router-'));
afterAll(() => rmSync(empty, { recursive: true, force: true }));

const router = readFileSync('src/app/router.tsx', 'utf8');
const modules = [
  'app/visitor/layout.tsx',
  ...[...router.matchAll(/import\('#([^']+)'\)/g)].map(([, path]) => path ?? ''),
];
const chunk = (module: string, imports: string[] = []) => ({
  type: 'chunk',
  fileName: `${module}.js`,
  imports,
  moduleIds: [resolve(root, 'src', module)],
  viteMetadata: { importedCss: new Set(imports.length > 0 ? ['shared.css'] : []) },
});

/** A build with a file for each screen. All import one that they share. */
const bundle = {
  ...Object.fromEntries(modules.map((module) => [`${module}.js`, chunk(module, ['shared.js'])])),
  'shared.js': { ...chunk('shared'), fileName: 'shared.js' },
} as unknown as Rolldown.OutputBundle;

const partsOf = (beginning: string, known: string[] = []) => {
  const { parts, screens } = screenParts(root, bundle, known);
  return screens[beginning]?.map((index) => parts[index]);
};

test('the build knows for each address what its screen imports, whatever the page asks for anyway left out', () => {
  expect(partsOf('/app/novedades')).toEqual(['/features/news/news-screen.tsx.js', '/shared.css', '/shared.js']);
  expect(partsOf('/app/novedades', ['shared.js'])).toEqual(['/features/news/news-screen.tsx.js', '/shared.css']);
  expect(partsOf('/registro/residencia')).toContain('/app/visitor/layout.tsx.js');
});

test('addresses that begin alike up to their first parameter share their parts, and letters are encoded as in a link', () => {
  expect(partsOf('/app/pagos/')).toEqual(
    expect.arrayContaining(['/features/payments/payments-screen.tsx.js', '/features/payments/statement-screen.tsx.js']),
  );
  expect(partsOf('/app/reembolsos/a%C3%B1adir/')).toContain('/features/refunds/new-refund-screen.tsx.js');
});

test('a screen that is not in the router’s table, or in no file, fails the build', () => {
  mkdirSync(join(empty, 'src/app'), { recursive: true });
  writeFileSync(join(empty, 'src/app/router.tsx'), router.replace('screen(addresses.news,', 'other(addresses.news,'));
  const moved = Object.fromEntries(
    Object.entries(bundle).map(([name, part]) => [
      name,
      { ...part, moduleIds: modules.map((module) => resolve(empty, 'src', module)) },
    ]),
  ) as Rolldown.OutputBundle;
  expect(() => screenParts(empty, moved, [])).toThrow('has no screen for news');
  expect(() => screenParts(root, {}, [])).toThrow('no file of the build holds src/app/visitor/layout.tsx');
});

test('an address is left out whose parts the longest shorter one has too', () => {
  const all = { ...chunk('all'), fileName: 'all.js', moduleIds: modules.map((module) => resolve(root, 'src', module)) };
  const one = { 'all.js': all } as unknown as Rolldown.OutputBundle;
  const named = Object.keys(screenParts(root, one, []).screens);
  expect(named).toContain('/app/configuraciones');
  expect(named.filter((other) => other.startsWith('/app/configuraciones'))).toHaveLength(1);
});
