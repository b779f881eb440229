import type { Policy } from '#contract/policies.ts';
import { policies } from '#mirror/collections.ts';
import { device } from './device.ts';

/**
 * Whether a screen's policy is the open session's: one of its policies, or one that a queued request of it names. Addresses
 * of an earlier customer stay in the history of a window, and would show an error about a policy of theirs (F49). True while
 * the policies are unknown.
 */
export async function isOwnPolicy(policyId: string): Promise<boolean> {
  const { mirror, outbox } = device();
  const known = mirror.peek<Policy>(policies)?.groups;
  if (!known || known.some(({ rows }) => rows.some(({ Policy }) => Policy === policyId))) return true;
  return (await outbox.list()).some(({ policy }) => policy === policyId);
}
