import { useParams } from '@tanstack/react-router';
import type { Bill, Policy } from '#contract/policies.ts';
import { bills as billsCollection } from '#mirror/collections.ts';
import { useMirrored, usePaymentOutcomes, usePolicy } from '#mirror/hooks.tsx';
import { shownState } from '#mirror/shown.ts';
import { billsTitle, canPayBills, isUnpaidFlag, lapseAvoidance, listedBills } from '#rules/bills.ts';
import { today } from '#rules/dates.ts';
import { localeOf } from '#rules/money.ts';
import { policyTitle } from '#rules/policies.ts';
import { MirroredScreen, useViewAge } from '#screens/mirrored-screen.tsx';
import { isDecided, OpenPayments, PaymentStanding } from '#screens/paying.tsx';
import { useCustomer } from '#session/hooks.ts';
import { EmptyState } from '#ui/states.tsx';
import { useMinute } from '#ui/use-minute.ts';
import { BillList } from './bill-list.tsx';

const NOT_LOADED = 'No pudimos cargar tus facturas';

/** H2.28 to H2.31: the bills of a policy, upcoming or unpaid. Unpaid bills of some policies can be paid here. */
export function InvoicesScreen() {
  const { policy: policyId, date } = useParams({
    from: '/app/facturas/$policy/$visualTimeInstance/$date/$issuingCompany/$offshoreIndicator',
  });
  const policy = usePolicy(policyId);
  const view = useMirrored(billsCollection, policyId);
  const now = useMinute();
  const unpaid = isUnpaidFlag(date);
  const who = useCustomer();
  // The residence decides how amounts are written, so nothing is drawn before it is known.
  const listState = policy === undefined || !who ? 'loading' : shownState(view);
  const all = view.groups?.flatMap(({ rows }) => rows) ?? [];
  const owed = listedBills(all, unpaid, today(now)).map(({ BillNumber }) => BillNumber);
  const lapse = policy ? lapseAvoidance(policy, all, unpaid, today(now)) : null;
  // The amount that keeps the policy from lapsing is owed even when the bills are not mirrored.
  const state = listState !== 'loading' && lapse ? 'filled' : listState;
  const age = useViewAge(view) || NOT_LOADED;

  return (
    <MirroredScreen
      // H2.28, H2.30: the amount that keeps the policy from lapsing counts as one bill.
      title={lapse ? lapse.title : billsTitle(unpaid)}
      about={policy && policyTitle(policy)}
      view={view}
      state={state}
      loading="Cargando tus facturas..."
      // Without a mirrored list the screen must not say that nothing is owed.
      empty={state === 'empty' ? emptyWords(unpaid) : { title: NOT_LOADED }}
      noAge={state === 'filled' && NOT_LOADED}
      above={policy && <PaidElsewhere policy={policy} listed={lapse ? [lapse.billNumber] : owed} />}
    >
      {policy && who && (
        <Listed policy={policy} bills={all} unpaid={unpaid} now={now} age={age} locale={localeOf(who.residence)} />
      )}
      {policy === null && <EmptyState icon="pay" title="Esta póliza no está entre las tuyas" />}
    </MirroredScreen>
  );
}

/** Outcomes of payments whose bill is no longer listed, and so has no card; and payments of no known bill. */
function PaidElsewhere({ policy, listed }: { policy: Policy; listed: readonly (string | null)[] }) {
  const outcomes = usePaymentOutcomes(policy) ?? [];
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
  age: string;
  locale: string;
}

function Listed({ policy, bills, unpaid, now, age, locale }: ListedProps) {
  const listed = listedBills(bills, unpaid, today(now));
  if (listed.length === 0 && !lapseAvoidance(policy, bills, unpaid, today(now)))
    return <EmptyState {...emptyWords(unpaid)} />;
  const payable = canPayBills(policy, unpaid);
  return <BillList policy={policy} bills={listed} unpaid={unpaid} payable={payable} age={age} locale={locale} />;
}

function emptyWords(unpaid: boolean) {
  return unpaid
    ? ({ icon: 'ok', title: 'No tienes facturas impagadas', text: 'Estás al día con esta póliza.' } as const)
    : ({
        icon: 'pay',
        title: 'No tienes próximas facturas',
        text: 'La siguiente aparecerá aquí en cuanto se emita.',
      } as const);
}
