/**
 * Holds what docs/faults.md and docs/attacks.md name as proof against the tests. The last column of their tables names files by
 * their paths below `tests`, and parts of their titles in quotes: `server/push: 'news reaches', sw/told`. Files behind
 * `browser:` lie below `tests/journeys`. Any other words before a colon say what a test needs.
 */
import { existsSync, readFileSync } from 'node:fs';

const ENDINGS = ['.test.ts', '.test.tsx', '.spec.ts'];
const FILE = /([a-z0-9-]+(?:\/[a-z0-9-]+)*)(?:: ('[^']+'(?:, '[^']+')*))?(?:, |$)/g;
/** Ids in brackets of an attack's own words, as '(S13, D66)'. */
const MENTIONED = /\(((?:[VHDFS][\d.]+(?:, )?)+)\)/g;

/** The text of a test by its path below `tests`, without its ending; null when there is none. */
export function readTest(path) {
  const files = ENDINGS.map((ending) => `tests/${path}${ending}`).filter((file) => existsSync(file));
  if (files.length === 0) return null;
  return files.map((file) => readFileSync(file, 'utf8').replaceAll("\\'", "'")).join('\n');
}

/**
 * The rows of the tables whose last column is 'test'.
 *
 * @param text the document
 * @returns of each row its name, the ids it proves, whether they are its first cell, the number of its table, and its last cell
 */
export function provedRows(text) {
  const rows = [];
  let columns = null;
  let table = 0;
  for (const line of text.split('\n')) {
    const cells = line.startsWith('| ') ? line.slice(2, -2).split(' | ') : null;
    if (cells && columns?.at(-1) === 'test') {
      const hasId = columns[0] === 'id';
      const ids = hasId
        ? cells[0].split(', ')
        : [...cells[0].matchAll(MENTIONED)].flatMap(([, all]) => all.split(', '));
      rows.push({ name: hasId ? cells[0] : `'${cells[0]}'`, ids, hasId, table, proofs: cells.at(-1) });
    } else if (cells && !columns) {
      columns = cells;
      table += 1;
    } else if (!line.startsWith('|')) columns = null;
  }
  return rows;
}

/** What is wrong with the proofs of a document, a line each: files, titles, ids that no proof cites, and rows out of order. */
export function wrongProofs(text, read = readTest) {
  const rows = provedRows(text);
  return [...rows.flatMap((row) => wrongIn(row, read).map((wrong) => `${row.name}: ${wrong}`)), ...wrongOrder(rows)];
}

function wrongIn({ ids, hasId, proofs }, read) {
  const named = filesIn(proofs);
  if (named === null) return [`its proofs cannot be read: ${proofs}`];
  const wrong = [];
  let all = '';
  for (const { path, titles } of named) {
    const test = read(path);
    if (test === null) {
      wrong.push(`no test is called ${path}`);
      continue;
    }
    all += test;
    for (const title of titles) if (!test.includes(title)) wrong.push(`no title of ${path} has '${title}'`);
    if (hasId && !ids.some((id) => test.includes(`[${id}]`))) wrong.push(`${path} does not cite it`);
  }
  for (const id of ids) if (!all.includes(`[${id}]`)) wrong.push(`none of its tests cites ${id}`);
  return wrong;
}

/** The files of a cell with the parts of their titles; null when it has another form. */
function filesIn(cell) {
  const named = [];
  for (const part of cell.split('; ')) {
    const [, needs, files] = /^(?:([^/']+): )?(.+)$/.exec(part);
    const found = [...files.matchAll(FILE)];
    if (found.map(([all]) => all).join('') !== files) return null;
    for (const [, path, titles = ''] of found) {
      named.push({
        path: needs === 'browser' ? `journeys/${path}` : path,
        titles: [...titles.matchAll(/'([^']+)'/g)].map(([, title]) => title),
      });
    }
  }
  return named;
}

/** In a table the ids of one letter rise, and none has two rows. */
function wrongOrder(rows) {
  const last = new Map();
  return rows.flatMap(({ ids, hasId, table }) => {
    if (!hasId) return [];
    const [id] = ids;
    const place = `${table} ${id[0]}`;
    const before = last.get(place);
    last.set(place, id);
    return before === undefined || Number(before.slice(1)) < Number(id.slice(1))
      ? []
      : [`${id} stands after ${before}`];
  });
}
