import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import type { ManifestTransform } from 'workbox-build';

/**
 * Adds to each entry of the worker's manifest the hash of its bytes, and to those the start page needs that it does. What the
 * start page needs comes first, then what home needs, then the rest.
 */
export function listForWorker(): { plugin: Plugin; transform: ManifestTransform } {
  let folder = '';
  const hashOf = (url: string) =>
    createHash('sha256')
      .update(readFileSync(resolve(folder, url)))
      .digest('base64');
  return {
    plugin: {
      name: 'amparo:list-for-worker',
      apply: 'build',
      configResolved({ root, build }) {
        folder = resolve(root, build.outDir);
      },
    },
    transform: (entries) => {
      const manifest = entries
        .map((entry) => ({
          ...entry,
          integrity: `sha256-${hashOf(entry.url)}`,
          ...(rank(entry.url) === 0 && { shell: true }),
        }))
        .sort((a, b) => rank(a.url) - rank(b.url) || b.size - a.size);
      return { manifest, warnings: [] };
    },
  };
}

/** 0: the start page needs it; 1: home; 2: another screen. */
function rank(url: string): 0 | 1 | 2 {
  if (/^(index\.html|boot\.js|assets\/(index|rolldown-runtime|shell|start)-.*)$/.test(url)) return 0;
  return /^assets\/(home|instrument)-/.test(url) ? 1 : 2;
}
