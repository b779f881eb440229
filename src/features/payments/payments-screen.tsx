import { useParams } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import type { Payment } from '#contract/policies.ts';
import { bills as billsCollection, payments as paymentsCollection } from '#mirror/collections.ts';
import type { Group } from '#mirror/group.ts';
import { useMirrored, useMirroredRows, usePolicy } from '#mirror/hooks.tsx';
import { loadStateOf } from '#mirror/load-state.ts';
import { today as dayOf } from '#rules/dates.ts';
import { nextBill } from '#rules/home.ts';
import { countText } from '#rules/money.ts';
import { paymentStatus, searchPayments } from '#rules/payments.ts';
import { policyCurrency, policyTitle } from '#rules/policies.ts';
import { countOf } from '#rules/years.ts';
import { MirroredScreen } from '#screens/mirrored-screen.tsx';
import { useLocale } from '#screens/use-locale.ts';
import { markWords, useMarks } from '#screens/use-marks.ts';
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

const TITLE = 'Historial de pagos electrónicos';

/** H2.32: a policy's electronic payments by year, with a search by reference, amount, month or year. */
export function PaymentsScreen() {
  const { policyId } = useParams({ from: '/app/pagos/$policyId' });
  return <Payments key={policyId} policyId={policyId} />;
}

function Payments({ policyId }: { policyId: string }) {
  const policy = usePolicy(policyId);
  const view = useMirrored(paymentsCollection, policyId);
  const marks = useMarks(view, { keysOf: paymentKeys, words: markWords.masculine });
  const locale = useLocale();
  const wide = useWide();
  const today = dayOf(useMinute());
  const bills = useMirroredRows(billsCollection, [policyId])?.get(policyId);
  const next = useMemo(() => (policy && bills ? dueNext(policy, bills, today) : null), [policy, bills, today]);
  const [exporting, setExporting] = useState(false);
  const [looked, setLooked] = useState<string | null>(null);
  const { stick, sticking } = useSticking();
  const list = useRef<PaymentListHandle>(null);
  const currency = policy ? policyCurrency(policy) : 'USD';
  const all = view.groups;
  const { typed, setTyped, onlyFailed, setOnlyFailed, searched, isNarrowed, clear, field, found, failed } =
    useNarrowing(all, currency, locale);
  const count = countOf(found);
  // The policy decides the currency, so nothing is drawn before it is known.
  const state = policy === undefined ? 'loading' : loadStateOf(view);

  return (
    <MirroredScreen
      title={TITLE}
      about={policy && policyTitle(policy)}
      wide
      view={view}
      state={state}
      loading="Cargando tus pagos..."
      shape="year"
      empty={{
        icon: 'pay',
        title: 'No tenemos pagos electrónicos que mostrarte',
        text: 'Cuando pagues una factura con tarjeta, la verás aquí.',
      }}
    >
      <div className={styles.bar} ref={wide ? stick : null}>
        <div className={styles.tools}>
          <div className={styles.search}>
            <SearchInput
              label="Referencia, importe o mes"
              value={typed}
              onChange={setTyped}
              inputRef={field}
              result={view.partial ? '\u00a0' : resultText(count, locale, { searched, onlyFailed })}
              resultHidden={wide && !isNarrowed}
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
          <YearTabs
            years={found.map(({ label }) => label)}
            current={found.some(({ label }) => label === looked) ? (looked ?? undefined) : found[0]?.label}
            onChoose={(year) => list.current?.bringYear(year)}
          />
          {(failed > 0 || onlyFailed) && (
            <ChoicePill chosen={onlyFailed} onChoose={() => setOnlyFailed(!onlyFailed)}>
              Solo fallidos {view.partial ? '' : countText(failed, locale)}
            </ChoicePill>
          )}
        </div>
      </div>
      {count === 0 ? (
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
          key={`${searched} ${onlyFailed}`}
          years={found}
          currency={currency}
          locale={locale}
          today={today}
          next={next}
          narrowed={isNarrowed}
          partial={view.partial}
          marks={marks}
          sticking={sticking}
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
          years={all ?? []}
          shown={isNarrowed ? found : null}
          looked={looked ?? found[0]?.label ?? ''}
          locale={locale}
        />
      )}
    </MirroredScreen>
  );
}

/** What is typed and chosen to narrow the payments, and what is left of them. */
function useNarrowing(all: readonly Group<Payment>[] | null, currency: string, locale: string) {
  const [typed, setTyped] = useState('');
  const [onlyFailed, setOnlyFailed] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const clear = () => {
    setTyped('');
    setOnlyFailed(false);
    // The pressed button disappears with the search.
    field.current?.focus();
  };
  const searched = useDeferredValue(typed);
  const found = useMemo(
    () => narrowed(all ?? [], { searched, onlyFailed, currency, locale }),
    [all, searched, onlyFailed, currency, locale],
  );
  const failed = useMemo(() => countOf(narrowed(all ?? [], { onlyFailed: true })), [all]);
  const isNarrowed = searched.trim() !== '' || onlyFailed;
  return { typed, setTyped, onlyFailed, setOnlyFailed, searched, isNarrowed, clear, field, found, failed };
}

interface Narrowing {
  searched?: string;
  onlyFailed: boolean;
  currency?: string;
  locale?: string;
}

function narrowed(years: readonly Group<Payment>[], by: Narrowing): readonly Group<Payment>[] {
  const { searched = '', onlyFailed, currency = '', locale = '' } = by;
  if (searched.trim() === '' && !onlyFailed) return years;
  const fits = (rows: readonly Payment[]) => {
    const some = onlyFailed ? rows.filter((one) => !paymentStatus(one).accepted) : rows;
    return searchPayments(some, searched, currency, locale);
  };
  return years.map(({ label, rows }) => ({ label, rows: fits(rows) })).filter(({ rows }) => rows.length > 0);
}

function resultText(count: number, locale: string, { searched = '', onlyFailed }: Narrowing): string {
  const one = count === 1;
  const payments = one ? '1 pago' : `${countText(count, locale)} pagos`;
  return [payments, onlyFailed && (one ? 'fallido' : 'fallidos'), searched.trim() !== '' && 'de tu búsqueda']
    .filter(Boolean)
    .join(' ');
}

type Owed = Parameters<typeof nextBill>[0][number];

function dueNext(policy: Owed['policy'], bills: Owed['bills'], today: string) {
  const bill = nextBill([{ policy, bills }], today)?.bill;
  const due = bill?.EffectiveTo ?? bill?.EffectiveFrom;
  return bill && due && bill.DuePremium !== null ? { due, amount: bill.DuePremium } : null;
}
