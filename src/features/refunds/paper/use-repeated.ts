import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Refund } from '#contract/refunds.ts';
import { type Collection, policies, refunds, type Wanted } from '#mirror/collections.ts';
import { useMirror, useMirrored, useMirroredRows } from '#mirror/hooks.tsx';
import { useDrafts, useQueue } from '#outbox/hooks.ts';
import type { InvoiceFacts } from '#papers/client.ts';
import { newRefundDraft, PAPER_READ, patientFields } from '#requests/open-drafts.ts';
import { refund } from '#requests/refund.ts';
import { shortcutsOf } from '#rules/policy-card.ts';
import { screens } from '#rules/screens.ts';
import type { LinkTarget } from '#ui/controls/screen-link.tsx';
import { marksIn, type RefundForm, refundShape } from '../refund-draft.ts';
import { aboutWhom, hasInvoice } from './repeated.ts';

/** A refund of the customer's that has the invoice already, and where it is seen. */
export interface Repeated {
  where: 'sent' | 'queued' | 'draft';
  /** What for and for whom. */
  about: string;
  to: LinkTarget;
  /** Of a sent one. */
  refund?: Pick<Refund, 'CaseNumber' | 'created'>;
}

/**
 * The refund that has this invoice: one that the server has, one that waits to be sent, or one that was begun on this device. The
 * server is asked once for what it has, since another device may have sent it a minute ago.
 *
 * @param draftId the draft of the request itself, which is none of them
 */
export function useRepeated(read: InvoiceFacts | null, draftId: string): Repeated | null {
  const { country, issuerId, number, key } = read ?? {};
  const facts = useMemo(() => (country ? { country, issuerId, number, key } : null), [country, issuerId, number, key]);
  const own = useMirrored(policies).groups;
  const ids = useMemo(() => {
    const rows = own?.flatMap(({ rows }) => rows) ?? [];
    return rows.filter((policy) => shortcutsOf(policy).includes('reembolsos')).map(({ Policy }) => Policy);
  }, [own]);
  useAsked(facts, ids);
  const sent = useMirroredRows(refunds, ids);
  const queue = useQueue();
  const begun = useBegun(facts, ids, draftId);
  return useMemo(() => {
    if (!facts) return null;
    return (
      inMirror(facts, sent) ??
      inQueue(
        facts,
        queue.filter(({ key }) => refund.draft(key) !== draftId),
      ) ??
      inDrafts(facts, begun)
    );
  }, [facts, sent, queue, begun, draftId]);
}

/** Asks for the refunds once for each invoice. */
function useAsked(facts: InvoiceFacts | null, ids: readonly string[]): void {
  const { bringing } = useMirror();
  const ask = useEffectEvent(() =>
    bringing.ask(ids.map((id): Wanted => [refunds as Collection<unknown>, id])).catch(() => undefined),
  );
  const policyIds = ids.join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another invoice asks again
  useEffect(() => {
    if (facts) void ask();
  }, [facts, policyIds]);
}

interface Begun {
  policyId: string;
  form: RefundForm;
}

/** The requests that were begun on this device, of the policies. A draft that cannot be read is none. */
function useBegun(facts: InvoiceFacts | null, ids: readonly string[], draftId: string): readonly Begun[] {
  const drafts = useDrafts();
  const [begun, setBegun] = useState<readonly Begun[]>([]);
  const look = useEffectEvent(async (isOver: () => boolean) => {
    const others = ids.filter((id) => newRefundDraft(id) !== draftId);
    const found = await Promise.all(
      others.map(async (policyId) => {
        const draft = await drafts.peek(newRefundDraft(policyId)).catch(() => null);
        const form = draft && refundShape.read({ form: draft.form, files: {} });
        return form ? [{ policyId, form }] : [];
      }),
    );
    if (!isOver()) setBegun(found.flat());
  });
  const policyIds = ids.join('\n');
  const hasFacts = facts !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other policies have other drafts
  useEffect(() => {
    if (!hasFacts) return;
    let over = false;
    void look(() => over);
    return () => {
      over = true;
    };
  }, [hasFacts, policyIds]);
  return begun;
}

function inMirror(facts: InvoiceFacts, sent: ReadonlyMap<string, readonly Refund[]> | null): Repeated | null {
  for (const [policyId, rows] of sent ?? []) {
    const one = rows.find((row) => hasInvoice(facts, row));
    if (one) {
      const to = { ...screens.refundDetail, state: { refund: { policyId, refundId: one.id } } };
      return { where: 'sent', about: aboutWhom(one), to, refund: one };
    }
  }
  return null;
}

function inQueue(facts: InvoiceFacts, queue: ReturnType<typeof useQueue>): Repeated | null {
  const one = queue.find(({ command, fields }) => command === 'refund.create' && hasInvoice(facts, fields));
  if (!one) return null;
  const to = { ...screens.refundDetail, state: { refund: { policyId: one.policy ?? '', key: one.key } } };
  return { where: 'queued', about: aboutWhom(one.fields), to };
}

function inDrafts(facts: InvoiceFacts, begun: readonly Begun[]): Repeated | null {
  for (const { policyId, form } of begun) {
    const read = marksIn(form.texts[PAPER_READ]);
    if (!read || !hasInvoice(facts, { pais: read.pais, ...read.marks })) continue;
    const { paciente } = patientFields(form.texts.paciente ?? '');
    const about = aboutWhom({ ...form.texts, tipoReembolso: form.type ?? '', paciente });
    return { where: 'draft', about, to: screens.newRefund(policyId) };
  }
  return null;
}
