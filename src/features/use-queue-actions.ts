import { useState } from 'react';
import { correctionDraft, isCorrected } from '#outbox/correction.ts';
import { useDrafts, useOutbox } from '#outbox/hooks.ts';
import type { QueuedItem } from '#outbox/list.ts';
import type { Withdrawal } from '#outbox/withdraw.ts';
import { sendLabel, sendQuestion, withdrawalBar, withdrawalProblems } from '#rules/queue-words.ts';
import { useToast } from '#ui/toasts.tsx';
import { useOnline } from '#ui/use-online.ts';

/**
 * What can be done with any queued item, as its card takes it (H2.62, F9, F29): what kept it from being done is said. One that
 * was corrected and not handed in is sent as it was only after a question.
 *
 * @param discarded what is said once it is gone
 */
export function useQueueActions(item: QueuedItem, discarded: string) {
  const outbox = useOutbox();
  const drafts = useDrafts();
  const toast = useToast();
  const online = useOnline();
  const [asking, setAsking] = useState(false);
  const sendable = online && (item.state === 'waiting' || item.state === 'refused');
  const correction = correctionDraft(item);

  const tell = (result: Withdrawal<unknown>, done?: string) => {
    if (!result.ok)
      toast({ text: withdrawalProblems[result.code], tone: result.code === 'sent' ? 'success' : 'error' });
    else if (done) toast({ text: done });
  };
  /** Once the item is sent or gone, nothing leads to its correction any more. */
  const dropCorrection = async (result: Withdrawal<unknown>) => {
    const over = result.ok || result.code === 'sent' || result.code === 'gone';
    if (over && correction !== null) await drafts.discard(correction);
  };
  const send = async () => {
    const due = await outbox.sendNow(item.key);
    tell(due);
    await dropCorrection(due);
    if (due.ok) void outbox.drain();
  };
  return {
    ...(sendable && {
      onSend: async () => {
        if (correction !== null && (await isCorrected(drafts, correction))) return setAsking(true);
        await send();
      },
      ...(asking && {
        sendQuestion: {
          ...sendQuestion,
          onAnswer: async (as: 'sent' | 'kept') => {
            setAsking(false);
            if (as === 'sent') await send();
          },
        },
      }),
    }),
    sendLabel: sendLabel(item),
    onDiscard: async () => {
      const gone = await outbox.discard(item.key);
      tell(gone, discarded);
      await dropCorrection(gone);
    },
    barred: withdrawalBar(item, online),
  };
}
