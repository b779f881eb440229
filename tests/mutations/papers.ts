import type { Mutations } from './shape.ts';

// biome-ignore format: one line a mutation
export default { below: 'src/papers', rows: [
  ['F25', 'client.ts', 'asked', 'drop if answer', 'papers/client', 'a worker that does not answer', 'a worker that does not answer for a paper is replaced'],
  ['D75', 'client.ts', '', ['found ?? known.delete(held)', 'found'], 'papers/client', 'one that could not be searched', 'a photo that could not be searched is searched again'],
  ['D75', 'search.ts', 'searchPhoto', ['steady() - begun > LATE_MS', 'begun < 0'], 'papers/search', 'no further search begins', 'nobody waits for more than 1.2 seconds for another search'],
  ['D75', 'search.ts', 'searchPhoto', ['Math.min(edge, WHOLE_EDGE)', 'edge'], 'papers/search', 'of more pixels than a phone', 'no photo is searched at more than 5,000 pixels'],
] } satisfies Mutations;
