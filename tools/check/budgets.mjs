/**
 * Checks the size budgets of the build in dist/client, in gzip. The start route's JavaScript is what index.html loads before
 * the customer acts: inline scripts, script files and their static imports. Precached files are those that sw.js names. The page
 * itself travels in the first window of a connection, ten packets, with its headers.
 * It exits 1 when a budget is exceeded, when a file of the way home is compiled as it runs, or when the list of banks is in the build.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** In bytes. */
const BUDGETS = { 'start route JavaScript': 60_000, 'everything precached': 626_000, 'index.html': 14_000 };
const dist = 'dist/client';
const gzipped = (path) => gzipSync(readFileSync(join(dist, path)), { level: 9 }).length;

function startRoute() {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const entries = [...html.matchAll(/<script[^>]+src="\/?([^"]+)"/g)].map((match) => match[1]);
  if (entries.length === 0) throw new Error('index.html loads no script: is this the built app?');
  const seen = new Set(entries);
  for (const path of seen) {
    const code = readFileSync(join(dist, path), 'utf8');
    const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.';
    for (const match of code.matchAll(/(?:^|[;\s}])import\s*(?:[^'"();]*?from\s*)?["']\.\/([^"']+\.js)["']/g)) {
      seen.add(join(folder, match[1]));
    }
  }
  return [...seen];
}

function precached() {
  const worker = readFileSync(join(dist, 'sw.js'), 'utf8');
  const urls = [...worker.matchAll(/[{,]"?url"?:\s*["'`]([^"'`]+)["'`]/g)].map((match) => match[1]);
  if (urls.length === 0) throw new Error('sw.js precaches nothing: is the manifest injected?');
  return [...new Set(urls)];
}

function inlineScripts() {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  return gzipSync(
    [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]+?)<\/script>/g)].map(([, code]) => code).join(''),
  ).length;
}

const total = (paths) => paths.reduce((sum, path) => sum + gzipped(path), 0);
const figures = {
  'start route JavaScript': inlineScripts() + total(startRoute()),
  'everything precached': total(precached()),
  'index.html': gzipSync(readFileSync(join(dist, 'index.html'))).length,
};

let over = 0;
// A library's talk with a developer's panel (tools/build/without-devtools.ts).
const telling = precached().filter(
  (path) => path.endsWith('.js') && readFileSync(join(dist, path), 'utf8').includes('tanstack-devtools'),
);
for (const path of telling) console.log(`OVER  what is typed is told to a developer's panel: ${path}`);
over += telling.length;
for (const [name, bytes] of Object.entries(figures)) {
  const within = bytes <= BUDGETS[name];
  if (!within) over += 1;
  console.log(
    `${within ? 'ok  ' : 'OVER'}  ${name}: ${(bytes / 1000).toFixed(1)} kB gzip of ${BUDGETS[name] / 1000} kB`,
  );
}
if (process.argv.includes('--files')) {
  for (const path of startRoute()) console.log(`      ${(gzipped(path) / 1000).toFixed(1)} kB  ${path}`);
}

// What the page asks for where a session is open, beside its own scripts (tools/build/compile-beside.ts).
const inside = /data-inside="([^"]+)"/.exec(readFileSync(join(dist, 'index.html'), 'utf8'))?.[1].split(' ') ?? [];
const late = inside
  .map((address) => address.slice(1))
  .filter((path) => path.endsWith('.js') && !startRoute().includes(path))
  .filter((path) => !readFileSync(join(dist, path), 'utf8').startsWith('//# allFunctionsCalledOnLoad\n'));
for (const path of late) console.log(`OVER  ${path} is compiled as it runs`);
if (inside.length === 0) throw new Error('index.html names no parts of home');
over += late.length;

// No screen shows the banks (D13), so the build must not contain them. One unmistakable bank stands for all.
const withBanks = readdirSync(join(dist, 'assets')).filter((name) =>
  readFileSync(join(dist, 'assets', name), 'latin1').includes('Bank Rakyat Indonesia'),
);
for (const name of withBanks) console.log(`OVER  the banks are in ${name}, and no screen shows them`);
process.exit(over + withBanks.length === 0 ? 0 : 1);
