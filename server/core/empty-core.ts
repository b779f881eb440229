import type { Core } from './port.ts';

/** An insurer that knows nobody: what runs when no policy administration is connected. */
export const emptyCore: Core = {
  claim: async () => ({ answer: 'no' }),
  policiesOf: async () => [],
  findPolicy: async () => null,
  pendingBills: async () => [],
  payments: async () => [],
  documents: async () => [],
  readDocument: async () => null,
  beneficiaries: async () => [],
  insuredPersons: async () => [],
  synchronize: async () => {},
  paymentAddress: async () => null,
};
