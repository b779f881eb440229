/**
 * `npm run simulate -- --requests N [--seed S] [--lanes L]`: plays histories of the whole product in tests/world, one for each seed
 * from S on, until customers have handed in N requests. A run that was ended goes on where it was: .builds/world/state.json. The
 * first seed that breaks a promise is shortened and told as a story, and the exit code is 1.
 *
 * With `--seed S` alone it plays that seed and tells it. With `--planted [WORD]` it takes one protection after the other away, those of
 * tests/world/planted.ts, and says how many seeds it takes to find that (`--most M` seeds at most).
 */
import { fork } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vite';
import { mutatedSource, readPlanted } from './mutations/list.mjs';

const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: {
    requests: { type: 'string' },
    seed: { type: 'string' },
    lanes: { type: 'string', default: String(Math.min(2, availableParallelism())) },
    planted: { type: 'boolean', default: false },
    most: { type: 'string', default: '60' },
  },
  allowPositionals: true,
});
const word = process.argv.slice(2).find((arg, at, all) => !arg.startsWith('-') && all[at - 1] === '--planted');
const root = process.cwd();
const folder = resolve('.builds', 'world');
const stateFile = join(folder, 'state.json');
const lanes = Number(values.lanes);

/** Bundles the world with the product, so that it runs without being compiled as it goes. `mutation` changes one file. */
async function bundled(name, mutation) {
  const outDir = join(folder, `${name}-${process.pid}`);
  process.on('exit', () => rmSync(outDir, { recursive: true, force: true }));
  const path = mutation && resolve(mutation.file);
  await build({
    ...{ configFile: false, logLevel: 'error', root },
    plugins: mutation ? [{ name: 'planted', load: (id) => (id === path ? mutatedSource(mutation) : null) }] : [],
    build: {
      ...{
        ssr: 'tests/world/play.ts',
        outDir,
        emptyOutDir: true,
        minify: false,
        target: 'node20',
        sourcemap: 'inline',
      },
      rolldownOptions: { output: { entryFileNames: 'world.mjs' } },
    },
  });
  return join(outDir, 'world.mjs');
}

/** `isTelling`: its stacks name the lines of the tree, which costs a tenth of the time. */
function openLane(bundle, isTelling = false) {
  const child = fork(new URL('simulate/lane.mjs', import.meta.url), [bundle, root], {
    execArgv: ['--max-semi-space-size=64', ...(isTelling ? ['--enable-source-maps'] : [])],
  });
  const next = () => new Promise((heard) => child.once('message', heard));
  const ready = next();
  return {
    async ask(question) {
      await ready;
      const answer = next();
      child.send(question);
      return answer;
    },
    close: () => child.kill('SIGKILL'),
  };
}

/** Plays seeds on all lanes until `heard` says that it is enough. */
async function inLanes(bundle, nextSeed, heard) {
  const open = Array.from({ length: lanes }, () => openLane(bundle));
  let isEnough = false;
  await Promise.all(
    open.map(async (lane) => {
      while (!isEnough) isEnough = heard(await lane.ask({ seed: nextSeed() })) || isEnough;
    }),
  );
  for (const lane of open) lane.close();
}

async function playAll() {
  const wanted = Number(values.requests);
  mkdirSync(folder, { recursive: true });
  const first = Number(values.seed ?? 1);
  const state = stateOf(first) ?? { first, next: first, done: [], requests: 0, faults: 0, histories: 0, seconds: 0 };
  if (state.histories > 0) console.log(`goes on after ${state.histories} histories with ${state.requests} requests`);
  const bundle = await bundled('whole');
  const before = state.seconds;
  const started = performance.now();
  // Seeds that were under way when an earlier run ended are played again.
  const seeds = { next: state.next };
  let failed = null;
  const finished = new Set(state.done);
  const nextSeed = () => {
    while (finished.has(seeds.next)) seeds.next += 1;
    seeds.next += 1;
    return seeds.next - 1;
  };
  await inLanes(bundle, nextSeed, ({ seed, found, counts }) => {
    finished.add(seed);
    state.histories += 1;
    state.requests += counts.requests ?? 0;
    state.faults += counts.faults ?? 0;
    state.seconds = before + (performance.now() - started) / 1000;
    while (finished.has(state.next)) finished.delete(state.next++);
    state.done = [...finished];
    if (found.length > 0) failed ??= { seed, found };
    // A seed that failed is played again by the next run.
    else if (!failed) writeFileSync(stateFile, JSON.stringify(state));
    if (state.histories % 10 === 0) console.log(figuresOf(state));
    return failed !== null || state.requests >= wanted;
  });
  if (failed) await tellStory(bundle, failed);
  else rmSync(stateFile, { force: true });
  console.log(`${figuresOf(state)}, ${failed ? 1 : 0} found`);
  return failed ? 1 : 0;
}

function stateOf(first) {
  try {
    const state = JSON.parse(readFileSync(stateFile, 'utf8'));
    return state.first === first ? state : null;
  } catch {
    return null;
  }
}

const figuresOf = ({ requests, faults, histories, seconds, next }) =>
  `${requests} requests, ${(faults / Math.max(1, requests)).toFixed(2)} faults each, ${histories} histories, ${Math.round(seconds)} s, next seed ${next}`;

async function tellStory(bundle, { seed, found }) {
  console.log(`seed ${seed}: ${found[0]}\nshortening it`);
  const lane = openLane(bundle, true);
  const { story } = await lane.ask({ seed, isTold: true });
  lane.close();
  console.log(story ?? `played by itself it holds: ${found.join('\n')}`);
}

async function playOne(seed) {
  const bundle = await bundled('whole');
  const lane = openLane(bundle);
  const { found, counts, lines } = await lane.ask({ seed });
  lane.close();
  console.log(`seed ${seed}: ${JSON.stringify(counts)}, ${lines} lines, ${found.length} found`);
  if (found.length > 0) await tellStory(bundle, { seed, found });
  return found.length > 0 ? 1 : 0;
}

/** A table of protections, each taken away by itself, and of the seeds that it took to find that. */
async function plantAll() {
  const most = Number(values.most);
  const planted = (await readPlanted()).filter((one) => !word || JSON.stringify(one).includes(word));
  let missed = 0;
  for (const one of planted) {
    const bundle = await bundled('planted', one);
    const seeds = { next: Number(values.seed ?? 1) };
    let played = 0;
    let by = null;
    await inLanes(
      bundle,
      () => seeds.next++,
      ({ found }) => {
        played += 1;
        if (found.length > 0) by ??= { played, what: found[0].split('\n')[0] };
        return by !== null || played >= most;
      },
    );
    if (!by) missed += 1;
    const { file, place, mutation, protects } = one;
    console.log(
      `${by ? String(by.played).padStart(4) : 'NOT '} ${file} (${place}): ${protects}\n     ${by ? by.what : mutation}`,
    );
  }
  console.log(`${planted.length - missed} found within ${most} seeds, ${missed} not`);
  return missed === 0 ? 0 : 1;
}

process.exit(await (values.planted ? plantAll() : values.requests ? playAll() : playOne(Number(values.seed ?? 1))));
