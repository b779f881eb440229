import type { ProblemCode } from '#contract/result.ts';
import { type Collection, collections, policies } from './collections.ts';
import type { Mirror } from './mirror.ts';

/** After one of these nothing else would be answered either. */
const endsIt = new Set<ProblemCode>(['offline', 'timeout', 'unauthorised', 'rate-limited', 'unavailable']);

/**
 * Freshens everything that is mirrored, one collection after the other; what was never looked at is not fetched. While the
 * device is locked nothing is asked at all.
 *
 * @returns whether it came to the end of them
 */
export async function freshenKnown(mirror: Pick<Mirror, 'freshen' | 'isKnown' | 'read'>): Promise<boolean> {
  const goesOn = async (collection: Collection<unknown>, policyId?: string): Promise<boolean> => {
    if (!(await mirror.isKnown(collection, policyId))) return true;
    const pulled = await mirror.freshen(collection, policyId);
    return pulled.ok || !endsIt.has(pulled.problem.code);
  };
  const all = Object.values(collections) as Collection<unknown>[];
  // The policies come first: they say what else there is.
  for (const collection of all.filter(({ scope }) => scope === 'customer')) {
    if (!(await goesOn(collection))) return false;
  }
  const { groups } = await mirror.read(policies);
  for (const { Policy } of groups?.flatMap(({ rows }) => rows) ?? []) {
    for (const collection of all.filter(({ scope }) => scope === 'policy')) {
      if (!(await goesOn(collection, Policy))) return false;
    }
  }
  return true;
}
