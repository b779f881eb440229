import { useEffect } from 'react';
import type { Policy } from '#contract/policies.ts';
import { cards, personalInformation, refunds, ticketTypes } from '#mirror/collections.ts';
import { useMirror } from '#mirror/hooks.tsx';
import type { Wanted } from '#mirror/mirror.ts';
import { ticketPolicies } from '#rules/policies.ts';
import { shortcutsOf } from '#rules/policy-card.ts';
import { useOnline } from '#ui/use-online.ts';

/**
 * Pulls what the forms need to open without a connection (D29). That is the insured persons and the history of each policy that
 * offers refunds, the subjects of tickets, and personal information. It starts again whenever the connection returns. One
 * request asks what has changed; that is pulled one collection after the other, so that a slow connection stays free for screens.
 */
export function usePrefetch(policies: readonly Policy[], chosen: Policy | undefined): void {
  const mirror = useMirror();
  const online = useOnline();
  const offering = policies.filter((policy) => shortcutsOf(policy).includes('reembolsos'));
  const wanted = [...new Set([chosen, ...offering])]
    .filter((policy) => policy !== undefined && offering.includes(policy))
    .map((policy) => policy?.Policy)
    .join('\n');
  const tickets = ticketPolicies(policies).length > 0;
  useEffect(() => {
    if (!online) return;
    let left = false;
    const collections: Wanted[] = [
      ...(tickets ? [[ticketTypes] as const] : []),
      ...(wanted === '' ? [] : wanted.split('\n')).flatMap((policyId): Wanted[] => [
        [cards, policyId],
        [refunds, policyId],
      ]),
      [personalInformation],
    ];
    const idle = window.requestIdleCallback ?? setTimeout;
    const handle = idle(async () => {
      await mirror.revalidate(collections);
      for (const [collection, policyId] of collections) {
        if (left) return;
        await mirror.freshen(collection, policyId);
      }
    });
    return () => {
      left = true;
      (window.cancelIdleCallback ?? clearTimeout)(handle);
    };
  }, [mirror, online, wanted, tickets]);
}
