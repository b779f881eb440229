import type { Mutations } from './shape.ts';

// biome-ignore format: one line a mutation
export default { below: 'src/screens', rows: [
  ['D70', 'shown.tsx', 'Shown', 'attribute title 3 is empty.title', 'features/documents/documents', 'an empty list says so; a', 'a part that failed and never came is not taken for an empty one'],
  ['D71', 'use-marks.ts', 'seeing', 'condition partial is false', 'features/payments/payments', 'an open payment stays open when the', 'what a list brings while it is being opened is no news'],
] } satisfies Mutations;
