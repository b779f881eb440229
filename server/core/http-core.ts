import { fail, ok, type Result } from '#contract/result.ts';
import { type CoreParts, openAsking } from './ask.ts';
import { knownOwners } from './owners.ts';
import type { Core } from './port.ts';

/** The insurer's administration over HTTP, at AMPARO_CORE_URL: the port's calls by the rows of the contract. */
export function openHttpCore(parts: CoreParts): Core {
  const owners = knownOwners();
  const ask = openAsking(parts, owners.of);
  return {
    claim: async (person) => needed(await ask('claim', { person })),
    policiesOf: async (person) => the(await ask('policiesOf', { person }), 'policies'),
    findPolicy: async (person, reference) => {
      const said = await ask('findPolicy', { person, reference });
      if (!said.ok) return said;
      const policy = said.value?.policy ?? null;
      if (policy) owners.note(policy.Policy, person);
      return ok(policy);
    },
    pendingBills: async (policyId) => the(await ask('pendingBills', { policyId }), 'bills'),
    payments: async (policyId) => the(await ask('payments', { policyId }), 'years'),
    documents: async (policyId) => the(await ask('documents', { policyId }), 'documents'),
    versionOf: async (list, policyId) => {
      const name = list === 'payments' ? 'versionOfPayments' : 'versionOfDocuments';
      return versionIn(await ask(name, { policyId }));
    },
    versionOfPolicies: async (person) => versionIn(await ask('versionOfPolicies', { person })),
    readDocument: (policyId, documentId) => ask('readDocument', { policyId, documentId }),
    beneficiaries: async (policyId) => the(await ask('beneficiaries', { policyId }), 'beneficiaries'),
    insuredPersons: async (policyId) => the(await ask('insuredPersons', { policyId }), 'persons'),
    synchronize: async (person) => {
      const said = await ask('synchronize', { person });
      return said.ok ? ok(null) : said;
    },
    paymentAddress: async (order) => the(await ask('paymentAddress', { order }), 'address'),
  };
}

/** A required call that the administration lacks counts as 'core-away'. */
function needed<T>(said: Result<T | null>): Result<T> {
  if (!said.ok) return said;
  return said.value === null ? fail('core-away') : ok(said.value);
}

/** The member of an answer that the port asks for. */
function the<T extends object, M extends keyof T>(said: Result<T | null>, member: M): Result<T[M]> {
  const answer = needed(said);
  return answer.ok ? ok(answer.value[member]) : answer;
}

/** Null where the administration keeps none. */
const versionIn = (said: Result<{ version: string } | null>): Result<string | null> =>
  said.ok ? ok(said.value?.version ?? null) : said;
