import type { Mutations } from './shape.ts';

// biome-ignore format: one line a mutation
export default { below: 'src/photos', rows: [
  ['F25', 'client.ts', 'answered', 'loop is attempt < 1', 'photos/client', 'a worker that dies is replaced', 'a worker that dies is replaced once'],
  ['F25', 'crew.ts', 'ask', 'call setTimeout is setTimeout(() => undefined, timeoutMs)', 'photos/client', 'after two workers that', 'a worker that does not answer is given up'],
  ['F25', 'crew.ts', 'hire', 'try is try { worker = startWorker(); } catch (error) { throw error; }', 'photos/client', 'a worker that cannot be', 'a worker that cannot be started is reported, never thrown'],
  ['D75', 'place.ts', 'shownPlace', 'drop if tellable', 'photos/place', 'on the photo as it is shown', 'no corners stand where nobody knows how the photo is shown'],
  ['F59', 'crew.ts', 'ask', 'drop call delete', 'photos/client', 'a worker that lives all', 'what waits for the photo worker’s death goes with the photo’s answer'],
  ['F59 F25', 'crew.ts', 'ask', 'drop if', 'photos/client', 'a worker that died between', 'a photo worker that died unasked is asked no more'],
  ['F25', 'scan.ts', 'scanReads', 'call halfReads is true', 'photos/scan', 'fails for ones, which begin', 'a picture with good headers and broken data is refused in every engine'],
  ['F25', 'verify.ts', 'verified', 'drop operand Uint8Array', 'photos/client', 'a result that still has', 'no location data leaves with a photo'],
  ['F25', 'verify.ts', 'verified', 'operand complete is !facts', 'photos/dimensions', 'must be a whole JPEG within', 'a cut-off result is never taken for the photo'],
  ['D10 D87', 'client.ts', 'turn', 'call verified is upright', 'photos/client', 'what comes back turned is', 'a turned photo is whole and without metadata'],
  ['S4 D87', 'paper.ts', 'pagesIn', 'call isSame is true', 'photos/paper', 'not ours to the last byte', 'only a file that we wrote is taken apart'],
  ['F25', 'client.ts', 'compressOne', 'call inTime is fromPage(photo.bytes, maxEdge, (...picture) => compressInPage(answer.library, ...picture))', 'photos/client', 'never ends its decoding', 'a page that never ends its decoding holds up no other photo'],
] } satisfies Mutations;
