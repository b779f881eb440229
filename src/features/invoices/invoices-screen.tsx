import { useParams } from '@tanstack/react-router';
import type { Bill, Policy } from '#contract/policies.ts';
import { bills as billsCollection } from '#mirror/collections.ts';
import { usePaymentOutcomes, usePolicy } from '#mirror/hooks.tsx';
import { loadStateOf } from '#mirror/load-state.ts';
import { billsTitle, canPayBills, issuedBills, isUnpaidFlag, lapseAvoidance, listedBills } from '#rules/bills.ts';
import { today } from '#rules/dates.ts';
import { localeOf } from '#rules/money.ts';
import type { PaymentOutcome } from '#rules/payment-outcome.ts';
import { isInArrears } from '#rules/policies.ts';
import { type AtScreen, collectionScreen } from '#screens/collection-screen.tsx';
import { useViewAge } from '#screens/mirrored-screen.tsx';
import { isDecided, OpenPayments, PaymentStanding } from '#screens/paying.tsx';
import { markWords } from '#screens/use-marks.ts';
import { notHere } from '#senses/this-device.ts';
import { useCustomer } from '#session/hooks.ts';
import { useMinute } from '#ui/hooks/use-minute.ts';
import { useOnline } from '#ui/hooks/use-online.ts';
import type { Mark } from '#ui/lists/mark.tsx';
import { EmptyState } from '#ui/states/states.tsx';
import { billKeys } from './bill-keys.ts';
import { BillList } from './bill-list.tsx';

const NOT_LOADED = 'No pudimos cargar tus facturas';

/** H2.28 to H2.31: the bills of a policy, upcoming or unpaid. Unpaid bills of some policies can be paid here. */
export const InvoicesScreen = collectionScreen({
  collection: billsCollection,
  marking: { keysOf: billKeys, words: markWords.feminine },
  title: '',
  loading: 'Cargando tus facturas...',
  empty: { title: '' },
  failed: { title: NOT_LOADED },
  use: useInvoices,
});

function useInvoices({ policyId, view, rows: all, marks }: AtScreen<Bill>) {
  const { date = '' } = useParams({ strict: false });
  const unpaid = isUnpaidFlag(date);
  const policy = usePolicy(policyId);
  const outcomes = usePaymentOutcomes(policy) ?? [];
  const now = useMinute();
  const who = useCustomer();
  // The residence decides how amounts are written, so nothing is drawn before it is known.
  const listState = policy === undefined || !who ? 'loading' : loadStateOf(view);
  const owed = listedBills(all, unpaid, today(now)).map(({ BillNumber }) => BillNumber);
  const lapse = policy ? lapseAvoidance(policy, all, unpaid, today(now)) : null;
  // The amount that keeps the policy from lapsing is owed even when the bills are not mirrored.
  const state = listState !== 'loading' && lapse ? 'filled' : listState;
  const online = useOnline();
  // Without a connection nobody failed to load them (D70).
  const noAge = online ? NOT_LOADED : notHere();
  const age = useViewAge(view) || noAge;
  return {
    // H2.28, H2.30: the amount that keeps the policy from lapsing counts as one bill.
    title: lapse ? lapse.title : billsTitle(unpaid),
    state,
    // Without a mirrored list the screen must not say that nothing is owed.
    empty: emptyWords(unpaid, policy ?? null),
    noAge: state === 'filled' && noAge,
    above: policy && <PaidElsewhere {...{ policy, outcomes }} listed={lapse ? [lapse.billNumber] : owed} />,
    children: (
      <>
        {policy && who && (
          <Listed {...{ policy, unpaid, now, outcomes, age, marks }} bills={all} locale={localeOf(who.residence)} />
        )}
        {policy === null && <EmptyState icon="pay" title="Esta póliza no está entre las tuyas" />}
      </>
    ),
  };
}

interface PaidElsewhereProps {
  policy: Policy;
  outcomes: readonly PaymentOutcome[];
  /** Numbers of the bills that have a card. */
  listed: readonly (string | null)[];
}

/** Outcomes of payments whose bill is no longer listed, and so has no card; and payments of no known bill. */
function PaidElsewhere({ policy, outcomes, listed }: PaidElsewhereProps) {
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
  bills: readonly Bill[];
  unpaid: boolean;
  now: Date;
  outcomes: readonly PaymentOutcome[];
  age: string;
  marks: ReadonlyMap<string, Mark>;
  locale: string;
}

/** The bills of H2.31, and without the unpaid flag also those that it would leave out (D91). Only unpaid ones are payable. */
function Listed({ policy, bills, unpaid, now, ...rest }: ListedProps) {
  const day = today(now);
  const lapse = lapseAvoidance(policy, bills, unpaid, day);
  const lists = [{ title: '', some: listedBills(bills, unpaid, day) }, ...(unpaid ? [] : besides(policy, bills, day))];
  const shown = lists.filter(({ some }) => some.length > 0 || lapse);
  if (shown.length === 0) return <EmptyState {...emptyWords(unpaid, policy)} />;
  const payable = canPayBills(policy, unpaid);
  return shown.map(({ title, some }) => (
    <BillList key={title} {...{ policy, title, unpaid, payable }} {...rest} bills={some} />
  ));
}

/** A policy in arrears has its overdue bills among the unpaid ones; of another policy they would be nowhere. */
function besides(policy: Policy, bills: readonly Bill[], day: string) {
  const { due, overdue } = issuedBills(bills, day);
  return [
    { title: 'Emitidas, por vencer', some: due },
    { title: 'Vencidas', some: isInArrears(policy) ? [] : overdue },
  ];
}

function emptyWords(unpaid: boolean, policy: Policy | null) {
  if (!unpaid)
    return {
      icon: 'pay',
      title: 'No tienes próximas facturas',
      text: 'La siguiente aparecerá aquí en cuanto se emita.',
    } as const;
  if (policy && isInArrears(policy))
    return {
      icon: 'alert',
      title: 'Tu póliza está en impago, pero aún no vemos la factura',
      text: 'Escribe a tu asesor para saber cuánto debes y cómo pagarlo.',
    } as const;
  const text = policy ? 'Estás al día con esta póliza.' : '';
  return { icon: 'ok', title: 'No tienes facturas impagadas', text } as const;
}
