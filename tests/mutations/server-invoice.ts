import type { Mutations } from './shape.ts';

// biome-ignore format: one line a mutation
export default { below: 'server/invoice', rows: [
  ['S27', 'pictures.ts', 'codesOf', 'drop if MAX_PIXELS', 'server/invoice-pictures', 'a picture of gigapixels is', 'a picture of more pixels than are safe is not decoded'],
  ['S27', 'pictures.ts', 'codesOf', ['{ signal: AbortSignal.timeout(this.longestMs) }', '{}'], 'server/invoice-pictures', 'a picture that takes for', 'a picture that takes for ever is given up'],
  ['S27', 'pictures.ts', 'codesOf', 'drop call end', 'server/invoice-pictures', 'a picture that takes for', 'after a picture that is given up, a new thread searches'],
] } satisfies Mutations;
