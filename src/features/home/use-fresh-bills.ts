import { useEffect } from 'react';
import { bills, documents, payments, tickets } from '#mirror/collections.ts';
import { useMirror } from '#mirror/hooks.tsx';
import { useOnline } from '#ui/use-online.ts';

/**
 * Keeps the bills of all policies fresh while home is looked at, so that the next one is known, offline too. One after the other
 * and when the page is idle, so that a slow line stays free for what is shown first. What else is known is kept fresh after them.
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
        for (const policyId of wanted.split('\n')) {
          if (left) return;
          await mirror.freshen(bills, policyId);
        }
        // For the news: of these only what the customer has looked at once, since the first look brings none.
        if (!left && (await mirror.isKnown(tickets))) await mirror.freshen(tickets);
        for (const policyId of wanted.split('\n')) {
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
