import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Payment, Policy } from '#contract/policies.ts';
import { bills as billsCollection, type Collection, payments as paymentsCollection } from '#mirror/collections.ts';
import { type MirroredView, useMirroredRows, usePolicy, useWithParts } from '#mirror/hooks.tsx';
import { today as dayOf } from '#rules/dates.ts';
import { nextBill } from '#rules/home.ts';
import { paymentStatus, searchPayments } from '#rules/payments.ts';
import { policyCurrency } from '#rules/policies.ts';
import { type AtScreen, collectionScreen } from '#screens/collection-screen.tsx';
import { type Find, type Finding, useFinding } from '#screens/finding.ts';
import { ViewAge } from '#screens/mirrored-screen.tsx';
import { NoneInYear } from '#screens/none-in-year.tsx';
import { useLocale } from '#screens/use-locale.ts';
import { markWords } from '#screens/use-marks.ts';
import { useYear } from '#screens/use-year.ts';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { useNarrow, useWide } from '#ui/hooks/media.ts';
import { useSticking } from '#ui/hooks/sticks.ts';
import { useMinute } from '#ui/hooks/use-minute.ts';
import { EmptyState, LoadingState } from '#ui/states/states.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { paymentKeys } from './payment-keys.ts';
import { PaymentList, type PaymentListHandle } from './payment-list.tsx';
import { Bar, FAILED, headText, turn } from './payments-bar.tsx';
import { YearSummary } from './year-summary.tsx';

const LOADING = 'Cargando tus pagos...';

/** H2.32, D86: a policy's electronic payments, a year at a time, with a search of all by reference, amount, month or year. */
export const PaymentsScreen = collectionScreen({
  collection: paymentsCollection,
  section: 'Pagos',
  marking: { keysOf: paymentKeys, words: markWords.masculine },
  title: 'Historial de pagos electrónicos',
  wide: true,
  loading: LOADING,
  shape: 'year',
  empty: {
    icon: 'pay',
    title: 'No tenemos pagos electrónicos que mostrarte',
    text: 'Cuando pagues una factura con tarjeta, verás el pago aquí.',
  },
  use: usePayments,
});

function usePayments({ policyId, ...at }: AtScreen<Payment>) {
  const policy = usePolicy(policyId);
  const narrow = useNarrow();
  const currency = policy ? policyCurrency(policy) : 'USD';
  const pages = usePages(at, currency);
  // The bill that is due next stands beside the year's payments.
  const whole = useWithParts(at.view, [[billsCollection as Collection<unknown>, policyId]]);
  const field = useRef<HTMLInputElement>(null);
  const { typed, type } = pages.finding;
  const [asked, setAsked] = useState(false);
  // What was typed, before or on a wider window, is still searched for. The field then stays while it is emptied.
  if (typed !== '' && !asked) setAsked(true);
  const isPressed = useRef(false);
  useEffect(() => {
    if (asked && isPressed.current) field.current?.focus();
  }, [asked]);
  const isSearched = !narrow || asked;
  const toggle = () => {
    isPressed.current = true;
    setAsked(!asked);
    if (asked) type('');
  };
  return {
    // The policy decides the currency, so nothing is drawn before it is known.
    ...(policy === undefined && { state: 'loading' as const }),
    whole,
    ownAge: narrow && at.rows.length > 0,
    aside: narrow && at.rows.length > 0 && (
      <IconButton icon="search" label="Buscar" aria-expanded={isSearched} onClick={toggle} />
    ),
    children: <Payments policy={policy ?? null} {...at} {...{ whole, pages, currency, narrow, isSearched, field }} />,
  };
}

const findPayments = (currency: string, locale: string): Find<Payment> => ({
  label: 'Referencia, importe o mes',
  nouns: ['pago', 'pagos'],
  search: (rows, typed) => searchPayments(rows, typed, currency, locale),
  facets: [{ name: 'failed', label: 'Estado', all: 'Todos', of: (one) => (paymentStatus(one).accepted ? '' : FAILED) }],
});

const NONE: readonly [] = [];

interface PaymentsProps extends Omit<AtScreen<Payment>, 'policyId' | 'rows'> {
  policy: Policy | null;
  /** Its age and 'Actualizar' are the screen's. */
  whole: MirroredView<Payment>;
  currency: string;
  pages: ReturnType<typeof usePages>;
  narrow: boolean;
  /** Whether the search is shown. */
  isSearched: boolean;
  field: RefObject<HTMLInputElement | null>;
}

