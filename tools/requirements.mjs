/**
 * Keeps the proof column of docs/requirements.md up to date. For each id it names the test files that cite it in brackets:
 * three at most, and the number of the others. `npm run requirements` rewrites the column. With --check it compares.
 *
 * It exits 1 when the document has drifted, when a test cites an unknown id, and when no test cites an id whose row gives no
 * reason. A reason is written into the column by hand, after a dash: '— the rows below prove it'. It also exits 1 when a proof
 * of docs/faults.md or docs/attacks.md is wrong, or a fault or an attack has no row in docs/faults.md.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { provedRows, wrongProofs } from './requirements/named-proofs.mjs';

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

const ids = new Set();
const unproved = [];
const before = readFileSync(DOCUMENT, 'utf8');
const after = before
  .split('\n')
  .map((line) => {
    const row = ROW.exec(line);
    if (!row) return line;
    const [, id, text, column] = row;
    ids.add(id);
    const files = proofs.get(id);
    if (files) return `| ${id} | ${text} | ${shortList([...files])} |`;
    const reason = /^— \S/.test(column);
    if (!reason) unproved.push(id);
    return `| ${id} | ${text} | ${reason ? column : '—'} |`;
  })
  .join('\n');

const unknown = [...proofs.keys()].filter((id) => !ids.has(id));
if (unknown.length > 0) console.error(`cited by a test but not in ${DOCUMENT}: ${unknown.join(', ')}`);
if (unproved.length > 0) console.error(`proved by no test, and the row says no reason: ${unproved.join(', ')}`);
const wrong = ['docs/faults.md', 'docs/attacks.md'].flatMap((file) =>
  wrongProofs(readFileSync(file, 'utf8')).map((line) => `${file}: ${line}`),
);
const told = new Set(provedRows(readFileSync('docs/faults.md', 'utf8')).flatMap((row) => (row.hasId ? row.ids : [])));
const untold = [...ids].filter((id) => /^[FS]/.test(id) && !told.has(id));
if (untold.length > 0) wrong.push(`docs/faults.md has no row of ${untold.join(', ')}`);
for (const line of wrong) console.error(line);
const sound = unknown.length === 0 && unproved.length === 0 && wrong.length === 0;

if (process.argv.includes('--check')) {
  if (after !== before) console.error(`${DOCUMENT} has drifted; run: npm run requirements`);
  process.exit(after === before && sound ? 0 : 1);
}
if (after !== before) writeFileSync(DOCUMENT, after);
const proved = [...ids].filter((id) => proofs.has(id)).length;
console.log(`${proved} of ${ids.size} ids are proved by a test`);
process.exit(sound ? 0 : 1);

function shortList(files) {
  const named = files.slice(0, MAX_NAMED_FILES).map((file) => `\`${file}\``);
  const others = files.length - named.length;
  return named.join(', ') + (others > 0 ? ` +${others}` : '');
}

function filesBelow(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    // What a mutation cites proves nothing by itself.
    if (statSync(path).isDirectory()) return path === 'tests/mutations' ? [] : filesBelow(path);
    return /\.(ts|tsx|mts)$/.test(name) ? [path] : [];
  });
}
