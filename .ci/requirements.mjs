/**
 * Keeps the proof column of docs/requirements.md true: for each id, the test files whose titles cite it in brackets.
 * `node .ci/requirements.mjs` rewrites the column; with --check it only compares and exits 1 when the document has drifted or a
 * test cites an id that the document does not know.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const DOCUMENT = 'docs/requirements.md';
const ROW = /^\| ([VHDFS]\d+(?:\.\d+)?) \| (.*?) \| (.*) \|$/;
const CITED = /\[([VHDFS]\d+(?:\.\d+)?)\]/g;

const proofs = new Map();
for (const file of filesBelow('tests').sort()) {
  for (const [, id] of readFileSync(file, 'utf8').matchAll(CITED)) {
    const files = proofs.get(id) ?? new Set();
    proofs.set(id, files.add(file.replace(/^tests\//, '')));
  }
}

const known = new Set();
const before = readFileSync(DOCUMENT, 'utf8');
const after = before
  .split('\n')
  .map((line) => {
    const row = ROW.exec(line);
    if (!row) return line;
    const [, id, words] = row;
    known.add(id);
    const files = [...(proofs.get(id) ?? [])].map((file) => `\`${file}\``).join(', ');
    return `| ${id} | ${words} | ${files || '—'} |`;
  })
  .join('\n');

const unknown = [...proofs.keys()].filter((id) => !known.has(id));
if (unknown.length > 0) console.error(`cited by a test but not in ${DOCUMENT}: ${unknown.join(', ')}`);

if (process.argv.includes('--check')) {
  if (after !== before) console.error(`${DOCUMENT} has drifted; run: node .ci/requirements.mjs`);
  process.exit(after === before && unknown.length === 0 ? 0 : 1);
}
if (after !== before) writeFileSync(DOCUMENT, after);
const proved = [...known].filter((id) => proofs.has(id)).length;
console.log(`${proved} of ${known.size} ids are proved by a test`);
process.exit(unknown.length === 0 ? 0 : 1);

function filesBelow(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return filesBelow(path);
    return /\.(ts|tsx|mts)$/.test(name) ? [path] : [];
  });
}