function Payments({ policy, view, whole, marks, currency, pages, narrow, isSearched, field }: PaymentsProps) {
  const locale = useLocale();
  const wide = useWide();
  const dues = useNext(policy);
  const [exporting, setExporting] = useState(false);
  const { stick, sticking } = useSticking();
  const list = useRef<PaymentListHandle>(null);
  const { groups, year, choose, page, finding } = pages;
  const { shown: found, searching } = finding;
  const [failed] = finding.facets;
  const bring = useMonth(list, year, () => failed?.choose(null));
  const beginning = useBeginning(year);
  const summary = page && page.label !== '' && !searching && (
    <YearSummary
      year={page.label}
      payments={page.rows}
      policyId={policy?.Policy ?? ''}
      failedOnly={
        failed && narrow && !view.partial ? { chosen: failed.chosen === FAILED, turn: () => turn(failed) } : null
      }
      {...{ ...dues, currency, locale }}
      onMonth={bring}
    />
  );

  return (
    <>
      {wide && <div ref={beginning}>{summary}</div>}
      <Bar
        {...{ finding, year, stick, field, narrow, isSearched }}
        failed={view.partial ? null : pages.failed}
        years={(searching ? found : groups).map(({ label }) => label)}
        onYear={searching ? (label) => list.current?.bring(label) : choose}
        onExport={() => setExporting(true)}
      />
      <div ref={wide ? null : beginning}>
        {!wide && summary}
        {narrow && (
          <div className="spread aged">
            <h2>{headText(finding, { year, partial: view.partial, failed: pages.failed, locale })}</h2>
            <ViewAge view={whole} brief />
          </div>
        )}
        <Found {...{ finding, year, field }} absent={!page && !searching} view={view}>
          <PaymentList
            key={`${year} ${finding.by}`}
            years={found}
            {...{ policy, currency, locale, marks, sticking }}
            headed={searching}
            partial={view.partial}
            handle={list}
          />
        </Found>
      </div>
      {policy && (
        <ExportDialog
          // A part of the list gives no whole count and no whole file.
          open={exporting && !view.partial}
          onClose={() => setExporting(false)}
          policy={policy}
          years={groups}
          since={view.since}
          shown={finding.by === '' ? null : found}
          looked={year}
          locale={locale}
        />
      )}
    </>
  );
}

interface FoundProps {
  finding: Finding<Payment>;
  year: string;
  /** Whether there is no such year here. */
  absent: boolean;
  view: MirroredView<Payment>;
  /** Of the search. */
  field: RefObject<HTMLInputElement | null>;
  children: ReactNode;
}

/** The list, or why there is none. The list of another year appears; the one that the screen opens with stands. */
function Found({ finding, year, absent, view, field, children }: FoundProps) {
  const [opened] = useState(year);
  const [turned, setTurned] = useState(false);
  if (year !== opened && !turned) setTurned(true);
  const clear = () => {
    finding.clear();
    // The pressed button disappears with the search.
    field.current?.focus();
  };
  if (absent && view.partial) return <LoadingState text={LOADING} />;
  if (absent) return <NoneInYear {...{ view, year, loading: LOADING }} nouns="pagos" icon="pay" />;
  if (finding.shown.length > 0) {
    return (
      <div key={year} className={turned ? 'appear-soon' : undefined}>
        {children}
      </div>
    );
  }
  return (
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
  );
}

/** Ref of the beginning of a year's page. Another year begins there, however far the last one was scrolled. */
function useBeginning(year: string): RefObject<HTMLDivElement | null> {
  const beginning = useRef<HTMLDivElement>(null);
  const last = useRef(year);
  useLayoutEffect(() => {
    if (last.current === year) return;
    last.current = year;
    if ((beginning.current?.getBoundingClientRect().top ?? 0) < 0) beginning.current?.scrollIntoView();
  }, [year]);
  return beginning;
}

/** Brings a month of the year. One that only the filter hides comes once the filter has gone: its bar is a button all the same. */
function useMonth(list: RefObject<PaymentListHandle | null>, year: string, clear: () => void) {
  const [wanted, setWanted] = useState<number | null>(null);
  useEffect(() => {
    if (wanted === null) return;
    list.current?.bring(year, wanted);
    setWanted(null);
  }, [list, year, wanted]);
  return (month: number) => {
    if (list.current?.bring(year, month)) return;
    clear();
    setWanted(month);
  };
}

/** The years, the one that is shown, what is searched in them, and how many of that failed. */
function usePages({ view, rows }: Pick<AtScreen<Payment>, 'view' | 'rows'>, currency: string) {
  const locale = useLocale();
  const groups = view.groups ?? NONE;
  const [year, choose] = useYear(groups.map(({ label }) => label));
  const find = useMemo(() => findPayments(currency, locale), [currency, locale]);
  const finding = useFinding({ groups, rows, partial: view.partial, page: year }, find);
  const page = groups.find(({ label }) => label === year);
  const { scope } = finding;
  const failed = useMemo(() => scope.filter((one) => !paymentStatus(one).accepted).length, [scope]);
  return { groups, year, choose, page, finding, failed };
}

/** The day, and the bill that is due next if the policy has one. */
function useNext(policy: Policy | null) {
  const today = dayOf(useMinute());
  const policyId = policy?.Policy ?? '';
  const bills = useMirroredRows(billsCollection, [policyId])?.get(policyId);
  const next = useMemo(() => (policy && bills ? dueNext(policy, bills, today) : null), [policy, bills, today]);
  return { today, next };
}

type Owed = Parameters<typeof nextBill>[0][number];

function dueNext(policy: Owed['policy'], bills: Owed['bills'], today: string) {
  const bill = nextBill([{ policy, bills }], today)?.bill;
  const due = bill?.EffectiveTo;
  return bill && due && bill.DuePremium !== null ? { due, amount: bill.DuePremium } : null;
}
