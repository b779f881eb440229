import { useEffect } from 'react';
import type { Policy } from '#contract/policies.ts';
import { cards, refunds } from '#mirror/collections.ts';
import { useMirror } from '#mirror/hooks.tsx';
import { shortcutsOf } from '#rules/policy-card.ts';

/** So many policies at most; who has more opens the others once before they are on the device. */
const AT_MOST = 3;

/**
 * Brings what a refund asked for without a connection needs, before there is none: the insured persons of the policies that
 * offer refunds, and their history. The customer need not have opened the form before.
 */
export function usePrefetch(policies: readonly Policy[], chosen: Policy | undefined): void {
  const mirror = useMirror();
  const offering = policies.filter((policy) => shortcutsOf(policy).includes('reembolsos'));
  const first = [...new Set([chosen, ...offering].filter((policy) => policy && offering.includes(policy)))];
  const wanted = first
    .slice(0, AT_MOST)
    .map((policy) => policy?.Policy)
    .join('\n');
  useEffect(() => {
    if (wanted === '' || !navigator.onLine) return;
    const idle = window.requestIdleCallback ?? setTimeout;
    const handle = idle(async () => {
      for (const policyId of wanted.split('\n')) {
        await mirror.freshen(cards, policyId);
        await mirror.freshen(refunds, policyId);
      }
    });
    return () => (window.cancelIdleCallback ?? clearTimeout)(handle);
  }, [mirror, wanted]);
}
