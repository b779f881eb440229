import { useMemo, useRef, useState } from 'react';
import type { Payment, Policy } from '#contract/policies.ts';
import { bills as billsCollection, payments as paymentsCollection } from '#mirror/collections.ts';
import { useMirroredRows, usePolicy } from '#mirror/hooks.tsx';
import { today as dayOf } from '#rules/dates.ts';
import { nextBill } from '#rules/home.ts';
import { countText } from '#rules/money.ts';
import { paymentStatus, searchPayments } from '#rules/payments.ts';
import { policyCurrency } from '#rules/policies.ts';
import { countOf } from '#rules/years.ts';
import { type AtScreen, collectionScreen } from '#screens/collection-screen.tsx';
import { type Find, type Finding, useFinding } from '#screens/finding.ts';
import { useLocale } from '#screens/use-locale.ts';
import { markWords } from '#screens/use-marks.ts';
import { Button } from '#ui/controls/button.tsx';
import { ChoicePill } from '#ui/controls/pill.tsx';
import { SearchInput } from '#ui/controls/search-input.tsx';
import { useWide } from '#ui/hooks/media.ts';
import { useSticking } from '#ui/hooks/sticks.ts';
import { useMinute } from '#ui/hooks/use-minute.ts';
import { EmptyState } from '#ui/states/states.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { paymentKeys } from './payment-keys.ts';
import { PaymentList, type PaymentListHandle } from './payment-list.tsx';
import styles from './payments-screen.module.css';
import { YearTabs } from './year-tabs.tsx';

/** H2.32: a policy's electronic payments by year, with a search by reference, amount, month or year. */
export const PaymentsScreen = collectionScreen({
  collection: paymentsCollection,
  marking: { keysOf: paymentKeys, words: markWords.masculine },
  title: 'Historial de pagos electrónicos',
  wide: true,
  loading: 'Cargando tus pagos...',
  shape: 'year',
  empty: {
    icon: 'pay',
    title: 'No tenemos pagos electrónicos que mostrarte',
    text: 'Cuando pagues una factura con tarjeta, la verás aquí.',
  },
  use: usePayments,
});

function usePayments({ policyId, ...at }: AtScreen<Payment>) {
  const policy = usePolicy(policyId);
  // The policy decides the currency, so nothing is drawn before it is known.
  return {
    ...(policy === undefined && { state: 'loading' as const }),
    children: <Payments policy={policy ?? null} {...at} />,
  };
}

const findPayments = (currency: string, locale: string): Find<Payment> => ({
  label: 'Referencia, importe o mes',
  nouns: ['pago', 'pagos'],
  search: (rows, typed) => searchPayments(rows, typed, currency, locale),
  facets: [{ name: 'failed', label: 'Estado', all: 'Todos', of: (one) => (paymentStatus(one).accepted ? '' : FAILED) }],
});

const FAILED = 'Fallido';
const NONE: readonly [] = [];

function Payments({ policy, view, rows, marks }: Omit<AtScreen<Payment>, 'policyId'> & { policy: Policy | null }) {
  const locale = useLocale();
  const wide = useWide();
  const today = dayOf(useMinute());
  const policyId = policy?.Policy ?? '';
  const bills = useMirroredRows(billsCollection, [policyId])?.get(policyId);
  const next = useMemo(() => (policy && bills ? dueNext(policy, bills, today) : null), [policy, bills, today]);
  const [exporting, setExporting] = useState(false);
  const [looked, setLooked] = useState<string | null>(null);
  const { stick, sticking } = useSticking();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<PaymentListHandle>(null);
  const currency = policy ? policyCurrency(policy) : 'USD';
  const find = useMemo(() => findPayments(currency, locale), [currency, locale]);
  const finding = useFinding({ groups: view.groups ?? NONE, rows, partial: view.partial }, find);
  const found = finding.shown;
  const failed = useMemo(() => rows.filter((one) => !paymentStatus(one).accepted).length, [rows]);
  const years = found.map(({ label }) => label);
  const inSight = looked !== null && years.includes(looked) ? looked : years[0];
  const clear = () => {
    finding.clear();
    // The pressed button disappears with the search.
    field.current?.focus();
  };

  return (
    <>
      <div className={styles.bar} ref={wide ? stick : null}>
        <div className={styles.tools}>
          <div className={styles.search}>
            <SearchInput
              label={finding.label}
              value={finding.typed}
              onChange={finding.type}
              inputRef={field}
              result={resultText(finding)}
              resultHidden={wide && finding.by === ''}
            />
          </div>
          <Button
            look="line"
            fit
            icon="download"
            className={styles.export ?? ''}
            aria-haspopup="dialog"
            onClick={() => setExporting(true)}
          >
            <span className={styles.name}>Exportar</span>
          </Button>
        </div>
        <div ref={wide ? null : stick} className={styles.sticking}>
          <YearTabs years={years} current={inSight} onChoose={(year) => list.current?.bringYear(year)} />
          {finding.facets.map(({ name, options, chosen, choose }) =>
            options.map((option) => (
              <ChoicePill
                key={name}
                chosen={chosen === option}
                onChoose={() => choose(chosen === null ? option : null)}
              >
                Solo fallidos {view.partial ? '' : countText(failed, locale)}
              </ChoicePill>
            )),
          )}
        </div>
      </div>
      {found.length === 0 ? (
        <EmptyState
          icon="search"
          title="No encontramos pagos con esa búsqueda"
          text="Prueba con parte de la referencia, con el importe exacto o con un mes: «junio 2025»."
          action={
            <Button look="line" onClick={clear}>
              Borrar la búsqueda
            </Button>
          }
        />
      ) : (
        <PaymentList
          key={finding.by}
          years={found}
          {...{ policy, currency, locale, today, next, marks, sticking }}
          narrowed={finding.by !== ''}
          partial={view.partial}
          onYear={setLooked}
          handle={list}
        />
      )}
      {policy && (
        <ExportDialog
          // Of a part of the list neither a count nor a file would be whole.
          open={exporting && !view.partial}
          onClose={() => setExporting(false)}
          policy={policy}
          years={view.groups ?? NONE}
          shown={finding.by === '' ? null : found}
          looked={inSight ?? ''}
          locale={locale}
        />
      )}
    </>
  );
}

/** '3 pagos fallidos de tu búsqueda' */
function resultText({ result, shown, facets, typed }: Finding<Payment>): string {
  const ofFailed = facets.some(({ chosen }) => chosen !== null) && (countOf(shown) === 1 ? 'fallido' : 'fallidos');
  return [result, ofFailed, typed.trim() !== '' && 'de tu búsqueda'].filter(Boolean).join(' ');
}

type Owed = Parameters<typeof nextBill>[0][number];

function dueNext(policy: Owed['policy'], bills: Owed['bills'], today: string) {
  const bill = nextBill([{ policy, bills }], today)?.bill;
  const due = bill?.EffectiveTo ?? bill?.EffectiveFrom;
  return bill && due && bill.DuePremium !== null ? { due, amount: bill.DuePremium } : null;
}
