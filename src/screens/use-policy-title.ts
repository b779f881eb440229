import { usePolicy } from '#mirror/hooks.tsx';
import { policyName, policyTitle } from '#rules/policies.ts';

/** The line under the title of a screen about one policy; undefined until the policy is known. */
export function usePolicyTitle(policyId: string): string | undefined {
  const policy = usePolicy(policyId);
  return policy ? policyTitle(policy) : undefined;
}

/** The same without the number, for a short line. */
export function usePolicyName(policyId: string): string | undefined {
  const policy = usePolicy(policyId);
  return policy ? policyName(policy) : undefined;
}
