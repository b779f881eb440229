import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The name of a sheet's class in the build: its own, and four letters of its file. Each of a thousand classes stands in a script
 * and in a sheet, so it says no more. It is the same on every machine.
 *
 * @param file path of the sheet, which may end in a query
 */
export function className(name: string, file: string): string {
  const [path = ''] = relative(root, file).split('?');
  const letters = createHash('sha256').update(path).digest('hex').slice(0, 8);
  return `_${name}_${Number.parseInt(letters, 16).toString(36).padStart(4, '0').slice(-4)}`;
}
