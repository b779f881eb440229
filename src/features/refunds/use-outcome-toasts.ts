import { useEffect, useEffectEvent, useRef } from 'react';
import type { CommandName } from '#contract/receipts.ts';
import { useOutbox, useQueue } from '#outbox/hooks.ts';
import type { QueuedItem } from '#outbox/list.ts';
import { useToast } from '#ui/toasts.tsx';

const texts: Partial<Record<CommandName, { sent: string; refused: string }>> = {
  'refund.create': { sent: 'Reembolso creado correctamente', refused: 'Error al crear el reembolso' },
  'refund.addDocument': { sent: 'Documento enviado correctamente', refused: 'Ocurrió un error al enviar el documento' },
};

/**
 * The messages of H8.4 and H8.6, said when they are true: 'creado' once there is a receipt, not when something is queued;
 * the failure once the server said no.
 */
export function useOutcomeToasts(): void {
  const outbox = useOutbox();
  const toast = useToast();
  const queue = useQueue();
  const before = useRef<readonly QueuedItem[]>([]);

  const tell = useEffectEvent(async (then: readonly QueuedItem[], now: readonly QueuedItem[]) => {
    for (const item of then) {
      const words = texts[item.command as CommandName];
      const still = now.find(({ key }) => key === item.key);
      if (!words) continue;
      if (!still && (await outbox.receipt(item.key))) toast({ text: words.sent });
      const refused = still?.state === 'refused' && !still.held && item.state !== 'refused';
      if (refused) toast({ text: words.refused, tone: 'error' });
    }
  });
  useEffect(() => {
    const then = before.current;
    before.current = queue;
    void tell(then, queue);
  }, [queue]);
}
