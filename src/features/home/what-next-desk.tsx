import type { ReactNode } from 'react';
import type { Refund } from '#contract/refunds.ts';
import { caseStatus } from '#rules/case-status.ts';
import { today } from '#rules/dates.ts';
import { exactMoney, namedMoney } from '#rules/money.ts';
import { policyCurrency } from '#rules/policies.ts';
import { refundName, refundTypeLabel } from '#rules/refund-form.ts';
import { refundTimeline } from '#rules/refund-timeline.ts';
import { type Destination, screens } from '#rules/screens.ts';
import { classNames } from '#ui/base/class-names.ts';
import { Card } from '#ui/cards/card.tsx';
import { ScreenLink } from '#ui/controls/screen-link.tsx';
import { SideHead } from './side-head.tsx';
import type { WhatNextNow } from './use-what-next.ts';
import { dueText, joined, MAX_REFUNDS, sinceText } from './what-next.tsx';
import styles from './what-next-desk.module.css';

interface WhatNextDeskProps {
  next: WhatNextNow;
  locale: string;
  now: Date;
  /** Content of a fixed height. It stands above the refunds, whose number becomes known later. */
  children: ReactNode;
}

/**
 * On a desk what comes next has a card each: the bill with its amount, the refunds with how far they are. Both cards are
 * there from the start, so that nothing moves when their content arrives.
 */
export function WhatNextDesk({ next, locale, now, children }: WhatNextDeskProps) {
  const { due, open, drafts, offering, several, named, openRefund } = next;
  const [first] = offering;
  const hasDrafts = drafts.refunds.length > 0 || drafts.ticket;
  return (
    <section className="stack-4" aria-labelledby="what-next">
      <h2 id="what-next" className="visually-hidden">
        Lo que sigue
      </h2>
      <Card>
        <SideHead
          title="Próxima factura"
          {...(due && { all: { text: 'Ver', to: screens.invoices(due.policy, false) } })}
        />
        <p className="ends">
          <span className={styles.amount}>
            {due ? exactMoney(due.bill.DuePremium, policyCurrency(due.policy), locale) : '–'}
          </span>
          <span className="soft small">
            {due ? dueText(due.bill, today(now)) : next.areBillsKnown ? 'Ninguna por ahora' : ''}
          </span>
        </p>
        {several && (
          <p className="soft small" dir="auto">
            {due ? named(due.policy.Policy) : '\u00a0'}
          </p>
        )}
      </Card>
      {children}
      {(first || hasDrafts) && (
        <Card className={styles.refunds ?? ''}>
          {first ? (
            <SideHead
              title="Reembolsos en curso"
              all={{ text: 'Ver todos', to: screens.refunds(open[0]?.policyId ?? first.Policy) }}
            />
          ) : (
            <SideHead title="Sin terminar" />
          )}
          <ul className={styles.rows}>
            {first && open.length === 0 && !hasDrafts && (
              <li className={styles.none}>{next.areRefundsKnown ? 'Ninguno por ahora' : ''}</li>
            )}
            {open.slice(0, MAX_REFUNDS).map(({ policyId, refund }) => (
              <li key={refund.id}>
                <button type="button" className={styles.row} onClick={() => openRefund(policyId, refund.id)}>
                  <span className={classNames('ends', styles.titled)}>
                    <span>{refund.CaseNumber || refundName(refund.tipoReembolso)}</span>
                    <span className={styles.figure}>{namedMoney(refund.importe, refund.divisa, locale)}</span>
                  </span>
                  <Way refund={refund} now={now} locale={locale} />
                  <span className="soft small">
                    {caseStatus(refund.idEstado).text}
                    {sinceText(refund.created, now)}
                  </span>
                </button>
              </li>
            ))}
            {drafts.refunds.map(({ policyId, type, step }) => (
              <Draft key={policyId} title="Borrador de reembolso" to={screens.newRefund(policyId)}>
                {joined(type && refundTypeLabel(type), step > 0 ? `paso ${step} de 4` : '', named(policyId))}
              </Draft>
            ))}
            {drafts.ticket && (
              <Draft title="Consulta sin enviar" to={screens.newTicket}>
                Borrador
              </Draft>
            )}
          </ul>
        </Card>
      )}
    </section>
  );
}

/** How far it is, as its detail draws it. The words below say the same. */
function Way({ refund, now, locale }: { refund: Refund; now: Date; locale: string }) {
  return (
    <span className={styles.way} aria-hidden="true">
      {refundTimeline(refund, today(now), locale).map(({ name, standing }) => (
        <span key={name} data-standing={standing} />
      ))}
    </span>
  );
}

function Draft({ title, to, children }: { title: string; to: Destination; children: ReactNode }) {
  return (
    <li>
      <ScreenLink className={styles.row} to={to}>
        <span className={classNames('ends', styles.titled)}>
          <span>{title}</span>
          <span className={styles.action}>Continuar</span>
        </span>
        <span className="soft small" dir="auto">
          {children}
        </span>
      </ScreenLink>
    </li>
  );
}
