import { readdir, readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Plugin } from 'vite';

/**
 * Writes each hashed script, stylesheet and WebAssembly with the best compression beside it. Compressing takes seconds, for which the
 * first customer of a version would otherwise wait.
 */
export function packAssets(): Plugin {
  let folder = '';
  return {
    name: 'amparo:pack-assets',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir, 'assets');
    },
    async writeBundle() {
      const names = (await readdir(folder)).filter((name) => /\.(js|css|wasm)$/.test(name));
      await Promise.all(
        names.map(async (name) => {
          const plain = await readFile(resolve(folder, name));
          if (plain.length > 1024)
            await writeFile(resolve(folder, `${name}.br`), await promisify(brotliCompress)(plain));
        }),
      );
    },
  };
}
