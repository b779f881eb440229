import type { Beneficiary } from '#contract/policies.ts';
import { beneficiaryRoleLabel } from './people.ts';

export interface Shares {
  /** Whose stones the arch is made of, in the order of the list, each with its part of the arch, from 0 to 1. */
  stones: readonly { person: Beneficiary; part: number }[];
  /** What the stones add up to, in percent; null when a share is unknown, and then all stones are of one length. */
  sum: number | null;
  /** What is given to nobody, in percent. */
  missing: number;
}

/** So far from the whole, in percent, a sum is a rounded one: three thirds may come as 33.33 each. */
const ROUNDING = 0.5;

/**
 * How the benefit is shared out. Contingent beneficiaries have no stone when with them it would be more than all of it, or when only
 * their shares are unknown: they receive nothing while the others live.
 */
export function sharesOf(people: readonly Beneficiary[]): Shares {
  const principal = people.filter(({ Role }) => beneficiaryRoleLabel(Role) !== 'Beneficiario contingente');
  const all = addedUp(people);
  const isOther = all === null ? addedUp(principal) !== null : all > 100 + ROUNDING;
  const shared = principal.length > 0 && isOther ? principal : people;
  const added = shared === people ? all : addedUp(shared);
  if (added === null)
    return { stones: shared.map((person) => ({ person, part: 1 / shared.length })), sum: null, missing: 0 };
  const sum = Math.abs(added - 100) < ROUNDING ? 100 : added;
  const missing = Math.max(0, 100 - sum);
  const stones = shared.map((person) => ({ person, part: (person.ParticipationPercentage ?? 0) / (added + missing) }));
  return { stones: stones.filter(({ part }) => part > 0), sum, missing };
}

/** Null when one of them is no share of a whole, and when all are nothing. */
function addedUp(people: readonly Beneficiary[]): number | null {
  const shares = people.map(({ ParticipationPercentage: share }) => share ?? -1);
  return shares.every((share) => share >= 0 && share <= 100)
    ? shares.reduce((sum, share) => sum + share, 0) || null
    : null;
}
