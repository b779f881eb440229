import * as v from 'valibot';
import type { CommandName } from '#contract/receipts.ts';
import type { Drafts } from './drafts.ts';

/** Where the correction of a queued item is kept while it is being made, by the item's key. */
export const correctionDrafts: Record<CommandName, (key: string) => string> = {
  'refund.create': (key) => `refund-edit/${key}`,
  'refund.addDocument': (key) => `refund-document-edit/${key}`,
  'ticket.create': (key) => `ticket-edit/${key}`,
};

/** The draft a queued item is corrected in; null for a command this version does not know. */
export function correctionDraft({ command, key }: { command: string; key: string }): string | null {
  return Object.hasOwn(correctionDrafts, command) ? correctionDrafts[command as CommandName](key) : null;
}

const corrected = v.object({ corrected: v.fallback(v.boolean(), true) });

/** Whether an item was corrected and the correction was not handed in: sent as it is, it goes without it. */
export async function isCorrected(drafts: Pick<Drafts, 'peek'>, draft: string): Promise<boolean> {
  const found = await drafts.peek(draft);
  if (!found) return false;
  // A form says itself whether it differs from what is queued; a document has no form.
  if (found.form === undefined) return found.parts.length > 0;
  const parsed = v.safeParse(corrected, found.form);
  return !parsed.success || parsed.output.corrected;
}
