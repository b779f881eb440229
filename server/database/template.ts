import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * An empty PGlite database, packed. Making one takes four seconds of computing, unpacking one takes one. It is made once per
 * version of PGlite and kept in the folder of caches, for the build and for every test file.
 */
export async function databaseTemplate(root: string): Promise<Uint8Array<ArrayBuffer>> {
  const folder = join(root, 'node_modules', '.cache', 'amparo');
  const path = join(folder, `pglite-${versionOf(root)}.tar.gz`);
  try {
    return new Uint8Array(readFileSync(path));
  } catch {
    const made = await make();
    keep(folder, path, made);
    return made;
  }
}

async function make(): Promise<Uint8Array<ArrayBuffer>> {
  const { PGlite } = await import('@electric-sql/pglite');
  const client = await PGlite.create();
  const packed = await client.dumpDataDir('gzip');
  await client.close();
  return new Uint8Array(await packed.arrayBuffer());
}

/** Written aside and renamed, so that nobody reads half a file. A folder that cannot be written only costs time. */
function keep(folder: string, path: string, bytes: Uint8Array): void {
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${path}.${process.pid}`, bytes);
    renameSync(`${path}.${process.pid}`, path);
  } catch {}
}

function versionOf(root: string): string {
  const manifest = join(root, 'node_modules', '@electric-sql', 'pglite', 'package.json');
  const { version } = createRequire(import.meta.url)(manifest) as { version: string };
  return version;
}
