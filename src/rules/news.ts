import type { Bill, Payment, Policy, PolicyDocument } from '#contract/policies.ts';
import type { Refund } from '#contract/refunds.ts';
import type { Ticket } from '#contract/tickets.ts';
import { caseStatus } from './case-status.ts';
import { addDays, dateOf } from './dates.ts';
import { billsMeant, isOneOf, paymentMarks, paymentNames } from './payment-outcome.ts';
import { paymentCurrency, paymentStatus } from './payments.ts';
import { policyCurrency } from './policies.ts';
import { isPaid, timesInStatus } from './refunds.ts';

export const newsKinds = [
  'refund-approved',
  'refund-denied',
  'refund-paid',
  'ticket-answered',
  'bill',
  'arrears',
  'paid',
  'payment-failed',
  'document',
] as const;
export type NewsKind = (typeof newsKinds)[number];

/** A change at the insurer's since the customer last knew (D61), with the facts of that moment. */
export interface News {
  kind: NewsKind;
  /** Names the row and its state, so that a change seen twice is one piece of news. */
  about: string;
  /** `Policy.Policy`; '' when it is about none. */
  policyId: string;
  /** Facts by name; unknown ones are left out. `closed` is 'alone' of a ticket that was closed without an answer. */
  facts: Record<string, string>;
}

/** The context of a comparison. */
interface Compared {
  /** Calendar date. */
  today: string;
  policyId: string;
  /** The policy, when it is mirrored. */
  policy: Policy | null;
}

/** A payment older than this is no news. */
const OLD_DAYS = 45;
/** At most this many news of one kind from one pull; the list shows the rest. */
const MAX_AT_ONCE = 5;

/** The first day whose payments can be news: no older ones need to be compared. */
export const newsSince = (today: string): string => addDays(today, -OLD_DAYS);

/** The news in a pull, by collection. `before` are the rows mirrored so far; a first pull brings no news. */
const comparisons = {
  refunds: (before: readonly Refund[], after: readonly Refund[], { policyId }: Compared): News[] =>
    changed(before, after, ({ id }) => id).flatMap(([was, is]) => {
      // What was asked for is not said to be paid (D50).
      const factsWith = (amount?: number | null) =>
        kept({ refund: is.id, number: is.CaseNumber, amount, currency: is.divisa, kind: is.tipoGasto });
      const status = caseStatus(is.idEstado).text;
      const isDecided = status === 'Aprobado' || status === 'Negado';
      const news: News[] = [];
      if (isDecided && isNewDecision(was, is))
        news.push({
          kind: status === 'Aprobado' ? 'refund-approved' : 'refund-denied',
          about: aboutDecision(is),
          policyId,
          facts: factsWith(is.importe),
        });
      if (isPaid(is) && !isPaid(was))
        news.push({ kind: 'refund-paid', about: is.id, policyId, facts: factsWith(is.importePagado) });
      return news;
    }),
  tickets: (before: readonly Ticket[], after: readonly Ticket[]): News[] =>
    changed(before, after, ({ id }) => id)
      .filter(([was, is]) => saidIn(is) !== saidIn(was) || (isClosed(is) && !isClosed(was)))
      .map(([was, is]) => ({
        kind: 'ticket-answered' as const,
        about: `${is.id} ${is.idEstado} ${saidIn(is).length}`,
        policyId: '',
        facts: kept({ number: is.CaseNumber, name: is.nombre, closed: saidIn(is) === saidIn(was) ? 'alone' : '' }),
      })),
  bills: (before: readonly Bill[], after: readonly Bill[], { policyId, policy }: Compared): News[] => {
    const known = new Set(before.map(({ BillNumber }) => BillNumber));
    return after
      .filter(({ BillNumber }) => BillNumber !== '' && !known.has(BillNumber))
      .map(({ BillNumber, DuePremium, EffectiveTo }) => ({
        kind: 'bill' as const,
        about: BillNumber,
        policyId,
        facts: kept({
          number: BillNumber,
          amount: DuePremium,
          currency: policy && policyCurrency(policy),
          due: EffectiveTo,
        }),
      }));
  },
  payments: (before: readonly Payment[], after: readonly Payment[], { policyId, policy, today }: Compared): News[] => {
    const known = new Set(paymentMarks(before).values());
    const since = newsSince(today);
    const recent = after.filter((one) => (dateOf(one.ParsedCompletedDate) ?? '') >= since);
    const [names, marks] = [paymentNames(recent), paymentMarks(recent)];
    return recent
      .filter((one) => !known.has(marks.get(one) ?? ''))
      .map((one) => ({
        kind: paymentStatus(one).accepted ? ('paid' as const) : ('payment-failed' as const),
        about: names.get(one) ?? '',
        policyId,
        facts: kept({
          reference: one.OrderNumber,
          concept: one.Concept,
          amount: one.Total ?? one.Amount,
          base: one.Amount,
          currency: paymentCurrency(one, policy ? policyCurrency(policy) : ''),
          year: yearOf(one.ParsedCompletedDate),
        }),
      }));
  },
  /**
   * Documents have no id, and their days may be corrected by a few, so the number of documents of a category is compared. As many
   * as before, of which the newest is much newer, are a document in another's place.
   */
  documents: (before: readonly PolicyDocument[], after: readonly PolicyDocument[], { policyId }: Compared): News[] => {
    const daysIn = (rows: readonly PolicyDocument[], category: string) =>
      rows.flatMap((one) => (one.CategoryDescription === category ? [one.CreatedOnDate ?? ''] : [])).sort();
    return [...new Set(after.map(({ CategoryDescription }) => CategoryDescription))].flatMap((category) => {
      const [was, is] = [daysIn(before, category), daysIn(after, category)];
      const more = Math.max(is.length - was.length, isMuchNewer(was, is) ? 1 : 0);
      const about = [category, ...is].join(' ');
      if (more <= 0) return [];
      return [
        { kind: 'document', about, policyId, facts: kept({ category, more, year: yearOf(newestAdded(was, is)) }) },
      ];
    });
  },
  policies: (before: readonly Policy[], after: readonly Policy[]): News[] =>
    changed(before, after, ({ Policy }) => Policy)
      .filter(([was, is]) => is.GracePeriodDate !== null && is.GracePeriodDate !== was.GracePeriodDate)
      .map(([, is]) => ({
        kind: 'arrears' as const,
        about: `${is.Policy} ${is.GracePeriodDate}`,
        policyId: is.Policy,
        facts: kept({ since: is.GracePeriodDate }),
      })),
};

