import { usePolicy } from '#mirror/hooks.tsx';
import { policyName, policyTitle } from '#rules/policies.ts';

/** What a screen about one policy says under its title; undefined until the policy is known. */
export function usePolicyTitle(policyId: string): string | undefined {
  const policy = usePolicy(policyId);
  return policy ? policyTitle(policy) : undefined;
}

/** The same without its number, where there is one short line. */
export function usePolicyName(policyId: string): string | undefined {
  const policy = usePolicy(policyId);
  return policy ? policyName(policy) : undefined;
}
