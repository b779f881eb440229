import type { Mutations } from './shape.ts';

// biome-ignore format: one line a mutation
export default { below: 'src/api', rows: [
  ['F8', 'by-fetch.ts', 'exchange', "string manual is 'follow'", 'api/api', '[S12] carries no cookies', 'a redirect is not followed'],
  ['S10', 'by-fetch.ts', 'exchange', "string omit is 'include'", 'api/api', '[S12] carries no cookies', 'no call carries a cookie'],
  ['S12', 'by-fetch.ts', 'exchange', "string no-store is 'default'", 'api/api', '[S12] carries no cookies', 'no answer stays in the browser’s cache'],
  ['F8', 'by-fetch.ts', 'exchange', 'drop operand redirected', 'api/api', 'that came through a redirect', 'an answer that came through a redirect counts as nonsense'],
  ['F28', 'by-fetch.ts', 'defaultTimeout', 'return DEFAULT_TIMEOUT_MS is DEFAULT_TIMEOUT_MS + 0', 'api/api', 'to a large upload counts', 'the time for an upload grows with its size'],
  ['F28', 'by-xhr.ts', 'byXhr', 'drop call onProgress', 'journeys/faults/line', 'a large upload on a breaking', 'the progress of an upload is shown'],
  ['F8', 'by-xhr.ts', 'answerOf', 'drop if responseURL', 'api/by-xhr', 'that ended at another address', 'an upload that ended at another address counts as nonsense'],
  ['F7', 'changes.ts', 'changesIn', 'drop operand versionOf', 'mirror/changes', '[F7] an answer that', 'changed rows must match their version'],
  ['F7', 'create-api.ts', 'exchanged', 'drop operand delta-base', 'mirror/changes', '[F7] an answer that', 'changes are merged only into the version they are based on'],
  ['D51', 'create-api.ts', 'ofNewer', 'drop operand maintenance', 'api/api', 'newer than the app leaves a maintenance one', 'a maintenance of a newer server leaves no request that may have been done'],
  ['F38', 'problem.ts', 'codeOf', 'condition core-away is false', 'server/core/core-away', 'a device goes on showing', 'the app recognises it by its code'],
  ['F10', 'problem.ts', 'retryAfterOf', 'drop if test', 'api/api', 'with Retry-After', 'Retry-After is read in seconds'],
  ['F7', 'read-together.ts', 'readAnswers', 'drop if every', 'session/read-together', 'with %s leaves each to its own call, and is asked for again', 'a backend that leaves all for later is not asked for ever'],
  ['D69', 'read-together.ts', 'readAnswers', 'drop call turn', 'api/api', 'many answers are read a stretch', 'many answers are not read in one task'],
] } satisfies Mutations;
