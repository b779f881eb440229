/**
 * `npm run mutations [-- F29 …]`: makes each mutation of tests/mutations, one at a time, in a copy of the tree, and runs the
 * test that must then fail. The same test must pass without the mutation. Faults given as arguments choose some mutations, and
 * `--since COMMIT` those whose rows were written or changed after it. It ends with 'N proved, N not'.
 *
 * With --check it only compares: every mutation, also those of tests/world/planted.ts, must find its place and leave a file that
 * can be read, and every title must occur exactly once.
 */
import { execFileSync, fork } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { driftOf, mutatedSource, patternOf, readMutations, readPlanted } from './mutations/list.mjs';

/** A run that does not answer within this time has hung. */
const MAX_RUN_MS = 120_000;

const args = process.argv.slice(2);
const mutations = await readMutations();
const drift = driftOf([...mutations, ...(await readPlanted())]);
for (const sentence of drift) console.error(sentence);
if (args.includes('--check') || drift.length > 0) process.exit(drift.length === 0 ? 0 : 1);

const at = args.indexOf('--since');
const changed =
  at < 0 ? null : execFileSync('git', ['diff', '-U0', args[at + 1], '--', 'tests/mutations'], { encoding: 'utf8' });
const faults = args.filter((arg, index) => arg !== '--' && (at < 0 || (index !== at && index !== at + 1)));
const chosen = mutations.filter(
  ({ faults: about, protects }) =>
    (faults.length === 0 || about.some((fault) => faults.includes(fault))) &&
    (changed === null || ["'", '"'].some((quote) => changed.includes(`${protects}${quote}],\n`))),
);
const runnable = chosen.filter(({ isJourney }) => !isJourney);
const folder = mkdtempSync(join(tmpdir(), 'amparo-mutations-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const lanes = Array.from({ length: Math.min(runnable.length, availableParallelism(), 4) }, (_, index) =>
  openLane(copyOfTree(join(folder, `lane-${index}`))),
);

const intact = new Map();
await inLanes([...new Set(runnable.map(({ test }) => test))], async (lane, test) => {
  const titles = [...new Set(runnable.filter((one) => one.test === test).map(({ title }) => title))];
  intact.set(test, await lane.ask({ test, titles }));
});

let proved = 0;
await inLanes(runnable, async (lane, one) => {
  const { file, test, title } = one;
  const before = faultWith(intact.get(test), title, 'passed');
  const mutated = { file, source: mutatedSource(one) };
  const answer = before ? null : await lane.ask({ test, titles: [title], mutated });
  const fault = before ? `without the mutation, ${before}` : faultWith(answer, title, 'failed');
  if (!fault) proved += 1;
  console.log(`${fault ? 'NOT    ' : 'proved '} ${sentenceOf(one)}`);
  if (fault) console.log(`        ${test}, “${title}”: ${fault}`);
});
for (const lane of lanes) lane.close();
for (const one of chosen.filter(({ isJourney }) => isJourney)) console.log(`browser ${sentenceOf(one)} (${one.test})`);
console.log(`${proved} proved, ${runnable.length - proved} not`);
process.exit(runnable.length > 0 && proved === runnable.length ? 0 : 1);

function sentenceOf({ faults: about, file, place, mutation, protects }) {
  const how = typeof mutation === 'string' ? `${place}, ${mutation}` : 'text';
  return `${about.join(', ').padEnd(9)} ${file} (${how}): ${protects}`;
}

/** Why the run does not show what it should; null when it does. A test.each counts as failed when one case fails. */
function faultWith({ broken = [], tests = [], failure }, title, wanted) {
  if (failure) return failure;
  if (broken.length > 0) return `its file could not be run: ${broken[0]}`;
  const titled = tests.filter((test) => patternOf(title).test(test.title));
  if (titled.length === 0) return 'the test did not run';
  if (wanted === 'passed') return titled.every(({ state }) => state === 'passed') ? null : 'the test fails';
  const failed = titled.filter(({ state }) => state === 'failed');
  if (failed.length === 0) return 'the test passed all the same';
  // Code that cannot run proves nothing about what it protects.
  const accident = failed.flatMap(({ errors }) => errors).find(({ name }) => /^(Reference|Syntax)Error$/.test(name));
  return accident ? `the mutation broke the code: ${accident.message}` : null;
}

/** Does the work for each of the list, spread over all lanes. */
async function inLanes(list, work) {
  const left = [...list];
  await Promise.all(
    lanes.map(async (lane) => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) await work(lane, next);
    }),
  );
}

/** Copies the tracked files as they are and links the installed packages, so that the working tree is never changed. */
function copyOfTree(target) {
  if (existsSync(target)) return target;
  const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(existsSync);
  for (const path of tracked) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    copyFileSync(path, join(target, path));
  }
  symlinkSync(resolve('node_modules'), join(target, 'node_modules'));
  return target;
}

/** A process that runs tests in a folder. When it hangs or dies, it is replaced with its folder, whose state is unknown. */
function openLane(cwd) {
  let child = null;
  const close = () => {
    child?.kill('SIGKILL');
    child = null;
  };
  return {
    close,
    async ask(question) {
      child ??= await start(cwd);
      const answer = await answerOf(child, question);
      if (answer.failure) {
        close();
        rmSync(cwd, { recursive: true, force: true });
        copyOfTree(cwd);
      }
      return answer;
    },
  };
}

function start(cwd) {
  const env = { ...process.env, NODE_ENV: 'test', VITEST: 'true' };
  const child = fork(fileURLToPath(new URL('mutations/lane.mjs', import.meta.url)), { cwd, env, silent: true });
  // The output is not used, but an unread pipe would fill up and block the process.
  child.stdout.resume();
  child.stderr.resume();
  return new Promise((done) => child.once('message', () => done(child)));
}

function answerOf(child, question) {
  return new Promise((done) => {
    const timer = setTimeout(() => settle({ failure: 'the run hangs' }), MAX_RUN_MS);
    const ended = (code) => settle({ failure: `the run ended with ${code}` });
    function settle(answer) {
      clearTimeout(timer);
      child.off('message', settle);
      child.off('exit', ended);
      done(answer);
    }
    child.once('message', settle);
    child.once('exit', ended);
    child.send(question);
  });
}
