import type { Plugin, Rolldown } from 'vite';

/** Chromium, from 136 on, compiles the functions of a file that begins so as it reads it. Others take it for a comment. */
const EAGERLY = '//# allFunctionsCalledOnLoad\n';

/** What a launch runs before home answers. The check of the build (tools/check/budgets.mjs) looks whether all of it is named here. */
const wayHome = ['rolldown-runtime', 'react', 'standing', 'start', 'libraries', 'home'];

/**
 * Chromium reads no code cache for modules, so each function was compiled at its first call: 1,850 of them on the page's own thread, an
 * eighth of what a launch costs it. A thread beside it does that now.
 */
export const compileBeside = (): Plugin => ({
  name: 'amparo:compile-beside',
  apply: 'build',
  // A file's name never stands for other bytes.
  augmentChunkHash: (chunk) => (isOnTheWay(chunk) ? EAGERLY : undefined),
  generateBundle: {
    // The line has to be the first one; the build puts its list of parts before the code.
    order: 'post',
    handler(_, bundle) {
      for (const part of Object.values(bundle))
        if (part.type === 'chunk' && isOnTheWay(part)) part.code = EAGERLY + part.code;
    },
  },
});

const isOnTheWay = ({ name }: Pick<Rolldown.OutputChunk, 'name'>) => wayHome.includes(name);
