import { useParams } from '@tanstack/react-router';
import type { Bill, Policy } from '#contract/policies.ts';
import { bills as billsCollection, type Collection, payments, type Wanted } from '#mirror/collections.ts';
import { usePaymentOutcomes, usePolicy, useWithParts } from '#mirror/hooks.tsx';
import { type LoadState, loadStateOf } from '#mirror/load-state.ts';
import {
  billsTitle,
  canPayBills,
  isNothing,
  issuedBills,
  isUnpaidFlag,
  type LapseAvoidance,
  lapseAvoidance,
  listedBills,
} from '#rules/bills.ts';
import { shortly, today } from '#rules/dates.ts';
import { dotted } from '#rules/joined.ts';
import { isAwaited, type PaymentOutcome } from '#rules/payment-outcome.ts';
import { isInArrears, policyCurrency } from '#rules/policies.ts';
import { isSinglePremium } from '#rules/policy-card.ts';
import { screens } from '#rules/screens.ts';
import { comingBills, type DueBill } from '#rules/year-ahead.ts';
import { type AtScreen, collectionScreen } from '#screens/collection-screen.tsx';
import { useViewAge } from '#screens/mirrored-screen.tsx';
import { isDecided, OpenPayments, PaymentStanding } from '#screens/paying.tsx';
import { useLocale } from '#screens/use-locale.ts';
import { markWords } from '#screens/use-marks.ts';
import { notHere } from '#senses/this-device.ts';
import { useCustomer } from '#session/hooks.ts';
import { useWide } from '#ui/hooks/media.ts';
import { useMinute } from '#ui/hooks/use-minute.ts';
import { useOnline } from '#ui/hooks/use-online.ts';
import type { Mark } from '#ui/lists/mark.tsx';
import { Row, RowGroup } from '#ui/lists/rows.tsx';
import { EmptyState } from '#ui/states/states.tsx';
import { billKeys } from './bill-keys.ts';
import { BillList } from './bill-list.tsx';
import { BillsBeside, NextBill, useOtherPolicies } from './bills-beside.tsx';
import { YearAhead } from './year-ahead.tsx';

const LOADING = 'Cargando tus facturas...';
const NOT_LOADED = 'No pudimos cargar tus facturas';

/** H2.28 to H2.31: the bills of a policy, upcoming or unpaid. Unpaid bills of some policies can be paid here. */
export const InvoicesScreen = collectionScreen({
  collection: billsCollection,
  section: 'Facturas',
  wide: true,
  marking: { keysOf: billKeys, words: markWords.feminine },
  title: '',
  loading: LOADING,
  empty: { title: '' },
  failed: { title: NOT_LOADED },
  use: useInvoices,
});

function useInvoices({ policyId, view, rows: all, marks }: AtScreen<Bill>) {
  const { date = '' } = useParams({ strict: false });
  const policy = usePolicy(policyId);
  const unpaid = areUnpaid(date, policy);
  const outcomes = usePaymentOutcomes(policy) ?? [];
  const now = useMinute();
  const who = useCustomer();
  const lapse = policy ? lapseAvoidance(policy, all, unpaid, today(now)) : null;
  const lists = policy ? listsOf(policy, all, unpaid, today(now)) : [];
  // The residence decides how amounts are written, so nothing is drawn before it is known.
  const isReady = policy !== undefined && who;
  const state = isReady ? stateOf(view, lapse) : 'loading';
  const online = useOnline();
  // Without a connection nobody failed to load them (D70), nor while they are on their way.
  const noAge = view.loading ? LOADING : online ? NOT_LOADED : notHere();
  const age = useViewAge(view) || noAge;
  const others = useOtherPolicies(policyId, unpaid);
  const locale = useLocale();
  const coming = comingBills(policy, all, today(now));
  return {
    whole: useWithParts(view, [...others.parts, ...paidParts(policyId, outcomes)]),
    // H2.28, H2.30: the amount that keeps the policy from lapsing counts as one bill.
    title: lapse ? lapse.title : billsTitle(unpaid),
    state,
    // What was not paid has no year ahead.
    side: unpaid ? null : <BillsBeside {...{ policy, view, coming, others, locale }} today={today(now)} />,
    noAge: state === 'filled' && noAge,
    above: policy && <PaidElsewhere {...{ policy, outcomes, lists, lapse }} />,
    children: (
      <>
        {policy && who && (
          <>
            <Listed {...{ policy, lists, lapse, unpaid, now, outcomes, age, marks, coming, locale }} />
            <StillToCome policy={policy} unpaid={unpaid} bills={all} today={today(now)} />
          </>
        )}
        {policy === null && <EmptyState icon="pay" title="Esta póliza no está entre las tuyas" />}
      </>
    ),
  };
}

/** Where a payment that is awaited will appear. */
const paidParts = (policyId: string, outcomes: readonly PaymentOutcome[]): Wanted[] =>
  outcomes.some(isAwaited) ? [[payments as Collection<unknown>, policyId]] : [];

/** An address from before the last payment still has the flag, and then nothing of the policy is unpaid (D91). */
const areUnpaid = (date: string, policy: Policy | null | undefined): boolean =>
  isUnpaidFlag(date) && (!policy || isInArrears(policy));

