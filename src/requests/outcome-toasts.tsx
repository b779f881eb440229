import { useEffect, useEffectEvent, useRef } from 'react';
import { useOutbox, useQueue } from '#outbox/hooks.ts';
import type { QueuedItem } from '#outbox/list.ts';
import { useToast } from '#ui/layers/toasts.tsx';
import { kindOf } from './requests.ts';

/**
 * Shows the outcome of each request once, on whichever screen the customer is (H8.4, H8.6, H8.12). A receipt is a success, a
 * refusal by the server a failure. The signed-in area renders it once.
 */
export function OutcomeToasts(): null {
  const outbox = useOutbox();
  const toast = useToast();
  const queue = useQueue();
  const before = useRef<readonly QueuedItem[]>([]);

  const tell = useEffectEvent(async (then: readonly QueuedItem[], now: readonly QueuedItem[]) => {
    for (const item of then) {
      const toasts = kindOf(item.command)?.toasts;
      const still = now.find(({ key }) => key === item.key);
      if (!toasts) continue;
      if (!still && (await outbox.receipt(item.key))) {
        toast({ text: toasts.sent });
        // A customer who looks at the page has seen the toast. Otherwise the receipt stays unread in Novedades.
        if (document.visibilityState === 'visible') await outbox.markRead([item.key]);
      }
      const refused = still?.state === 'refused' && !still.withdrawn && item.state !== 'refused';
      if (refused) toast({ text: toasts.refused, tone: 'error' });
    }
  });
  useEffect(() => {
    const then = before.current;
    before.current = queue;
    void tell(then, queue);
  }, [queue]);
  return null;
}
