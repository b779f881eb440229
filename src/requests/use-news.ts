import type { Bill, Policy } from '#contract/policies.ts';
import { bills as billsCollection, policies as policiesCollection } from '#mirror/collections.ts';
import { useKnownNews, useMirror, useMirrored, useMirroredRows } from '#mirror/hooks.tsx';
import type { KnownNews } from '#mirror/news.ts';
import { useOutbox, useQueue } from '#outbox/hooks.ts';
import type { QueueReceipt } from '#outbox/receipts.ts';
import { listedBills } from '#rules/bills.ts';
import { today } from '#rules/dates.ts';
import { isPaymentOf } from '#rules/news.ts';
import { policyNames } from '#rules/policies.ts';
import { screens } from '#rules/screens.ts';
import { useLocale } from '#screens/use-locale.ts';
import { useLive } from '#session/hooks.ts';
import { useMinute } from '#ui/hooks/use-minute.ts';
import { type NewsKnown, type NewsWords, newsWords } from './news-words.ts';
import { fullTitleOf, wordsOf } from './requests.ts';

/** A line of Novedades. */
export interface NewsLine extends NewsWords {
  id: string;
  /** When the device learned of it, in milliseconds. */
  at: number;
  unread: boolean;
  /** The receipt that is opened. */
  receipt?: string;
  onRead: () => void;
}

/**
 * All of Novedades, the newest first: what pulls changed, what the queue brought, and what of it was refused. `readAll` is false
 * where the device has no room to note it.
 */
export function useNews(): { lines: readonly NewsLine[] | undefined; readAll: () => Promise<boolean> } {
  const mirror = useMirror();
  const outbox = useOutbox();
  const locale = useLocale();
  const now = useMinute();
  const known = useKnownNews();
  const receipts = useLive(
    (): Promise<readonly QueueReceipt[]> => outbox.recentReceipts(),
    [outbox],
    outbox.lastReceipts(),
  );
  const refused = useQueue().filter(({ state, withdrawn }) => state === 'refused' && !withdrawn);
  const policies = useMirrored(policiesCollection).groups?.flatMap(({ rows }) => rows) ?? [];
  const names = policyNames(policies);
  const named = (policy: Policy | undefined) => ({ policy, policyName: (policy && names.get(policy)) ?? '' });
  const billed = [...new Set(known?.filter(({ kind }) => kind === 'bill').map(({ policyId }) => policyId))];
  // A list from before the news would say of its bill that it is not pending any more.
  const bills = useMirroredRows(billsCollection, billed, false);
  const about = (news: KnownNews): NewsKnown => {
    const ofPolicy = bills?.get(news.policyId) ?? null;
    const pending = ofPolicy && numbersOf(ofPolicy);
    const day = today(now);
    const told =
      known?.flatMap(({ policyId, facts }) => (policyId === news.policyId ? (facts.number ?? []) : [])) ?? [];
    const numbers = [...(pending ?? []), ...told];
    return {
      ...named(policies.find(({ Policy }) => Policy === news.policyId)),
      pending,
      coming: numbersOf(listedBills(ofPolicy ?? [], false, day)),
      paid: known?.some((other) => other.at >= news.at && isPayment(news, other, numbers)) ?? false,
      locale,
      today: day,
    };
  };
  const lines = known &&
    receipts && [
      ...known.map(
        (news): NewsLine => ({
          ...newsWords(news, about(news)),
          id: news.id,
          at: news.at,
          unread: !news.read,
          onRead: () => void mirror.news.markRead([news.id]),
        }),
      ),
      ...receipts.map(
        ({ key, at, read, recibo, label }): NewsLine => ({
          icon: 'ok',
          tone: 'ok',
          title: `Recibimos tu ${wordsOf(recibo.tipo).noun.text}`,
          detail: [fullTitleOf(recibo.tipo, label), `N.º ${recibo.numero}`],
          to: screens.pending,
          receipt: key,
          id: key,
          at,
          unread: !read,
          onRead: () => void outbox.markRead([key]),
        }),
      ),
      ...refused.map(
        (item): NewsLine => ({
          icon: 'alert',
          tone: 'bad',
          title: `Tu ${wordsOf(item.command).noun.text} necesita tu atención`,
          detail: [fullTitleOf(item.command, item.label)],
          to: screens.pending,
          id: item.key,
          at: item.createdAt,
          unread: false,
          onRead: () => undefined,
        }),
      ),
    ];
  return {
    lines: lines?.sort((a, b) => b.at - a.at),
    readAll: async () => {
      const marked = await Promise.all([mirror.news.markRead(), outbox.markRead()]);
      return marked.every(({ ok }) => ok);
    },
  };
}

const numbersOf = (bills: readonly Bill[]): string[] => bills.map(({ BillNumber }) => BillNumber);

const isPayment = (bill: KnownNews, other: KnownNews, numbers: readonly string[]): boolean =>
  bill.kind !== 'foreign' && other.kind !== 'foreign' && isPaymentOf(bill, other, numbers);
