import type { Mutations } from './shape.ts';

// biome-ignore format: one line a mutation
export default { below: 'src/senses', rows: [
  ['F27', 'page.ts', 'beforeItEnds', 'drop element hidden', 'outbox/hooks', 'a form opens with its draft', 'delayed changes are written when the page is hidden'],
  ['D29', 'part.ts', 'part', 'drop operand hasFailed', 'senses/part', 'that fails once more is brought', 'a part that fails once more is brought by another page'],
  ['D29', 'part.ts', 'isOldAndAnswered', 'drop comparison YOUNG_MS', 'senses/part', 'no page is loaded again', 'a page without one of its parts is not loaded again without end'],
] } satisfies Mutations;
