import { ok } from '#contract/result.ts';
import type { Core } from './port.ts';

/** An insurer that knows nobody: what runs when no policy administration is connected. */
export const emptyCore: Core = {
  claim: async () => ok({ answer: 'no' }),
  policiesOf: async () => ok([]),
  findPolicy: async () => ok(null),
  pendingBills: async () => ok([]),
  payments: async () => ok([]),
  documents: async () => ok([]),
  versionOf: async () => ok(null),
  versionOfPolicies: async () => ok(null),
  readDocument: async () => ok(null),
  beneficiaries: async () => ok([]),
  insuredPersons: async () => ok([]),
  synchronize: async () => ok(null),
  paymentAddress: async () => ok(null),
};
