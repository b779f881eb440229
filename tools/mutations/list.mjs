import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parseSync, transformWithOxc } from 'vite';
import { mutate } from './mutate.mjs';

const FOLDER = 'tests/mutations';
const PLANTED = 'tests/world/planted.ts';

/** The rows of tests/mutations, in order. `file` and `test` are paths from the root. */
export async function readMutations() {
  const files = readdirSync(FOLDER).filter((name) => name !== 'shape.ts');
  const lists = files.sort().map(async (name) => {
    const list = await listIn(`${FOLDER}/${name}`);
    return list.rows.map(([faults, file, place, mutation, test, title, protects]) => ({
      faults: faults.split(' '),
      file: `${list.below}/${file}`,
      place,
      mutation,
      test: testFile(test),
      title,
      protects,
      isJourney: test.startsWith('journeys/'),
    }));
  });
  return (await Promise.all(lists)).flat();
}

/** The rows of tests/world/planted.ts, in order. `file` is a path from the root; no single test must fail. */
export async function readPlanted() {
  const rows = await listIn(PLANTED);
  return rows.map(([file, place, mutation, protects]) => ({ file, place, mutation, protects }));
}

/** The source of the file with the mutation in it. Throws when it does not fit the file. */
export function mutatedSource({ file, place, mutation }) {
  const source = readFileSync(file, 'utf8');
  if (typeof mutation === 'string') return mutate(file, source, place, mutation);
  const [find, instead] = mutation;
  const found = source.split(find).length - 1;
  if (found !== 1) throw new Error(`“${find}” is there ${found} times`);
  return source.replace(find, () => instead);
}

/** Where the rows no longer fit the sources, each as a sentence. */
export function driftOf(mutations) {
  return mutations.flatMap((one) => {
    const fault = faultOf(one);
    const named = one.title === undefined ? 1 : timesNamed(one);
    return [
      ...(fault ? [`${one.file}, ${one.place}: ${fault} (“${one.protects}”)`] : []),
      ...(named === 1 ? [] : [`${one.test} has the title “${one.title}” ${named} times`]),
    ];
  });
}

/** Finds a title as it runs: each '%s' of a `test.each` stands for any text. */
export function patternOf(title) {
  return new RegExp(title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('%s', '.*'));
}

const timesNamed = ({ test, title }) => (existsSync(test) ? readFileSync(test, 'utf8').split(title).length - 1 : 0);

async function listIn(path) {
  const { code } = await transformWithOxc(readFileSync(path, 'utf8'), path);
  const { default: list } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return list;
}

function faultOf(one) {
  try {
    const source = mutatedSource(one);
    if (source === readFileSync(one.file, 'utf8')) return `“${one.mutation}” changes nothing`;
    // A file that cannot be read fails every test, and so proves nothing.
    const [error] = /\.[mc]?[jt]sx?$/.test(one.file) ? parseSync(one.file, source).errors : [];
    return error ? `“${one.mutation}” leaves what cannot be read: ${error.message}` : null;
  } catch ({ message }) {
    return message;
  }
}

function testFile(name) {
  const endings = ['.test.ts', '.test.tsx', '.spec.ts'];
  return `tests/${name}${endings.find((ending) => existsSync(`tests/${name}${ending}`)) ?? endings[0]}`;
}
