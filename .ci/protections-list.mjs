import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = 'tests/protections';
const DOCUMENT = 'docs/faults.md';
const [BEGIN, END] = ['<!-- protections: begin -->', '<!-- protections: end -->'];

/**
 * The declared protections, in order. Each names its faults, what it protects, and the `file` with the text to `find` and to
 * `replace`. It also names the `test` (below tests/) and a part of the title that must then fail. A protection that only a
 * browser can show names a `journey` instead of a test.
 */
export function readProtections() {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8')));
}

/** Where the declarations no longer match the sources, each as a sentence. */
export function driftOf(protections) {
  return protections.flatMap((protection) => {
    const { file, find, replace, title } = protection;
    const where = `${file}: “${protection.protects}”`;
    const found = timesIn(textOf(file), find);
    const named = timesIn(textOf(testOf(protection)), title);
    return [
      ...(found === 1 ? [] : [`${where}: the text to remove occurs ${found} times`]),
      ...(find === replace ? [`${where}: nothing is removed`] : []),
      ...(named === 1 ? [] : [`${where}: ${testOf(protection)} has the title “${title}” ${named} times`]),
    ];
  });
}

/** The document with its table as the declarations say. */
export function documentWith(protections) {
  const document = readFileSync(DOCUMENT, 'utf8');
  const [from, to] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`${DOCUMENT} has no place for the table of protections`);
  const rows = protections.map((protection) => {
    const { faults, protects, file, title } = protection;
    const test = protection.test ?? `browser: ${protection.journey}`;
    return `| ${[faults.join(', '), protects, `\`${file}\``, `${test}: ${title}`].map(cell).join(' | ')} |`;
  });
  const table = ['| fault | what protects | where | what fails without it |', '|---|---|---|---|', ...rows];
  return { document, updated: `${document.slice(0, from)}${BEGIN}\n\n${table.join('\n')}\n\n${document.slice(to)}` };
}

/** The path of the test or journey that shows the protection. */
export const testOf = ({ test, journey }) => (test ? `tests/${test}` : `tests/journeys/${journey}`);

export const timesIn = (text, piece) => (piece ? text.split(piece).length - 1 : 0);

export { DOCUMENT };

const cell = (text) => text.replaceAll('|', '\\|');

function textOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Finds a title as it runs: each '%s' of a `test.each` stands for any text. */
export function patternOf(title) {
  return new RegExp(title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('%s', '.*'));
}
