import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseSync, Visitor } from 'vite';

const root = resolve(import.meta.dirname, '..');

/** Files whose texts only an operator reads, in a terminal. */
const OPERATORS = new Set(['server/build.mjs', 'server/main.ts', 'server/start-problem.ts']);
const inFolder = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|m?js)$/.test(file))
    .map((file) => join(folder, file));

interface CustomerText {
  path: string;
  text: string;
}

/** Every text of ours that a customer may read, of the app, its worker, its start page, the server and its mails. */
export function customerTexts(): CustomerText[] {
  const pages = ['index.html', 'manifest.webmanifest'].flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .map((text) => ({ path, text })),
  );
  return [...['src', 'sw', 'server'].flatMap((folder) => customerTextsOf(folder)), ...pages];
}

/** Those of the scripts in a folder; `named` limits it to some. */
export const customerTextsOf = (folder: string, named = /./): CustomerText[] =>
  inFolder(folder)
    .filter((path) => !OPERATORS.has(path) && named.test(path))
    .flatMap(textsIn);

/** The texts of a script: its strings, its templates whole, and what stands between its tags. Imports and comments are none. */
function textsIn(path: string): CustomerText[] {
  const source = readFileSync(join(root, path), 'utf8');
  const found: string[] = [];
  const { program } = parseSync(path, source, { lang: path.endsWith('x') ? 'tsx' : /js$/.test(path) ? 'js' : 'ts' });
  new Visitor({
    Literal({ value }) {
      if (typeof value === 'string') found.push(value);
    },
    TemplateLiteral({ start, end }) {
      found.push(source.slice(start + 1, end - 1));
    },
    JSXText({ value }) {
      found.push(value);
    },
  }).visit(program);
  return found.map((text) => ({ path, text: text.replace(/\s+/g, ' ').trim() })).filter(({ text }) => text !== '');
}
