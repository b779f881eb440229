import { policies } from '#mirror/collections.ts';
import { useMirrored, usePolicy } from '#mirror/hooks.tsx';
import { policyNames, policyTitle } from '#rules/policies.ts';

/** The line under the title of a screen about one policy; undefined until the policy is known. */
export function usePolicyTitle(policyId: string): string | undefined {
  const policy = usePolicy(policyId);
  return policy ? policyTitle(policy) : undefined;
}

/** The same for a short line: without the number, unless another policy of the customer has the same name. */
export function usePolicyName(policyId: string): string | undefined {
  const all = useMirrored(policies).groups?.flatMap(({ rows }) => rows) ?? [];
  return [...policyNames(all)].find(([{ Policy }]) => Policy === policyId)?.[1];
}
