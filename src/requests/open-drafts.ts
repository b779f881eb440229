import { useEffect, useEffectEvent, useState } from 'react';
import * as v from 'valibot';
import { refundTypes } from '#contract/refunds.ts';
import type { Drafts } from '#outbox/drafts.ts';
import { useDrafts } from '#outbox/hooks.ts';
import type { Patient } from '#rules/people.ts';
import { REVIEW } from '#rules/refund-form.ts';
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

/** A refund's form as its draft stores it. Files are parts of their own. */
export const storedRefund = v.object({
  type: v.fallback(v.nullable(v.picklist(refundTypes)), null),
  step: v.fallback(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(REVIEW)), 0),
  texts: v.fallback(v.record(v.string(), v.string()), {}),
});

/** The text of the form that holds what its invoice said and what was filled in by it. Only its marks are sent. */
export const PAPER_READ = 'facturaLeida';

const patient = v.pipe(v.string(), v.parseJson(), v.tuple([v.string(), v.string(), v.string()]));
const storedPatient = v.fallback(patient, ['', '', '']);

/** The three fields of a chosen patient, which the form holds as one text; empty when none is chosen. */
export function patientFields(answer = ''): Patient['fields'] {
  const [paciente, role, patientPolicy] = v.parse(storedPatient, answer);
  return { paciente, role, patientPolicy };
}

/** Whether a draft is worth coming back to. A chosen type alone is one tap, and what an invoice said is read again. */
export const isBegunRefund = (texts: Readonly<Record<string, string>>, files: readonly string[]): boolean =>
  files.length > 0 || Object.entries(texts).some(([name, text]) => name !== PAPER_READ && text.trim() !== '');

/** The draft of a new refund, if it is begun. */
export function refundBegun(policyId: string, draft: Awaited<ReturnType<Drafts['peek']>>): BegunRefund | null {
  if (!draft) return null;
  // What the browser lost of the form leaves its files (F65).
  const { type, step, texts } = v.parse(v.fallback(storedRefund, { type: null, step: 0, texts: {} }), draft.form);
  if (!isBegunRefund(texts, draft.parts)) return null;
  const { paciente } = patientFields(texts.paciente);
  return { policyId, type: type ?? '', expense: texts.tipoGasto ?? '', patient: paciente, step };
}

function holdsText(form: unknown): boolean {
  if (typeof form === 'string') return form.trim() !== '';
  return typeof form === 'object' && form !== null && Object.values(form).some(holdsText);
}
