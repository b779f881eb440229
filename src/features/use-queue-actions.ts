import { useOutbox } from '#outbox/hooks.ts';
import type { QueuedItem } from '#outbox/list.ts';
import type { Withdrawal } from '#outbox/withdraw.ts';
import { sendLabel, withdrawalBar, withdrawalProblems } from '#rules/queue-words.ts';
import { useToast } from '#ui/toasts.tsx';
import { useOnline } from '#ui/use-online.ts';

/**
 * What can be done with any queued item, as its card takes it (H2.62, F9, F29): what kept it from being done is said.
 *
 * @param discarded what is said once it is gone
 */
export function useQueueActions(item: QueuedItem, discarded: string) {
  const outbox = useOutbox();
  const toast = useToast();
  const online = useOnline();
  const sendable = online && (item.state === 'waiting' || item.state === 'refused');

  const tell = (result: Withdrawal<unknown>, done?: string) => {
    if (!result.ok)
      toast({ text: withdrawalProblems[result.code], tone: result.code === 'sent' ? 'success' : 'error' });
    else if (done) toast({ text: done });
  };
  return {
    ...(sendable && {
      onSend: async () => {
        const due = await outbox.sendNow(item.key);
        tell(due);
        if (due.ok) void outbox.drain();
      },
    }),
    sendLabel: sendLabel(item),
    onDiscard: async () => tell(await outbox.discard(item.key), discarded),
    barred: withdrawalBar(item, online),
  };
}
