import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { refundTypes } from '#contract/refunds.ts';
import type { Drafts } from '#outbox/drafts.ts';
import { useDrafts } from '#outbox/hooks.ts';

/** The draft of a new refund of a policy. */
export const newRefundDraft = (policyId: string): string => `refund/${policyId}`;
/** The draft of a new ticket. */
export const NEW_TICKET_DRAFT = 'ticket';

/** What was begun and not handed in. */
export interface Begun {
  refunds: readonly { policyId: string; type: string; step: number }[];
  ticket: boolean;
}

const nothing: Begun = { refunds: [], ticket: false };

/** What can be gone on with, of these policies. Read once: nothing is typed while a screen that shows it is looked at. */
export function useBegun(policyIds: readonly string[]): Begun {
  const drafts = useDrafts();
  const [begun, setBegun] = useState(nothing);
  const wanted = policyIds.join('\n');
  useEffect(() => {
    let left = false;
    const read = async () => {
      const ids = wanted === '' ? [] : wanted.split('\n');
      const [ticket, ...refunds] = await Promise.all([
        drafts.peek(NEW_TICKET_DRAFT),
        ...ids.map(async (id) => refundBegun(id, await drafts.peek(newRefundDraft(id)))),
      ]);
      if (left) return;
      setBegun({ ticket: holdsText(ticket?.form), refunds: refunds.filter((one) => one !== null) });
    };
    // What cannot be read now is offered by its own form all the same.
    read().catch(() => undefined);
    return () => {
      left = true;
    };
  }, [drafts, wanted]);
  return begun;
}

const refundForm = v.object({
  type: v.fallback(v.nullable(v.picklist(refundTypes)), null),
  step: v.fallback(v.number(), 0),
  texts: v.fallback(v.record(v.string(), v.string()), {}),
});

/** What a draft of a new refund has that is worth coming back to: a type alone is one tap, and nobody misses it. */
export function refundBegun(policyId: string, draft: Awaited<ReturnType<Drafts['peek']>>) {
  const parsed = draft && v.safeParse(refundForm, draft.form);
  if (!draft || !parsed?.success) return null;
  const { type, step, texts } = parsed.output;
  return holdsText(texts) || draft.parts.length > 0 ? { policyId, type: type ?? '', step } : null;
}

function holdsText(form: unknown): boolean {
  if (typeof form === 'string') return form.trim() !== '';
  return typeof form === 'object' && form !== null && Object.values(form).some(holdsText);
}
