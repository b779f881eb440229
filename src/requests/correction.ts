import * as v from 'valibot';
import type { Drafts } from '#outbox/drafts.ts';

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
