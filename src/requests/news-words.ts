import type { Policy } from '#contract/policies.ts';
import { shortDate } from '#rules/dates.ts';
import { namedMoney } from '#rules/money.ts';
import type { News, NewsKind } from '#rules/news.ts';
import { isInArrears, policyName } from '#rules/policies.ts';
import { graceOf } from '#rules/policy-status.ts';
import { type Destination, screens } from '#rules/screens.ts';
import type { IconName } from '#ui/icon.tsx';

/** How a line of Novedades reads, and where it leads. */
export interface NewsWords {
  icon: IconName;
  tone: 'ok' | 'bad' | 'warn' | 'neutral';
  title: string;
  /** Its parts, to be parted by dots; empty ones are left out. */
  detail: string[];
  to: Destination;
  /** A refund's own screen takes its ids in the history's state (D44). */
  refund?: { policyId: string; refundId: string };
}

interface Known {
  policy: Policy | undefined;
  locale: string;
  /** Calendar date. */
  today: string;
}

type Say = (news: News, known: Known) => NewsWords;

/** What each kind of news says. Amounts and dates are those of the moment it was learned. */
const words: Record<NewsKind, Say> = {
  'refund-approved': refund('ok', 'ok', 'Aprobamos tu reembolso'),
  'refund-denied': refund('x', 'bad', 'No aprobamos tu reembolso'),
  'refund-paid': refund('pay', 'ok', 'Pagamos tu reembolso'),
  'ticket-answered': ({ facts }) => ({
    icon: 'mail',
    tone: 'neutral',
    title: 'Respondimos tu consulta',
    detail: [facts.name ?? '', facts.number ?? ''],
    to: screens.help,
  }),
  bill: (news, { policy, locale, today }) => {
    const due = news.facts.due ?? '';
    const text = shortDate(due);
    return {
      icon: 'clock',
      tone: 'warn',
      title: !text
        ? 'Tienes una factura nueva'
        : due < today
          ? `Tu factura venció el ${text}`
          : `Tu factura vence el ${text}`,
      detail: [policyText(policy), money(news, locale)],
      to: policy ? screens.invoices(policy, isInArrears(policy)) : screens.home,
    };
  },
  arrears: (_, { policy, today }) => {
    const grace = policy && graceOf(policy, today);
    const end = grace && shortDate(grace.end);
    return {
      icon: 'alert',
      tone: 'bad',
      title: 'Póliza en impago',
      detail: [
        policyText(policy),
        grace && end ? (grace.expired ? `Venció el ${end}` : `El periodo de gracia termina el ${end}`) : '',
      ],
      to: policy ? screens.invoices(policy, true) : screens.home,
    };
  },
  paid: payment('ok', 'ok', 'Recibimos tu pago'),
  'payment-failed': payment('alert', 'bad', 'Un pago no se completó'),
  document: ({ facts, policyId }, { policy }) => ({
    icon: 'doc',
    tone: 'neutral',
    title: Number(facts.more) > 1 ? `${facts.more} documentos añadidos` : 'Documento añadido',
    detail: [facts.category ?? '', policyText(policy)],
    to: screens.documents(policyId),
  }),
};

export const newsWords = (news: News, known: Known): NewsWords => words[news.kind](news, known);

function refund(icon: IconName, tone: NewsWords['tone'], title: string): Say {
  return (news, { locale }) => ({
    icon,
    tone,
    title,
    detail: [news.facts.number ?? '', news.facts.kind ?? '', money(news, locale)],
    to: screens.refunds(news.policyId),
    ...(news.facts.refund && { refund: { policyId: news.policyId, refundId: news.facts.refund } }),
  });
}

function payment(icon: IconName, tone: NewsWords['tone'], title: string): Say {
  return (news, { policy, locale }) => ({
    icon,
    tone,
    title,
    detail: [policyText(policy), money(news, locale), news.facts.reference ? `Ref. ${news.facts.reference}` : ''],
    to: screens.payments(news.policyId),
  });
}

const policyText = (policy: Policy | undefined): string => (policy ? policyName(policy) : '');

function money({ facts }: News, locale: string): string {
  return facts.amount === undefined ? '' : namedMoney(Number(facts.amount), facts.currency ?? 'USD', locale);
}
