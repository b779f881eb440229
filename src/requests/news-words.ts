import type { Policy } from '#contract/policies.ts';
import type { ForeignNews } from '#mirror/news.ts';
import { dateOf, shortDate, shortly } from '#rules/dates.ts';
import { namedMoney } from '#rules/money.ts';
import type { News, NewsKind } from '#rules/news.ts';
import { isInArrears } from '#rules/policies.ts';
import { graceOf } from '#rules/policy-status.ts';
import { type Destination, inYear, screens } from '#rules/screens.ts';
import type { IconName } from '#ui/base/icon.tsx';

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

/** What the device knows now of what a line is about. */
export interface NewsKnown {
  policy: Policy | undefined;
  /** As it is told apart from the customer's others; '' when it is unknown. */
  policyName: string;
  /** Numbers of the policy's bills that the insurer lists; null when they are unknown. */
  pending: readonly string[] | null;
  /** Those of them that are issued today or later: a policy in arrears has them on another screen than what it owes. */
  coming: readonly string[];
  /** Whether a payment is known that was for the bill. */
  paid: boolean;
  locale: string;
  /** Calendar date. */
  today: string;
}

type Say = (news: News, known: NewsKnown) => NewsWords;

/**
 * What each kind of news says. Amounts and dates are those of the moment it was learned, and so are the words, unless the
 * device knows what became of it.
 */
const words: Record<NewsKind, Say> = {
  'refund-approved': refund('ok', 'ok', 'Aprobamos tu reembolso'),
  'refund-denied': refund('x', 'bad', 'No aprobamos tu reembolso'),
  'refund-paid': refund('pay', 'ok', 'Pagamos tu reembolso'),
  'ticket-answered': ({ facts }) => ({
    icon: 'mail',
    tone: 'neutral',
    title: facts.closed === 'alone' ? 'Tu consulta se cerró' : 'Respondimos tu consulta',
    detail: [facts.name ?? '', facts.number ?? ''],
    to: screens.help,
  }),
  bill: (news, known) => {
    const { policy, policyName, locale, coming } = known;
    const { title, tone } = billStanding(news, known);
    const isOwed = !coming.includes(news.facts.number ?? '');
    return {
      icon: tone === 'ok' ? 'ok' : 'clock',
      tone,
      title,
      detail: [policyName, money(news, locale)],
      to: policy ? screens.invoices(policy, isInArrears(policy) && isOwed) : screens.home,
    };
  },
  arrears: ({ facts }, { policy, policyName, today }) => {
    // A policy that has fallen into arrears again has news of its own for these.
    const since = policy && isInArrears(policy) ? dateOf(policy.GracePeriodDate ?? '') : null;
    if (policy && (!isInArrears(policy) || (facts.since && since !== dateOf(facts.since))))
      return pastArrears(policyName, since);
    const grace = policy && graceOf(policy, today);
    const end = grace && shortDate(grace.end);
    return {
      icon: 'alert',
      tone: 'bad',
      title: 'Póliza en impago',
      detail: [
        policyName,
        grace && end ? (grace.expired ? `Venció el ${end}` : `El periodo de gracia termina el ${end}`) : '',
      ],
      to: policy ? screens.invoices(policy, true) : screens.home,
    };
  },
  paid: payment('ok', 'ok', 'Recibimos tu pago'),
  'payment-failed': payment('alert', 'bad', 'Un pago no se completó'),
  document: ({ facts, policyId }, { policyName }) => ({
    icon: 'doc',
    tone: 'neutral',
    title: Number(facts.more) > 1 ? `${facts.more} documentos añadidos` : 'Documento añadido',
    detail: [facts.category ?? '', policyName],
    to: inYear(screens.documents(policyId), facts.year),
  }),
};

/** @param since when those of now began; null where the policy is in none */
const pastArrears = (policyName: string, since: string | null): NewsWords => ({
  icon: since ? 'clock' : 'ok',
  tone: 'neutral',
  title: 'Tu póliza entró en impago',
  detail: [policyName, since ? `Está en impago desde el ${shortDate(since)}` : 'Ya no está en impago'],
  to: screens.home,
});

/** A bill as it was when it was learned of, or what the insurer's list has said of it since. */
function billStanding(
  { facts }: News,
  { pending, paid, today }: NewsKnown,
): { title: string; tone: NewsWords['tone'] } {
  const { due = '', number = '' } = facts;
  const isListed = pending?.includes(number);
  if (isListed === false)
    return paid
      ? { title: 'Nueva factura, ya está pagada', tone: 'ok' }
      : { title: 'Nueva factura, ya no está pendiente', tone: 'neutral' };
  if (Number(facts.amount) <= 0) return { title: 'Nueva factura, nada que pagar', tone: 'neutral' };
  const day = shortly(due, today);
  if (day === '') return { title: 'Nueva factura', tone: 'warn' };
  if (due >= today) return { title: `Nueva factura, vence el ${day}`, tone: 'warn' };
  return { title: isListed ? `Tu factura venció el ${day}` : `Nueva factura, vencía el ${day}`, tone: 'warn' };
}

/** A newer version of the app can tell it, and looks for itself there. */
const ofAnotherVersion: NewsWords = {
  icon: 'refresh',
  tone: 'neutral',
  title: 'Novedad de otra versión de la app',
  detail: ['Actualiza la app para verla'],
  to: screens.settings,
};

export const newsWords = (news: News | ForeignNews, known: NewsKnown): NewsWords =>
  news.kind === 'foreign' ? ofAnotherVersion : words[news.kind](news, known);

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
  return (news, { policyName, locale }) => ({
    icon,
    tone,
    title,
    detail: [policyName, money(news, locale), news.facts.reference ? `Ref. ${news.facts.reference}` : ''],
    to: inYear(screens.payments(news.policyId), news.facts.year),
  });
}

function money({ facts }: News, locale: string): string {
  return facts.amount === undefined ? '' : namedMoney(Number(facts.amount), facts.currency ?? '', locale);
}
