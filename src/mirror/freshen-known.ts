import type { ProblemCode } from '#contract/result.ts';
import { type Collection, collections, policies } from './collections.ts';
import type { Mirror } from './mirror.ts';

/** After one of these nothing else would be answered either. */
const endsIt = new Set<ProblemCode>(['offline', 'timeout', 'unauthorised', 'rate-limited', 'unavailable']);

/**
 * Freshens everything that is mirrored. One request asks what of the policies has changed, and only that is pulled. What was
 * never looked at is not fetched. While the device is locked nothing is asked at all.
 *
 * @returns whether it came to the end of them
 */
export async function freshenKnown(
  mirror: Pick<Mirror, 'freshen' | 'isKnown' | 'read' | 'revalidate'>,
): Promise<boolean> {
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
  const policyIds = groups?.flatMap(({ rows }) => rows.map(({ Policy }) => Policy)) ?? [];
  const ofPolicies = all.filter(({ scope }) => scope === 'policy');
  await mirror.revalidate(policyIds.flatMap((id) => ofPolicies.map((collection) => [collection, id] as const)));
  for (const policyId of policyIds) {
    for (const collection of ofPolicies) if (!(await goesOn(collection, policyId))) return false;
  }
  return true;
}
