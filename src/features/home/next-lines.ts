import type { Bill } from '#contract/policies.ts';
import type { Refund } from '#contract/refunds.ts';
import type { BegunRefund } from '#requests/open-drafts.ts';
import { caseStatus } from '#rules/case-status.ts';
import { type nearDate, shortNearDate, today } from '#rules/dates.ts';
import { dotted } from '#rules/joined.ts';
import { exactMoney, namedMoney } from '#rules/money.ts';
import { readableName, shortName } from '#rules/people.ts';
import { policyCurrency } from '#rules/policies.ts';
import { refundName, refundTypeLabel } from '#rules/refund-form.ts';
import { type Destination, screens } from '#rules/screens.ts';
import type { IconName } from '#ui/base/icon.tsx';
import type { WhatNextNow } from './use-what-next.ts';

/** At the left: what and whose. At the right: how much and where it stands. */
export interface NextLine {
  key: string;
  icon: IconName;
  title: string;
  about: string;
  /** Ends `about`; it never breaks. */
  reference?: string;
  /** An amount, or the verb of what goes on; without both an arrow. */
  figure?: string;
  action?: string;
  state?: string;
  /** Whether the state is shown as one that is under way. */
  isUnderWay?: boolean;
  to?: Destination;
  onClick?: () => void;
}

/** The histories of their policies show the others. */
const MAX_REFUNDS = 3;
/** The steps of a refund's form; what comes after them is the look before sending. */
const STEPS = 4;

/** The refunds under way, the newest first. */
export function refundLines({ open, openRefund }: WhatNextNow, locale: string): NextLine[] {
  return open.slice(0, MAX_REFUNDS).map(({ policyId, refund }) => ({
    key: refund.id,
    icon: 'refund',
    ...refundWords(refund, locale),
    onClick: () => openRefund(policyId, refund.id),
  }));
}

/** How many refunds under way are not among those, a line for each policy: a history has those of its own policy alone. */
export function moreLines({ open, offering, named }: WhatNextNow): NextLine[] {
  const more = open.slice(MAX_REFUNDS);
  return [...new Set(more.map(({ policyId }) => policyId))].map((policyId) => {
    const count = more.filter((one) => one.policyId === policyId).length;
    return {
      key: `more ${policyId}`,
      icon: 'refund',
      title: count === 1 ? 'Y 1 reembolso más en curso' : `Y ${count} reembolsos más en curso`,
      about: offering.length > 1 ? named(policyId) : '',
      to: screens.refunds(policyId),
    };
  });
}

function refundWords(refund: Refund, locale: string) {
  const { text, tone } = caseStatus(refund.idEstado);
  return {
    title: refund.tipoGasto || refundName(refund.tipoReembolso),
    about: shortName(refund.paciente),
    reference: refund.CaseNumber,
    figure: namedMoney(refund.importe, refund.divisa, locale),
    state: text,
    isUnderWay: tone === 'warn',
  };
}

/**
 * What was begun and not sent.
 *
 * @param beside in the card of refunds, where its kind is the title
 */
export function draftLines({ drafts, offering, named }: WhatNextNow, beside: boolean): NextLine[] {
  const ticket: NextLine = { ...draft, key: 'ticket', title: 'Consulta sin enviar', about: '', to: screens.newTicket };
  // One policy alone offers refunds: nothing is to be told apart.
  const policyOf = ({ policyId }: BegunRefund) => (offering.length > 1 ? named(policyId) : '');
  return [
    ...drafts.refunds.map((begun) => ({
      ...draft,
      key: begun.policyId,
      ...draftWords(begun, policyOf(begun), beside),
      state: begun.step > STEPS ? 'por revisar' : begun.step > 0 ? `paso ${begun.step} de ${STEPS}` : '',
      to: screens.newRefund(begun.policyId),
    })),
    ...(drafts.ticket ? [ticket] : []),
  ];
}

const draft = { icon: 'edit', action: 'Seguir' } as const;

function draftWords({ expense, type, patient }: BegunRefund, policy: string, beside: boolean) {
  const kind = expense || (type && refundTypeLabel(type));
  const whose = shortName(patient) || readableName(patient);
  return beside
    ? { title: kind || 'Reembolso', about: dotted(whose, policy, 'sin enviar') }
    : { title: 'Reembolso sin enviar', about: dotted(kind, whose, policy) };
}

/** The next bill as a line. */
export function billLine({ due, named }: WhatNextNow, locale: string, now: Date): NextLine | null {
  if (!due) return null;
  const { policy, bill } = due;
  return {
    key: 'bill',
    icon: 'calendar',
    title: 'Próxima factura',
    about: named(policy.Policy),
    figure: exactMoney(bill.DuePremium, policyCurrency(policy), locale),
    state: dueText(bill, today(now), shortNearDate),
    to: screens.invoices(policy, false),
  };
}

/**
 * 'vence el 3 de diciembre'
 *
 * @param day calendar date of today
 */
export function dueText(
  { EffectiveTo, EffectiveFrom }: Pick<Bill, 'EffectiveTo' | 'EffectiveFrom'>,
  day: string,
  inWords: typeof nearDate,
): string {
  if (EffectiveTo) return `vence el ${inWords(EffectiveTo, day)}`;
  if (!EffectiveFrom) return '';
  return `${EffectiveFrom < day ? 'emitida' : 'se emite'} el ${inWords(EffectiveFrom, day)}`;
}
