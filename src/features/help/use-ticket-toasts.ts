import { useEffect, useEffectEvent, useRef } from 'react';
import { useOutbox, useQueue } from '#outbox/hooks.ts';
import type { QueuedItem } from '#outbox/list.ts';
import { useToast } from '#ui/toasts.tsx';

/** H8.12, said when it is true: 'creado' once there is a receipt, not when something is queued; the failure once it was refused. */
export function useTicketToasts(): void {
  const outbox = useOutbox();
  const toast = useToast();
  const queue = useQueue();
  const before = useRef<readonly QueuedItem[]>([]);

  const tell = useEffectEvent(async (then: readonly QueuedItem[], now: readonly QueuedItem[]) => {
    for (const item of then) {
      if (item.command !== 'ticket.create') continue;
      const still = now.find(({ key }) => key === item.key);
      if (!still && (await outbox.receipt(item.key))) toast({ text: 'Tu ticket ha sido creado con éxito' });
      const refused = still?.state === 'refused' && !still.held && item.state !== 'refused';
      if (refused) toast({ text: 'Error al crear el ticket', tone: 'error' });
    }
  });
  useEffect(() => {
    const then = before.current;
    before.current = queue;
    void tell(then, queue);
  }, [queue]);
}
