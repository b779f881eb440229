/**
 * `npm run bench [-- topic …]`: prints a row per figure with its goal and `ok` or `SHORT`, and exits 1 when one is SHORT.
 * A topic is a file tests/bench/<topic>.bench.ts whose default export measures and returns rows. Figures with a goal are
 * ratios of two things measured in one run, so that machines are comparable. On a loaded machine a row that misses its
 * goal is marked `LOADED` and not judged. Sizes and counts (`exact`) are always judged.
 */
import { existsSync, readdirSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { createServer } from 'vite';
import { buildIfStale } from '../server/build.mjs';

const folder = new URL('../tests/bench/', import.meta.url);
const allTopics = readdirSync(folder)
  .filter((name) => name.endsWith('.bench.ts'))
  .map((name) => name.replace('.bench.ts', ''));
const topics = process.argv.slice(2).filter((arg) => arg !== '--');
const unknown = topics.filter((topic) => !existsSync(new URL(`${topic}.bench.ts`, folder)));
if (unknown.length > 0) {
  console.error(`no such topic: ${unknown.join(', ')} (there are: ${allTopics.join(', ')})`);
  process.exit(2);
}
if (!buildIfStale()) process.exit(1);

/** Whether the load exceeds the number of processors. */
const isLoaded = () => loadavg()[0] > cpus().length;
const loadText = () => `load average ${loadavg()[0].toFixed(1)} on ${cpus().length} processors`;
const busyBefore = isLoaded();
if (busyBefore) console.log(`The machine is loaded (${loadText()}): what takes time is not judged.`);

// It stays open while a topic measures: what a topic loads on the way is loaded by it too.
const loader = await createServer({
  configFile: false,
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
let short = 0;
let unjudged = 0;
for (const topic of topics.length > 0 ? topics : allTopics) {
  const measure = (await loader.ssrLoadModule(new URL(`${topic}.bench.ts`, folder).pathname)).default;
  for (const { name, figure, unit = '', goal, exact = false, beside = '' } of await measure()) {
    const met = goal === undefined || figure <= goal;
    const judged = exact || !busyBefore;
    if (!met && judged) short += 1;
    if (!met && !judged) unjudged += 1;
    const shown = `${figure.toFixed(figure < 10 ? 2 : 0)}${unit && ` ${unit}`}`;
    const wanted = goal === undefined ? '—' : `<= ${goal}${unit && ` ${unit}`}`;
    console.log(
      `${topic.padEnd(13)} ${name.padEnd(72)} ${shown.padStart(12)}  ${wanted.padEnd(12)} ${(met ? 'ok' : judged ? 'SHORT' : 'LOADED').padEnd(6)} ${beside}`.trimEnd(),
    );
  }
}
await loader.close();
if (unjudged > 0) console.log(`${unjudged} rows not judged; run again on a quiet machine (${loadText()}).`);
process.exit(short === 0 ? 0 : 1);
