import { useEffect, useEffectEvent, useState } from 'react';
import * as v from 'valibot';
import { refundTypes } from '#contract/refunds.ts';
import type { Drafts } from '#outbox/drafts.ts';
import { useDrafts } from '#outbox/hooks.ts';
import { untilCleanup } from '#ui/hooks/until-cleanup.ts';

/** Name of the draft of a new refund of a policy. */
export const newRefundDraft = (policyId: string): string => `refund/${policyId}`;
/** Name of the draft of a new ticket. */
export const NEW_TICKET_DRAFT = 'ticket';

/** Drafts of new requests that were begun and not handed in. */
export interface OpenDrafts {
  refunds: readonly BegunRefund[];
  ticket: boolean;
}

/** As far as it was answered; the rest is ''. */
export interface BegunRefund {
  policyId: string;
  type: string;
  /** The kind of expense. */
  expense: string;
  /** As the insurer writes the name. */
  patient: string;
  step: number;
}

/**
 * The begun drafts of these policies. Read once, since nothing changes them while a screen that lists them is open. Null until
 * then, unless `openBegun` has read them before.
 */
export function useOpenDrafts(policyIds: readonly string[]): OpenDrafts | null {
  const drafts = useDrafts();
  const [begun, setBegun] = useState(() => begunOf(policyIds, drafts.lastPeek));
  const read = useEffectEvent(async (isCurrent: () => boolean) => {
    await openBegun(drafts, policyIds);
    if (isCurrent()) setBegun(begunOf(policyIds, drafts.lastPeek));
  });
  const wanted = policyIds.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads anew for other policies.
  useEffect(
    // A draft that cannot be read here still opens in its own form.
    () => untilCleanup((isCurrent) => void read(isCurrent).catch(() => undefined)),
    [drafts, wanted],
  );
  return begun;
}

/** Reads the drafts, so that a screen finds them at its first paint. */
export async function openBegun(drafts: Drafts, policyIds: readonly string[]): Promise<void> {
  await drafts.peekAll([NEW_TICKET_DRAFT, ...policyIds.map(newRefundDraft)]);
}

/** Null when one of them was not read, or the device was locked meanwhile. */
function begunOf(policyIds: readonly string[], lastPeek: Drafts['lastPeek']): OpenDrafts | null {
  const ticket = lastPeek(NEW_TICKET_DRAFT);
  const peeked = policyIds.map((id) => ({ id, draft: lastPeek(newRefundDraft(id)) }));
  if (ticket === undefined || peeked.some(({ draft }) => draft === undefined)) return null;
  const refunds = peeked.map(({ id, draft }) => refundBegun(id, draft ?? null));
  return { ticket: holdsText(ticket?.form), refunds: refunds.filter((one) => one !== null) };
}

const refundForm = v.object({
  type: v.fallback(v.nullable(v.picklist(refundTypes)), null),
  step: v.fallback(v.number(), 0),
  texts: v.fallback(v.record(v.string(), v.string()), {}),
});

/** The form holds a patient as the texts of three fields, the name first. */
const patientAnswer = v.fallback(v.pipe(v.string(), v.parseJson(), v.tuple([v.string(), v.string(), v.string()])), [
  '',
  '',
  '',
]);

/** A draft of a new refund that is worth coming back to, or null: a chosen type alone is only one tap. */
export function refundBegun(policyId: string, draft: Awaited<ReturnType<Drafts['peek']>>): BegunRefund | null {
  const parsed = draft && v.safeParse(refundForm, draft.form);
  if (!draft || !parsed?.success) return null;
  const { type, step, texts } = parsed.output;
  if (!holdsText(texts) && draft.parts.length === 0) return null;
  const [patient] = v.parse(patientAnswer, texts.paciente ?? '');
  return { policyId, type: type ?? '', expense: texts.tipoGasto ?? '', patient, step };
}

function holdsText(form: unknown): boolean {
  if (typeof form === 'string') return form.trim() !== '';
  return typeof form === 'object' && form !== null && Object.values(form).some(holdsText);
}
