import * as v from 'valibot';
import type { Drafts } from '#outbox/drafts.ts';
import { useDrafts, useOutbox } from '#outbox/hooks.ts';
import type { QueuedItem } from '#outbox/list.ts';
import type { Withdrawal } from '#outbox/withdraw.ts';
import { useToast } from '#ui/layers/toasts.tsx';
import { withdrawalText } from './queue-words.ts';
import { discardedText } from './request.ts';
import { kindOf, wordsOf } from './requests.ts';

/** Says why an action on a queued item failed. 'Ya la recibimos' is shown as a success. */
export function useWithdrawalToast(command: string): (result: Withdrawal<unknown>) => void {
  const toast = useToast();
  return (result) => {
    if (result.ok) return;
    toast({ text: withdrawalText(result, wordsOf(command).noun), tone: result.code === 'sent' ? 'success' : 'error' });
  };
}

/** The actions of any queued item (F9, F29). */
export function useQueuedActions(item: QueuedItem) {
  const outbox = useOutbox();
  const drafts = useDrafts();
  const toast = useToast();
  const tell = useWithdrawalToast(item.command);
  const correction = kindOf(item.command)?.draft(item.key) ?? null;

  /** Once the item is sent or gone, nothing can open its correction any more. */
  const dropCorrection = async (result: Withdrawal<unknown>) => {
    const over = result.ok || result.code === 'sent' || result.code === 'gone';
    if (over && correction !== null) await drafts.discard(correction);
  };
  return {
    /** Whether sending it now would leave its correction out. */
    isCorrected: async () => correction !== null && (await isCorrected(drafts, correction)),
    async send() {
      const due = await outbox.sendNow(item.key);
      tell(due);
      await dropCorrection(due);
      if (due.ok) void outbox.drain();
    },
    async discard() {
      const gone = await outbox.discard(item.key);
      tell(gone);
      if (gone.ok) toast({ text: discardedText(wordsOf(item.command)) });
      await dropCorrection(gone);
    },
  };
}

const corrected = v.object({ corrected: v.fallback(v.boolean(), true) });

/** Whether an item has a correction that was not handed in. Sent now, the item would leave without it. */
async function isCorrected(drafts: Pick<Drafts, 'peek'>, draft: string): Promise<boolean> {
  const found = await drafts.peek(draft);
  if (!found) return false;
  // A form's draft says itself whether it differs from the queued item. A document's draft has only files.
  if (found.form === undefined) return found.parts.length > 0;
  const parsed = v.safeParse(corrected, found.form);
  return !parsed.success || parsed.output.corrected;
}
