import { useEffect } from 'react';
import { bills } from '#mirror/collections.ts';
import { useMirror } from '#mirror/hooks.tsx';
import { useOnline } from '#ui/use-online.ts';

/**
 * Keeps the bills of all policies fresh while home is looked at, so that the next one is known, offline too. One after the other
 * and when the page is idle, so that a slow line stays free for what is shown first.
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
