import type { Policy } from '#contract/policies.ts';
import { policyName } from '#rules/policies.ts';

/** Each policy's name among the others: 'Póliza 2 de 3: Vida Universal'. */
export const policyLabels = (policies: readonly Policy[]): string[] =>
  policies.map((policy, position) => `Póliza ${position + 1} de ${policies.length}: ${policyName(policy)}`);
