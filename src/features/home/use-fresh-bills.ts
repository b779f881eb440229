import { useEffect } from 'react';
import { bills, documents, payments, tickets } from '#mirror/collections.ts';
import { useMirror } from '#mirror/hooks.tsx';
import type { Wanted } from '#mirror/mirror.ts';
import { useOnline } from '#ui/use-online.ts';

/**
 * Keeps the bills of all policies fresh while home is open, so that home knows the next bill offline too. Pulls run one at a
 * time when the page is idle, so that they do not delay what is on screen. Other mirrored collections follow.
 */
export function useFreshBills(policyIds: readonly string[]): void {
  const mirror = useMirror();
  const online = useOnline();
  const wanted = policyIds.join('\n');
  useEffect(() => {
    if (!online || wanted === '') return;
    let left = false;
    const idle = window.requestIdleCallback ?? setTimeout;
    const begin = () =>
      idle(async () => {
        const policyIds = wanted.split('\n');
        const ofPolicies = [bills, payments, documents].flatMap((collection) =>
          policyIds.map((policyId): Wanted => [collection, policyId]),
        );
        await mirror.revalidate([...ofPolicies, [tickets]]);
        for (const policyId of policyIds) {
          if (left) return;
          await mirror.freshen(bills, policyId);
        }
        // The news come from changes, so only collections that were mirrored before can bring any.
        if (!left && (await mirror.isKnown(tickets))) await mirror.freshen(tickets);
        for (const policyId of policyIds) {
          for (const collection of [payments, documents]) {
            if (left) return;
            if (await mirror.isKnown(collection, policyId)) await mirror.freshen<unknown>(collection, policyId);
          }
        }
      });
    const handle = begin();
    const endAsking = mirror.onAskAgain(() => void begin());
    return () => {
      left = true;
      endAsking();
      (window.cancelIdleCallback ?? clearTimeout)(handle);
    };
  }, [mirror, online, wanted]);
}
