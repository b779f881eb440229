import type { Mutations } from './shape.ts';

// biome-ignore format: one line a mutation
export default { below: 'src/senses', rows: [
  ['F27', 'page.ts', 'beforeItEnds', 'drop element hidden', 'outbox/hooks', 'a form opens with its draft', 'delayed changes are written when the page is hidden'],
] } satisfies Mutations;
