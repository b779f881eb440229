import type { Bill } from '#contract/policies.ts';
import { caseStatus } from '#rules/case-status.ts';
import { nearDate, timeAgo, today } from '#rules/dates.ts';
import { exactMoney } from '#rules/money.ts';
import { policyCurrency } from '#rules/policies.ts';
import { refundName, refundTypeLabel } from '#rules/refund-form.ts';
import { screens } from '#rules/screens.ts';
import { Row, RowGroup } from '#ui/lists/rows.tsx';
import type { WhatNextNow } from './use-what-next.ts';

interface WhatNextProps {
  next: WhatNextNow;
  locale: string;
  now: Date;
}

/** The policy's history shows the others. */
export const MAX_REFUNDS = 3;

/** The customer's next steps over all policies: the next bill, refunds in progress, and drafts. */
export function WhatNext({ next, locale, now }: WhatNextProps) {
  const { due, open, drafts, nothing, named, openRefund } = next;
  if (nothing) return null;
  return (
    <section className="stack-list" aria-labelledby="what-next">
      <h2 id="what-next">Lo que sigue</h2>
      <RowGroup>
        {due && (
          <Row
            icon="pay"
            title="Próxima factura"
            detail={
              <>
                {dueText(due.bill, today(now))} <br />
                {named(due.policy.Policy)}
              </>
            }
            figure={exactMoney(due.bill.DuePremium, policyCurrency(due.policy), locale)}
            to={screens.invoices(due.policy, false)}
          />
        )}
        {open.slice(0, MAX_REFUNDS).map(({ policyId, refund }) => (
          <Row
            key={refund.id}
            icon="refund"
            title={refund.CaseNumber || refundName(refund.tipoReembolso)}
            detail={
              <>
                <b>{caseStatus(refund.idEstado).text}</b>
                {sinceText(refund.created, now)}
              </>
            }
            onClick={() => openRefund(policyId, refund.id)}
          />
        ))}
        {open.length > MAX_REFUNDS && (
          <Row
            icon="refund"
            title={moreText(open.length - MAX_REFUNDS)}
            to={screens.refunds(open[MAX_REFUNDS]?.policyId ?? '')}
          />
        )}
        {drafts.refunds.map(({ policyId, type, step }) => (
          <Row
            key={policyId}
            icon="edit"
            title="Borrador de reembolso"
            detail={joined(type && refundTypeLabel(type), step > 0 ? `paso ${step} de 4` : '', named(policyId))}
            action="Continuar"
            to={screens.newRefund(policyId)}
          />
        ))}
        {drafts.ticket && (
          <Row icon="edit" title="Consulta sin enviar" detail="Borrador" action="Continuar" to={screens.newTicket} />
        )}
      </RowGroup>
    </section>
  );
}

const moreText = (more: number): string =>
  more === 1 ? 'Y 1 reembolso más en curso' : `Y ${more} reembolsos más en curso`;

export const joined = (...parts: string[]): string => parts.filter(Boolean).join(' · ');

/** @param day calendar date of today */
export function dueText(
  { EffectiveTo, EffectiveFrom }: Pick<Bill, 'EffectiveTo' | 'EffectiveFrom'>,
  day: string,
): string {
  if (EffectiveTo) return `Vence el ${nearDate(EffectiveTo, day)}`;
  if (!EffectiveFrom) return '';
  return `${EffectiveFrom < day ? 'Emitida' : 'Se emite'} el ${nearDate(EffectiveFrom, day)}`;
}

/** When the refund was requested: the wire does not say since when it is in its state (D50). */
export function sinceText(created: string, now: Date): string {
  const at = new Date(created);
  return Number.isNaN(at.getTime()) ? '' : ` · solicitado ${timeAgo(at, now)}`;
}
