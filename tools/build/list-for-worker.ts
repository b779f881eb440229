import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import type { ManifestTransform } from 'workbox-build';

/** The files that a customer needs before asking for a screen, in the order in which they are needed. */
type Stages = Map<string, 'shell' | 'next'>;

/**
 * Adds to each entry of the worker's manifest the hash of its bytes, and marks those that the start page needs. These come
 * first, then what takes the page over at the first touch, then the rest. What imports what decides.
 *
 * A device keeps a file with the headers that it came with. So these count in the version of a page and in the name of a worker's
 * script, which has a policy of its own.
 *
 * @param headers what the server sends with them, as one text
 */
export function listForWorker(headers: string): { plugin: Plugin; ofWorkers: Plugin; transform: ManifestTransform } {
  let folder = '';
  let stages: Stages = new Map();
  const hashOf = (url: string) =>
    createHash('sha256')
      .update(readFileSync(resolve(folder, url)))
      .digest('base64');
  return {
    plugin: {
      name: 'amparo:list-for-worker',
      apply: 'build',
      // By then each chunk knows its style sheets.
      enforce: 'post',
      configResolved({ root, build }) {
        folder = resolve(root, build.outDir);
      },
      generateBundle(_, bundle) {
        stages = stagesOf(bundle);
      },
    },
    ofWorkers: { name: 'amparo:named-by-headers', augmentChunkHash: () => headers },
    transform: (entries) => {
      const listed = entries.map((entry) => ({
        ...entry,
        // A hashed name has none.
        ...(entry.revision && {
          revision: createHash('md5')
            .update(entry.revision + headers)
            .digest('hex'),
        }),
        integrity: `sha256-${hashOf(entry.url)}`,
        ...(stages.get(entry.url) === 'shell' && { shell: true }),
      }));
      const needed = [...stages.keys()].flatMap((url) => listed.filter((entry) => entry.url === url));
      const rest = listed.filter(({ url }) => !stages.has(url)).sort((a, b) => b.size - a.size);
      return { manifest: [...needed, ...inTurn(rest)], warnings: [] };
    },
  };
}

/** The shell is the page with all that it imports. Next is what these files import later, in their order, and their fonts. */
function stagesOf(bundle: Rolldown.OutputBundle): Stages {
  const stages: Stages = new Map();
  const chunkOf = (name: string) => (bundle[name]?.type === 'chunk' ? bundle[name] : null);
  const reach = (name: string, stage: 'shell' | 'next') => {
    if (stages.has(name)) return;
    stages.set(name, stage);
    const chunk = chunkOf(name);
    for (const inner of [...(chunk?.imports ?? []), ...(chunk?.viteMetadata?.importedCss ?? [])]) reach(inner, stage);
  };
  for (const { type, fileName } of Object.values(bundle))
    if (type === 'asset' && /\.html$/.test(fileName)) reach(fileName, 'shell');
  for (const part of Object.values(bundle)) if (part.type === 'chunk' && part.isEntry) reach(part.fileName, 'shell');
  const shell = [...stages.keys()].flatMap((name) => chunkOf(name) ?? []);
  for (const { dynamicImports, viteMetadata } of shell)
    for (const name of [...dynamicImports, ...(viteMetadata?.importedAssets ?? [])]) reach(name, 'next');
  return stages;
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
