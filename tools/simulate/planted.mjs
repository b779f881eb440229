import { readFileSync } from 'node:fs';
import { transformWithOxc } from 'vite';

const LIST = 'tests/world/planted.ts';

/** The rows of tests/world/planted.ts, in order. `file` is a path from the root. */
export async function readPlanted() {
  const { code } = await transformWithOxc(readFileSync(LIST, 'utf8'), LIST);
  const { default: rows } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return rows.map(([file, place, mutation, protects]) => ({ file, place, mutation, protects }));
}
