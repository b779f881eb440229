/**
 * Keeps the proof column of docs/requirements.md true: for each id, the test files whose titles cite it in brackets, three at
 * most and the number of the others. `node .ci/requirements.mjs` rewrites the column. With --check it only compares.
 *
 * It exits 1 when the document has drifted, when a test cites an id that the document does not know, and when nothing proves
 * an id and its row gives no reason. A reason is written by hand into the column, after a dash: '— the rows below prove it'.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const DOCUMENT = 'docs/requirements.md';
const ROW = /^\| ([VHDFS]\d+(?:\.\d+)?) \| (.*?) \| (.*) \|$/;
const MAX_NAMED_FILES = 3;
const CITED = /\[([VHDFS]\d+(?:\.\d+)?)\]/g;

const proofs = new Map();
for (const file of filesBelow('tests').sort()) {
  for (const [, id] of readFileSync(file, 'utf8').matchAll(CITED)) {
    const files = proofs.get(id) ?? new Set();
    proofs.set(id, files.add(file.replace(/^tests\//, '')));
  }
}

const known = new Set();
const unproved = [];
const before = readFileSync(DOCUMENT, 'utf8');
const after = before
  .split('\n')
  .map((line) => {
    const row = ROW.exec(line);
    if (!row) return line;
    const [, id, words, column] = row;
    known.add(id);
    const files = proofs.get(id);
    if (files) return `| ${id} | ${words} | ${shortList([...files])} |`;
    const reason = /^— \S/.test(column);
    if (!reason) unproved.push(id);
    return `| ${id} | ${words} | ${reason ? column : '—'} |`;
  })
  .join('\n');

const unknown = [...proofs.keys()].filter((id) => !known.has(id));
if (unknown.length > 0) console.error(`cited by a test but not in ${DOCUMENT}: ${unknown.join(', ')}`);
if (unproved.length > 0) console.error(`proved by no test, and the row says no reason: ${unproved.join(', ')}`);
const sound = unknown.length === 0 && unproved.length === 0;

if (process.argv.includes('--check')) {
  if (after !== before) console.error(`${DOCUMENT} has drifted; run: node .ci/requirements.mjs`);
  process.exit(after === before && sound ? 0 : 1);
}
if (after !== before) writeFileSync(DOCUMENT, after);
const proved = [...known].filter((id) => proofs.has(id)).length;
console.log(`${proved} of ${known.size} ids are proved by a test`);
process.exit(sound ? 0 : 1);

function shortList(files) {
  const named = files.slice(0, MAX_NAMED_FILES).map((file) => `\`${file}\``);
  const others = files.length - named.length;
  return named.join(', ') + (others > 0 ? ` +${others}` : '');
}

function filesBelow(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return filesBelow(path);
    return /\.(ts|tsx|mts)$/.test(name) ? [path] : [];
  });
}
