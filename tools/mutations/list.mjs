import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parseSync, transformWithOxc } from 'vite';
import { mutate } from './mutate.mjs';

const FOLDER = 'tests/mutations';

/** The rows of tests/mutations, in order. `file` and `test` are paths from the root. */
export async function readMutations() {
  const files = readdirSync(FOLDER).filter((name) => name !== 'shape.ts');
  const lists = files.sort().map(async (name) => {
    const { code } = await transformWithOxc(readFileSync(`${FOLDER}/${name}`, 'utf8'), name);
    const { default: list } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
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
    const named = existsSync(one.test) ? readFileSync(one.test, 'utf8').split(one.title).length - 1 : 0;
    const fault = faultOf(one);
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
