import * as v from 'valibot';
import type { Drafts } from '#outbox/drafts.ts';

const corrected = v.object({ corrected: v.fallback(v.boolean(), true) });

/** Whether an item has a correction that was not handed in. Sent now, the item would leave without it. */
export async function isCorrected(drafts: Pick<Drafts, 'peek'>, draft: string): Promise<boolean> {
  const found = await drafts.peek(draft);
  if (!found) return false;
  // A form's draft says itself whether it differs from the queued item. A document's draft has only files.
  if (found.form === undefined) return found.parts.length > 0;
  const parsed = v.safeParse(corrected, found.form);
  return !parsed.success || parsed.output.corrected;
}
