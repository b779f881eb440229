// @module-tag depth
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { afterAll, expect, test } from 'vitest';
import { listForWorker } from '../../tools/build/list-for-worker.ts';

const folder = mkdtempSync(join(tmpdir(), 'amparo-stages-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const line = (name: string) => `console.log('${name}');`;
const app = {
  'index.html': '<script type="module" src="/main.ts"></script>',
  'main.ts': `import './shell.ts'; import('./touch.ts'); import('./home.ts'); ${line('main')}`,
  'shell.ts': `export const shell = 'shell'; ${line('shell')}`,
  'touch.ts': `import { library } from './library.ts'; ${line('touch')} library(); import('./screen.ts');`,
  'library.ts': `export const library = () => { ${line('library')} };`,
  'home.ts': `import './home.css'; import { library } from './library.ts'; ${line('home')} library();`,
  'home.css': 'h1 { color: red }',
  'screen.ts': line('screen'),
};

/** Builds the app and lists its files as the worker brings them, by the module in each. */
async function listed(files: Record<string, string>, headers = 'policy') {
  const root = mkdtempSync(join(folder, 'app-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  const worker = listForWorker(headers);
  const alone = { name: 'library', test: /library\.ts/ };
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [worker.plugin],
    worker: { format: 'es', plugins: () => [worker.ofWorkers] },
    build: { outDir: 'out', assetsInlineLimit: 0, rolldownOptions: { output: { codeSplitting: { groups: [alone] } } } },
  });
  const out = join(root, 'out');
  const urls = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((url) => /\.\w+$/.test(url));
  const entries = urls.map((url) => ({
    url,
    revision: url === 'index.html' ? 'of its bytes' : null,
    size: readFileSync(join(out, url)).length,
  }));
  const { manifest } = await worker.transform(entries);
  return manifest.map((entry) => ({
    name: entry.url.replace(/^assets\/|-[\w-]{8}(?=\.)/g, ''),
    shell: 'shell' in entry,
    version: entry.revision ?? entry.url,
  }));
}

test('the start page comes first, then what it loads at the first touch in its order, then what a screen asks for', async () => {
  const files = await listed(app);
  expect(files.filter(({ shell }) => shell).map(({ name }) => name)).toEqual(['index.html', 'index.js']);
  const names = files.map(({ name }) => name);
  expect(names.slice(2)).toEqual(['touch.js', 'library.js', 'home.js', 'home.css', 'screen.js']);
});

test('a new part gets its place from who imports it, whatever its name', async () => {
  const later = {
    ...app,
    'main.ts': `${app['main.ts']} import('./shell-of-home.ts');`,
    'shell-of-home.ts': line('new'),
  };
  const names = async (files: Record<string, string>) => (await listed(files)).map(({ name }) => name);
  expect((await names(later)).indexOf('shell-of-home.js')).toBe(6);

  const ofScreen = { ...app, 'screen.ts': `${line('screen')} import('./start.ts');`, 'start.ts': line('new start') };
  expect((await names(ofScreen)).slice(-2).sort()).toEqual(['screen.js', 'start.js']);

  const atOnce = { ...app, 'main.ts': `import './screen.ts'; ${app['main.ts']}` };
  expect(await names(atOnce)).not.toContain('screen.js');
});

test('[S1] other headers make another version of the page and of a script that runs by itself', async () => {
  const files = {
    'index.html': app['index.html'],
    'main.ts': "new Worker(new URL('./alone.ts', import.meta.url), { type: 'module' });",
    'alone.ts': line('alone'),
  };
  const versions = async (headers: string) =>
    Object.fromEntries((await listed(files, headers)).map(({ name, version }) => [name, version]));
  const [before, again, after] = [await versions('policy'), await versions('policy'), await versions('another')];
  expect(again).toEqual(before);
  for (const name of ['index.html', 'alone.js']) expect([name, after[name]]).not.toEqual([name, before[name]]);
});
