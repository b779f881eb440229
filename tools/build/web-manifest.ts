import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/**
 * Copies the manifest into the build under its own name. Vite would hash the name of a linked manifest, but an installed app
 * is recognised by the manifest's address.
 */
export function webManifest(): Plugin {
  return {
    name: 'amparo:web-manifest',
    generateBundle() {
      const source = readFileSync(new URL('../../manifest.webmanifest', import.meta.url), 'utf8');
      this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source });
    },
  };
}