/** That there is none is said with the year ahead. The amount that keeps a policy from lapsing is owed even without the bills. */
const stateOf = (view: AtScreen<Bill>['view'], lapse: unknown): LoadState =>
  view.groups || lapse ? 'filled' : loadStateOf(view);

interface PaidElsewhereProps {
  policy: Policy;
  outcomes: readonly PaymentOutcome[];
  lists: readonly DrawnList[];
  /** The one card instead of them. */
  lapse: LapseAvoidance | null;
}

/** Outcomes of payments whose bill is no longer listed, and so has no card; and payments of no known bill. */
function PaidElsewhere({ policy, outcomes, lists, lapse }: PaidElsewhereProps) {
  const drawn = lists.flatMap(({ some }) => some.map(({ BillNumber }) => BillNumber));
  const listed = lapse ? [lapse.billNumber] : drawn;
  const elsewhere = outcomes.filter(isDecided).filter(({ billNo }) => billNo !== null && !listed.includes(billNo));
  return (
    <>
      <OpenPayments policy={policy} outcomes={outcomes} />
      {elsewhere.map((outcome) => (
        <PaymentStanding key={outcome.at} policy={policy} outcome={outcome} />
      ))}
    </>
  );
}

interface ListedProps {
  policy: Policy;
  lists: readonly DrawnList[];
  lapse: LapseAvoidance | null;
  /** The bills with a day to come, the first one first. */
  coming: readonly DueBill[];
  unpaid: boolean;
  now: Date;
  outcomes: readonly PaymentOutcome[];
  age: string;
  marks: ReadonlyMap<string, Mark>;
  locale: string;
}

/** Only unpaid bills are payable. */
function Listed({ policy, lists, lapse, coming, unpaid, now, ...rest }: ListedProps) {
  const wide = useWide();
  const day = today(now);
  // A bill of zero is not what the policy is in arrears for.
  const isSeen = lapse || lists.some(({ some }) => !some.every(isNothing));
  const payable = canPayBills(policy, unpaid);
  return (
    <>
      {unpaid && !isSeen && <EmptyState {...billNotSeen} />}
      {!unpaid && !wide && <NextBill {...{ policy, coming, locale: rest.locale, today: day }} />}
      {!unpaid && (
        <YearAhead
          bills={coming}
          none={lists.length === 0}
          single={isSinglePremium(policy)}
          currency={policyCurrency(policy)}
          locale={rest.locale}
          today={day}
        />
      )}
      {lists.map(({ title, some, isOverdue }) => (
        <BillList key={title} {...{ policy, title, isOverdue, unpaid, payable }} {...rest} bills={some} />
      ))}
    </>
  );
}

interface StillToComeProps {
  policy: Policy;
  unpaid: boolean;
  bills: readonly Bill[];
  /** Calendar date. */
  today: string;
}

/** What is unpaid was issued before today (H2.31). A newer bill, as one that a notice spoke of, stands on another screen. */
function StillToCome({ policy, unpaid, bills, today }: StillToComeProps) {
  const coming = listedBills(bills, false, today).filter((bill) => !isNothing(bill));
  const count = coming.length;
  if (!unpaid || count === 0) return null;
  const [first] = coming.flatMap(({ EffectiveTo }) => EffectiveTo ?? []).sort();
  const due = first === undefined ? '' : `vence el ${shortly(first, today)}`;
  return (
    <RowGroup>
      <Row
        icon="clock"
        title={billsTitle(false)}
        detail={count === 1 ? dotted('1 factura', due) : dotted(`${count} facturas`, due && `la primera ${due}`)}
        to={screens.invoices(policy, false)}
      />
    </RowGroup>
  );
}

interface DrawnList {
  /** '' where the screen's title says it. */
  title: string;
  some: readonly Bill[];
  isOverdue?: boolean;
}

/** The bills of H2.31, and without the unpaid flag also those that it would leave out (D91). A list without any is not drawn. */
function listsOf(policy: Policy, bills: readonly Bill[], unpaid: boolean, day: string): DrawnList[] {
  const lists = [{ title: '', some: listedBills(bills, unpaid, day) }, ...(unpaid ? [] : besides(policy, bills, day))];
  // The amount that keeps the policy from lapsing is drawn without a bill too.
  return lists.filter(({ some }) => some.length > 0 || lapseAvoidance(policy, bills, unpaid, day));
}

/** A policy in arrears has its overdue bills among the unpaid ones; of another policy they would be nowhere. */
function besides(policy: Policy, bills: readonly Bill[], day: string): DrawnList[] {
  const { due, overdue } = issuedBills(bills, day);
  return [
    { title: 'Emitidas, por vencer', some: due },
    { title: 'Vencidas', some: isInArrears(policy) ? [] : overdue, isOverdue: true },
  ];
}

/** What a policy in arrears says without a listed bill. */
const billNotSeen = {
  icon: 'alert',
  title: 'Tu póliza está en impago, pero aún no vemos la factura',
  text: 'Escribe a tu asesor para saber cuánto debes y cómo pagarlo.',
} as const;
