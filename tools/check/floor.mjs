/**
 * `node tools/check/floor.mjs [folder]`: checks the build against the oldest browsers of the README. It parses every script and
 * stylesheet that is served. It fails on syntax, interfaces, elements, attributes, properties, selectors and values that one
 * of these browsers does not know, by MDN's table of browser features. A name counts as known when any interface that has it
 * is old enough. Names that the code tests before use are allowed in floor/floor.mjs with a reason, and ornaments in the files of
 * src that they adorn. An allowed name that nothing uses fails too.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALLOWED, FLOOR, ORNAMENTS } from './floor/floor.mjs';
import { tooNewInScript } from './floor/script.mjs';
import { idleOrnaments, strayOrnaments, tooNewInStyles } from './floor/styles.mjs';

const dist = process.argv[2] ?? 'dist/client';
const files = readdirSync(dist, { recursive: true })
  .map(String)
  .filter((path) => /\.(js|css|html)$/.test(path));
const found = new Map();
for (const path of files) {
  const text = readFileSync(join(dist, path), 'utf8');
  let names = [];
  if (path.endsWith('.js')) names = tooNewInScript(text);
  if (path.endsWith('.css')) names = tooNewInStyles(text);
  if (path.endsWith('.html')) {
    const inline = (tag) => text.matchAll(new RegExp(`<${tag}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]+?)</${tag}>`, 'g'));
    names = [
      ...[...inline('style')].flatMap(([, css]) => tooNewInStyles(css)),
      ...[...inline('script')].flatMap(([, code]) => tooNewInScript(code)),
    ];
  }
  for (const name of names) found.set(name, new Set(found.get(name)).add(path));
}
let wrong = 0;
for (const [name, paths] of found) {
  if (ALLOWED.has(name) || Object.hasOwn(ORNAMENTS, name)) continue;
  wrong += 1;
  console.log(`NEWER  ${name} in ${[...paths].join(', ')}`);
}
const sheets = new Map(
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.css'))
    .map((path) => [path.replace(/(\.module)?\.css$/, ''), readFileSync(join('src', path), 'utf8')]),
);
for (const [what, places] of [
  ['NEWER ', strayOrnaments(sheets)],
  ['STALE ', idleOrnaments(sheets)],
]) {
  wrong += places.length;
  for (const place of places) console.log(`${what} ${place}`);
}
for (const name of ALLOWED.keys()) {
  if (found.has(name)) continue;
  wrong += 1;
  console.log(`STALE  ${name} is allowed, and nothing uses it`);
}
const floor = Object.entries(FLOOR).map(([browser, version]) => `${browser} ${version}`);
console.log(`${files.length} files against ${floor.join(', ')}: ${wrong} names not accounted for`);
process.exit(wrong === 0 && files.length > 10 ? 0 : 1);
