import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { build, type InlineConfig, type Plugin, type ResolvedConfig } from 'vite';

const NAME = 'sending';

/**
 * Builds the worker's second script (sw/sending.ts) into a separate file, and writes its address and hash into the first script. A
 * classic script can import only classic scripts, so the two share no other file.
 */
export function sendingScript(): { plugin: Plugin; intoWorker(worker: InlineConfig): Promise<void> } {
  let page: ResolvedConfig;
  const folder = () => resolve(page.root, page.build.outDir);
  return {
    plugin: {
      name: 'amparo:sending-script',
      apply: 'build',
      configResolved(config) {
        page = config;
      },
      writeBundle: {
        // This runs before the compression, which packs the files of the folder.
        sequential: true,
        handler: async () => {
          const { root, mode, define } = page;
          await build({
            root,
            mode,
            configFile: false,
            logLevel: 'error',
            publicDir: false,
            define: { ...define, 'process.env.NODE_ENV': '"production"' },
            build: {
              target: page.build.target,
              outDir: folder(),
              emptyOutDir: false,
              lib: { entry: resolve(root, 'sw/sending.ts'), formats: ['iife'], name: NAME },
              rolldownOptions: { output: { entryFileNames: `assets/${NAME}-[hash].js` } },
            },
          });
        },
      },
    },
    async intoWorker(worker) {
      const name = (await readdir(resolve(folder(), 'assets'))).find((one) => /^sending-.*\.js$/.test(one));
      if (!name) throw new Error('the worker has no script to send with');
      const hash = createHash('sha256').update(await readFile(resolve(folder(), 'assets', name)));
      worker.define = {
        ...worker.define,
        __SENDING__: JSON.stringify(`/assets/${name}`),
        __SENDING_HASH__: JSON.stringify(`sha256-${hash.digest('base64')}`),
      };
    },
  };
}
