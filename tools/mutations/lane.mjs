/**
 * One lane of `npm run mutations`: a process in a copy of the tree. It runs the tests it is told, with or without a
 * mutation, and answers their results. One Vitest serves all runs, so that only changed files are read again.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createVitest } from 'vitest/node';
import { patternOf } from './list.mjs';

const options = {
  watch: false,
  maxWorkers: 1,
  retry: 0,
  // A test that takes longer than this has failed.
  testTimeout: 20_000,
  reporters: [{}],
};
const vitest = await createVitest('test', options);
const [project] = vitest.projects;

process.on('message', (question) => {
  perform(question)
    .catch((error) => ({ failure: String(error?.stack ?? error) }))
    .then((answer) => process.send(answer));
});
process.on('disconnect', () => process.exit());
process.send({ ready: true });

async function perform({ test, titles, mutated }) {
  if (!mutated) return runTests(test, titles);
  const path = resolve(mutated.file);
  const whole = readFileSync(path, 'utf8');
  write(path, mutated.source);
  try {
    return await runTests(test, titles);
  } finally {
    write(path, whole);
  }
}

function write(path, text) {
  writeFileSync(path, text);
  vitest.invalidateFile(path);
}

/** The tests that ran, by their full title, and in `broken` why the file itself could not be run. */
async function runTests(test, titles) {
  const testNamePattern = new RegExp(titles.map((title) => patternOf(title).source).join('|'));
  const specification = project.createSpecification(resolve(test), { testNamePattern });
  const { testModules } = await vitest.runTestSpecifications([specification]);
  const broken = testModules.flatMap((module) => module.errors().map(({ message }) => message));
  const tests = testModules.flatMap((module) =>
    [...module.children.allTests()]
      .filter((one) => one.result().state !== 'skipped')
      .map((one) => ({
        title: one.fullName,
        state: one.result().state,
        errors: (one.result().errors ?? []).map(({ name, message }) => ({ name, message })),
      })),
  );
  return { broken, tests };
}