/** Whether the insurer decided since: also the same again, between two pulls. */
const isNewDecision = (was: Refund, is: Refund): boolean =>
  caseStatus(is.idEstado).text !== caseStatus(was.idEstado).text ||
  (was.estados !== undefined && timesInStatus(is) > timesInStatus(was));

/** The first decision is named by its refund alone, as on devices that know it already; a later one by its count too. */
function aboutDecision(refund: Refund): string {
  const times = timesInStatus(refund);
  return times > 1 ? `${refund.id} ${times}` : refund.id;
}

/** The page that it is on. */
const yearOf = (date: string): string | undefined => dateOf(date)?.slice(0, 4);

/** The latest of these sorted days that was not among those before. */
function newestAdded(was: readonly string[], is: readonly string[]): string {
  const left = new Map<string, number>();
  for (const day of was) left.set(day, (left.get(day) ?? 0) + 1);
  const added = is.filter((day) => {
    const some = left.get(day) ?? 0;
    left.set(day, some - 1);
    return some <= 0;
  });
  return added.at(-1) ?? '';
}

/** How many days the day of a document may be corrected by. */
const CORRECTED_DAYS = 3;
/** Whether the newest of these sorted days is later than a correction of the newest before could make it. */
function isMuchNewer(was: readonly string[], is: readonly string[]): boolean {
  const [before, now] = [dateOf(was.at(-1) ?? ''), dateOf(is.at(-1) ?? '')];
  return before !== null && now !== null && now > addDays(before, CORRECTED_DAYS);
}

/**
 * Whether news of a payment are of that bill's: they name it, or have its amount and name no other (D93).
 *
 * @param bills numbers of the policy's bills that the device knows
 */
export function isPaymentOf(bill: News, payment: News, bills: readonly string[]): boolean {
  if (payment.kind !== 'paid' || payment.policyId !== bill.policyId) return false;
  const { number = '', amount } = bill.facts;
  const { concept = '', reference = '' } = payment.facts;
  const meant = billsMeant([concept, reference], [number, ...bills]);
  const sums = [payment.facts.amount, payment.facts.base].map(Number);
  return meant.length > 0 ? meant.includes(number) : isOneOf(sums, Number(amount));
}

/** The news of a mirrored table's rows; none for a table without news. */
export function newsOf(
  table: string,
  before: readonly unknown[],
  after: readonly unknown[],
  compared: Compared,
): News[] {
  if (!Object.hasOwn(comparisons, table)) return [];
  const compare = comparisons[table as keyof typeof comparisons] as Compare;
  return compare(before, after, compared).slice(0, MAX_AT_ONCE);
}

/** Whether a table can have news. Rows of other tables need not be opened for it. */
export const hasNews = (table: string): boolean => Object.hasOwn(comparisons, table);

type Compare = (before: readonly unknown[], after: readonly unknown[], compared: Compared) => News[];

function changed<Row>(before: readonly Row[], after: readonly Row[], idOf: (row: Row) => string): [Row, Row][] {
  const known = new Map(before.map((row) => [idOf(row), row]));
  return after.flatMap((is): [Row, Row][] => {
    const was = known.get(idOf(is));
    return was ? [[was, is]] : [];
  });
}

/** What was written and answered; some backends have both in one text. */
const saidIn = ({ notas, respuestas = [] }: Ticket): string =>
  [notas, ...respuestas.map(({ texto }) => texto)].join('\n\n');

const isClosed = ({ idEstado }: Ticket): boolean => ['Aprobado', 'Negado'].includes(caseStatus(idEstado).text);

function kept(facts: Record<string, string | number | null | undefined>): Record<string, string> {
  const known = Object.entries(facts).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return Object.fromEntries(known.map(([name, value]) => [name, String(value)]));
}
