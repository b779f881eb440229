import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { Dexie } from 'dexie';
import { parseSync } from 'vite';

const root = resolve(import.meta.dirname, '../..');

/** A place in the tree where a writing transaction begins. */
export interface Place {
  /** 'src/outbox/items.ts change'. */
  name: string;
  file: string;
  line: number;
}

/** Every place in the tree where a writing transaction begins, named by its file and the function around it. */
export function writingPlaces(): Place[] {
  return ['src', 'sw'].flatMap(filesBelow).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    if (!text.includes("'rw'")) return [];
    const { program } = parseSync(file, text);
    return beginnings(program as unknown as Node, []).map(({ at, names }) => {
      const { length } = text.slice(0, at).split('\n');
      return { name: `${file} ${names.at(-1) ?? ''}`, file, line: length };
    });
  });
}

type Node = { type: string; [member: string]: unknown };

/** The calls `….transaction('rw', …)` below a node, with the names of the functions around each. */
function beginnings(node: Node, names: readonly string[]): { at: number; names: readonly string[] }[] {
  const inside = [...names, ...nameOf(node)];
  const children = Object.values(node).flat().filter(isNode);
  const own =
    node.type === 'CallExpression' && isWriting(node) ? [{ at: endOf(node.callee as Node), names: inside }] : [];
  return [...own, ...children.flatMap((child) => beginnings(child, inside))];
}

/** The line of a call is that of the method's name, as in a stack. */
const endOf = (callee: Node): number => ((callee.property as Node).start as number) ?? 0;

function isWriting({ callee, arguments: given }: Node): boolean {
  const { type, property } = callee as Node;
  const [mode] = given as Node[];
  const isTransaction = type === 'MemberExpression' && (property as Node).name === 'transaction';
  return isTransaction && typeof mode?.value === 'string' && mode.value.startsWith('rw');
}

/** The name that a function gets where it is made; none for other nodes. */
function nameOf({ type, id, key, init, value }: Node): string[] {
  const isFunction = (made: unknown) => isNode(made) && /^(Arrow)?Function(Expression)?$/.test(made.type);
  if (type === 'FunctionDeclaration') return [(id as Node).name as string];
  if (type === 'VariableDeclarator' && isFunction(init)) return [(id as Node).name as string];
  if ((type === 'Property' || type === 'MethodDefinition') && isFunction(value)) return [(key as Node).name as string];
  return [];
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(join(root, path)).isDirectory()) return filesBelow(path);
    return /\.tsx?$/.test(name) ? [relative('.', path)] : [];
  });
}

let losing: Place | null = null;
let lost = 0;

/**
 * Loses the answer to the first commit of a transaction that begins at this place while `run` runs: all of it is on the
 * device, and the page is told that its connection was lost. The databases must have been created after `installed`.
 */
export async function losingAnswer<T>(
  place: Place | null,
  run: () => Promise<T>,
): Promise<{ result: T; lost: number }> {
  losing = place;
  lost = 0;
  try {
    return { result: await run(), lost };
  } finally {
    losing = null;
  }
}

/** Stands between Dexie and `heal`, which repeats what was lost. Returns a function that takes it away. */
export function installed(): () => void {
  const prototype = Dexie.prototype as unknown as { transaction: (...request: unknown[]) => Promise<unknown> };
  const { transaction } = prototype;
  prototype.transaction = function (...request) {
    const place = losing;
    const isThere = place !== null && lost === 0 && !Dexie.currentTransaction && isFrom(place, new Error().stack ?? '');
    if (isThere) lost += 1;
    const running = transaction.apply(this, request);
    if (!isThere) return running;
    return running.then(() => {
      throw new Dexie.DatabaseClosedError('the connection was lost after the commit');
    });
  };
  return () => {
    prototype.transaction = transaction;
  };
}

const isFrom = ({ file, line }: Place, stack: string): boolean => stack.includes(`${file}:${line}:`);
