import { useParams } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import type { Payment } from '#contract/policies.ts';
import type { Currency } from '#contract/refunds.ts';
import { payments as paymentsCollection } from '#mirror/collections.ts';
import type { Group } from '#mirror/group.ts';
import { useMirrored, usePolicy } from '#mirror/hooks.tsx';
import { shownState } from '#mirror/shown.ts';
import { searchPayments } from '#rules/payments.ts';
import { policyCurrency, policyTitle } from '#rules/policies.ts';
import { MirroredScreen } from '#screens/mirrored-screen.tsx';
import { useLocale } from '#screens/use-locale.ts';
import { Button } from '#ui/button.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { EmptyState } from '#ui/states.tsx';
import { PaymentList } from './payment-list.tsx';

const TITLE = 'Historial de pagos electrónicos';

/** H2.32: what was paid electronically for a policy, by year; found by reference or amount. */
export function PaymentsScreen() {
  const { policyId } = useParams({ from: '/app/pagos/$policyId' });
  const policy = usePolicy(policyId);
  const view = useMirrored(paymentsCollection, policyId);
  const locale = useLocale();
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const clear = () => {
    setTyped('');
    // The button that was pressed is gone with what was searched.
    field.current?.focus();
  };
  const searched = useDeferredValue(typed);
  const currency = policy ? policyCurrency(policy) : 'USD';
  const found = useMemo(() => matching(view.groups ?? [], searched, currency), [view.groups, searched, currency]);
  const count = found.reduce((sum, { rows }) => sum + rows.length, 0);
  // Which currency the amounts are in is the policy's to say; without it the first paint could name the wrong one.
  const state = policy === undefined ? 'loading' : shownState(view);

  return (
    <MirroredScreen
      title={TITLE}
      about={policy && policyTitle(policy)}
      view={view}
      state={state}
      loading="Cargando tus pagos..."
      empty={{
        icon: 'pay',
        title: 'No tenemos pagos electrónicos que mostrarte',
        text: 'Cuando pagues una factura con tarjeta, la verás aquí.',
      }}
    >
      <SearchInput
        label="Busca por referencia o importe"
        value={typed}
        onChange={setTyped}
        inputRef={field}
        result={
          view.partial
            ? '\u00a0'
            : searched.trim() === ''
              ? counted(count, locale)
              : `${counted(count, locale)} de tu búsqueda`
        }
      />
      {count === 0 ? (
        <EmptyState
          icon="search"
          title="No encontramos pagos con esa búsqueda"
          text="Prueba con parte de la referencia o con el importe exacto."
          action={
            <Button look="line" onClick={clear}>
              Borrar la búsqueda
            </Button>
          }
        />
      ) : (
        <PaymentList key={searched} years={found} currency={currency} />
      )}
    </MirroredScreen>
  );
}

function matching(years: readonly Group<Payment>[], typed: string, currency: Currency): readonly Group<Payment>[] {
  if (typed.trim() === '') return years;
  return years
    .map(({ label, rows }) => ({ label, rows: searchPayments(rows, typed, currency, navigator.language) }))
    .filter(({ rows }) => rows.length > 0);
}

const counted = (count: number, locale: string): string =>
  count === 1 ? '1 pago' : `${new Intl.NumberFormat(locale).format(count)} pagos`;
