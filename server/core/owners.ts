import type { Identity } from '#rules/identity.ts';

/** More policies than are asked about at once, by far. */
const MOST_KNOWN = 10_000;

export interface Owners {
  /** Notes whose a policy is, as the administration has just said. */
  note(policyId: string, person: Identity): void;
  /** Whose it is; undefined while nobody has asked for it as theirs here. */
  of(policyId: string): string | undefined;
}

/** One text for one person. */
export const personText = ({ country, kind, number }: Identity): string => JSON.stringify([country, kind, number]);

/** Whose the policies are that were asked about last, since a call names the policy alone. */
export function knownOwners(most = MOST_KNOWN): Owners {
  const known = new Map<string, string>();
  return {
    note(policyId, person) {
      known.delete(policyId);
      known.set(policyId, personText(person));
      const [oldest] = known.keys();
      if (known.size > most && oldest !== undefined) known.delete(oldest);
    },
    of: (policyId) => known.get(policyId),
  };
}
