import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import type { ManifestTransform } from 'workbox-build';

/**
 * Adds to each entry of the worker's manifest the hash of its bytes, and marks those that the start page needs. These come
 * first, then React, then home, then the rest.
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
      const needed = manifest.filter(({ url }) => rank(url) < 3);
      return { manifest: [...needed, ...inTurn(manifest.slice(needed.length))], warnings: [] };
    },
  };
}

/** Sorts them as the largest, the smallest, the next largest and so on, so that small files travel beside large ones. */
function inTurn<T>(byFallingSize: readonly T[]): T[] {
  const left = [...byFallingSize];
  const turns: T[] = [];
  while (left.length > 0) {
    const next = turns.length % 2 === 0 ? left.shift() : left.pop();
    if (next) turns.push(next);
  }
  return turns;
}

/** 0: the start page opens with it; 1: it takes the page over at the first touch; 2: home; 3: another screen. */
function rank(url: string): 0 | 1 | 2 | 3 {
  if (/^(index\.html|assets\/(index|rolldown-runtime|shell)-.*)$/.test(url)) return 0;
  if (/^assets\/(react|start)-/.test(url)) return 1;
  return /^assets\/(home|libraries|instrument)-/.test(url) ? 2 : 3;
}
