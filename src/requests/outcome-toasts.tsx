import { useEffect, useEffectEvent, useRef } from 'react';
import { useOutbox, useQueue } from '#outbox/hooks.ts';
import type { QueuedItem } from '#outbox/list.ts';
import { useToast } from '#ui/toasts.tsx';
import { kindOf } from './requests.ts';

/**
 * Says how each request ended, on whichever screen the customer is, once and when it is true (H8.4, H8.6, H8.12): the success
 * when there is a receipt, not when it is queued; the failure when the server said no. Stands once in the signed-in area.
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
      if (!still && (await outbox.receipt(item.key))) toast({ text: toasts.sent });
      const refused = still?.state === 'refused' && !still.held && item.state !== 'refused';
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
