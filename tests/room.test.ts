import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

/**
 * A write of the device makes room first: at its quota Chromium refuses every transaction that puts something (F16). So each
 * is inside what is given to `withRoom` or `ifRoom`, or in a function that is called there alone, or has a reason here.
 */
const reasons: Record<string, string> = {
  'src/database/open.ts createDatabase':
    'a new database takes the row if it fits, and a raised one is not open yet, so that nothing can give way',
  'src/database/storage.ts evict': 'is what makes the room, and tries what puts by itself',
  'src/mirror/create-mirror.ts write': 'the outbox runs it with the receipt, inside its withRoom',
  'src/mirror/pulls.ts put': '`writing` runs it in the room that `replace` chose',
  'src/mirror/pulls.ts confirmOne': '`writing` runs it in withRoom',
  'src/session/ended.ts end': 'the ending is tried with its mark in ifRoom, and then without',
};

const root = resolve(import.meta.dirname, '..');
const files = ['src', 'sw'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => posix.join(folder, file)),
);

type Node = { type: string; start: number; end: number; [member: string]: unknown };
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** A node of interest, with the functions around it from the innermost on, and whether one of them is given to a maker of room. */
interface Found {
  name: string;
  around: string[];
  inRoom: boolean;
}
interface Source {
  file: string;
  writes: Found[];
  /** Every use of a name, but its declaration. */
  uses: Found[];
  /** Where imported names are from. */
  imports: Map<string, { file: string; name: string }>;
}

/** Dexie's own names, and those that others have too. */
const dexies = /^(bulkPut|bulkAdd|bulkUpdate|upsert|modify)$/;
const shared = /^(put|add|update)$/;
const isTable = /\bdb\b[.[]|\.table\(/;

function read(file: string, text: string): Source {
  const source: Source = { file, writes: [], uses: [], imports: new Map() };
  visit(parseSync(file, text).program as unknown as Node, [], false, null);
  return source;

  function visit(node: Node, around: string[], inRoom: boolean, parent: Node | null): void {
    if (node.type === 'ImportDeclaration') return void noteImports(node);
    if (node.type === 'TSTypeQuery') return;
    const name = nameOf(node);
    const here = name === null ? around : [name, ...around];
    if (node.type === 'Identifier' && !isDeclaration(node, parent))
      source.uses.push({ name: node.name as string, around, inRoom });
    const callee = node.type === 'CallExpression' ? (node.callee as Node) : null;
    if (callee?.type === 'MemberExpression') {
      const method = (callee.property as Node).name as string;
      const on = callee.object as Node;
      const isWrite = dexies.test(method) || (shared.test(method) && isTable.test(`${text.slice(on.start, on.end)}.`));
      if (isWrite) source.writes.push({ name: method, around, inRoom });
    }
    const makesRoom = callee?.type === 'Identifier' && /^(withRoom|ifRoom)$/.test(callee.name as string);
    for (const [member, value] of Object.entries(node)) {
      const inside = inRoom || (makesRoom && member === 'arguments');
      for (const child of [value].flat()) if (isNode(child)) visit(child, here, inside, node);
    }
  }

  function noteImports({ source: from, specifiers }: Node): void {
    const given = (from as Node).value as string;
    const target = given.startsWith('#') ? given.replace('#', 'src/') : posix.join(posix.dirname(file), given);
    for (const { local, imported } of specifiers as Node[]) {
      if (imported)
        source.imports.set((local as Node).name as string, { file: target, name: (imported as Node).name as string });
    }
  }
}

/** The name that a function gets where it is made. */
function nameOf({ type, id, key, init, value }: Node): string | null {
  const isFunction = (made: unknown) => isNode(made) && /^(Arrow)?Function(Expression)?$/.test(made.type);
  if (type === 'FunctionDeclaration') return (id as Node).name as string;
  if (type === 'VariableDeclarator' && isFunction(init)) return ((id as Node).name as string) ?? null;
  if ((type === 'Property' || type === 'MethodDefinition') && isFunction(value))
    return ((key as Node).name as string) ?? null;
  return null;
}

function isDeclaration(node: Node, parent: Node | null): boolean {
  if (!parent) return false;
  if (/^(Function|VariableDeclarator)/.test(parent.type) && parent.id === node) return true;
  if (/^(Arrow)?Function/.test(parent.type) && (parent.params as Node[]).includes(node)) return true;
  const isName = parent.type === 'MemberExpression' ? parent.property === node : parent.key === node;
  return isName && parent.computed !== true && parent.value !== node;
}

/** The writes of these sources that no room is made for, as file and innermost function. */
function bare(sources: readonly Source[]): string[] {
  const callers = new Map<string, { file: string; use: Found }[]>();
  for (const { file, uses, imports } of sources) {
    for (const use of uses) {
      const from = imports.get(use.name) ?? { file, name: use.name };
      const place = `${from.file} ${from.name}`;
      const known = callers.get(place) ?? [];
      known.push({ file, use });
      callers.set(place, known);
    }
  }
  const hasRoom = (file: string, { around: [name], inRoom }: Found, seen: readonly string[]): boolean => {
    const place = `${file} ${name}`;
    if (inRoom || place in reasons) return true;
    if (name === undefined || seen.includes(place)) return false;
    const calling = callers.get(place) ?? [];
    return calling.length > 0 && calling.every((one) => hasRoom(one.file, one.use, [...seen, place]));
  };
  return sources.flatMap(({ file, writes }) =>
    writes
      .filter((write) => !hasRoom(file, write, []))
      .map(({ around, name }) => `${file} ${around[0] ?? ''}: ${name}`),
  );
}

const sources = files.map((file) => read(file, readFileSync(join(root, file), 'utf8')));

test('[F16] every write of the device makes room, or says why not', () => {
  expect(bare(sources)).toEqual([]);
});

test('[F16] the writes of the tree are found, and every reason is of one', () => {
  const writing = sources.flatMap(({ file, writes }) => writes.map(({ around }) => `${file} ${around[0]}`));
  expect(writing.length).toBeGreaterThan(50);
  expect(Object.keys(reasons).filter((place) => !writing.includes(place))).toEqual([]);
});

test.each([
  ['in a transaction', "const save = (db) => db.transaction('rw', db.vault, () => db.vault.put(row));", 1],
  ['by the name of a table', 'const save = (db) => db.table(name).put(row);', 1],
  ['of what was found', 'const save = (found) => found.modify({ read: true });', 1],
  ['inside room', 'const save = (db) => withRoom(db, () => db.vault.put(row));', 0],
  [
    'in a function that is called inside room',
    'const save = (db) => db.drafts.add(row); withRoom(db, () => save(db));',
    0,
  ],
  [
    'in one that is called outside too',
    'const save = (db) => db.drafts.add(row); ifRoom(() => save(db)); save(db);',
    1,
  ],
  ['in one that nobody calls', 'function save(db) { return db.drafts.update(key, row); }', 1],
  ['of a set', 'const save = (known) => known.add(row);', 0],
])('a write %s is seen', (_, text, count) => {
  expect(bare([read('src/made-up.ts', text)])).toHaveLength(count);
});
