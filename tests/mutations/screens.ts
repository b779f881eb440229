import type { Mutations } from './shape.ts';

// biome-ignore format: one line a mutation
export default { below: 'src/screens', rows: [
  ['D70', 'shown.tsx', 'Shown', 'attribute title 3 is empty.title', 'features/documents/documents', 'an empty list says so; a', 'a part that failed and never came is not taken for an empty one'],
  ['H2.55', 'use-policy-title.ts', 'usePolicyName', 'call policyNames is new Map(all.map((policy) => [policy, policy.ProductName] as const))', 'features/health-card/health-card', 'the card of one of two policies', 'two policies of one product are told apart in a short line'],
  ['D71', 'use-marks.ts', 'seeing', 'condition partial is false', 'features/payments/payments', 'an open payment stays open when the', 'what a list brings while it is being opened is no news'],
] } satisfies Mutations;
