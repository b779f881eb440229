import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Payment, Policy } from '#contract/policies.ts';
import { payments } from '#mirror/collections.ts';
import { usePolicy } from '#mirror/hooks.tsx';
import { dateOf, longDate, monthName, shortDate, today } from '#rules/dates.ts';
import { namedMoney } from '#rules/money.ts';
import { type PaidYear, paidInYear } from '#rules/payment-years.ts';
import { paymentCurrency, paymentStatus } from '#rules/payments.ts';
import { policyCurrency, policyName } from '#rules/policies.ts';
import { type AtScreen, collectionScreen } from '#screens/collection-screen.tsx';
import { useLocale } from '#screens/use-locale.ts';
import { Logo } from '#ui/base/logo.tsx';
import { Button } from '#ui/controls/button.tsx';
import { type Fact, FactList } from '#ui/lists/fact-list.tsx';
import { FigureTable } from '#ui/lists/figure-table.tsx';
import { EmptyState } from '#ui/states/states.tsx';
import { paymentKeys } from './payment-keys.ts';
import styles from './statement-screen.module.css';

/** A year's accepted payments for printing: totals per currency, months, and each payment with its reference. */
export const StatementScreen = collectionScreen({
  collection: payments,
  title: '',
  loading: 'Preparando tu resumen...',
  empty: { icon: 'pay', title: 'No tenemos pagos electrónicos que mostrarte' },
  use: useStatement,
});

function useStatement({ policyId, view }: AtScreen<Payment>) {
  const { year = '' } = useParams({ strict: false });
  const policy = usePolicy(policyId);
  const rows = view.groups?.find(({ label }) => label === year)?.rows ?? [];
  return {
    title: `Resumen anual de pagos ${year}`,
    ...((policy === undefined || view.partial) && { state: 'loading' as const }),
    children: (
      <>
        {policy && rows.length > 0 && <Statement policy={policy} year={year} rows={rows} at={view.at} />}
        {rows.length === 0 && <EmptyState icon="pay" title={`No tenemos pagos de ${year}`} />}
      </>
    ),
  };
}

interface StatementProps {
  policy: Policy;
  year: string;
  rows: readonly Payment[];
  /** When the server last confirmed them, in milliseconds. */
  at: number | null;
}

function Statement({ policy, year, rows, at }: StatementProps) {
  const locale = useLocale();
  const currency = policyCurrency(policy);
  const paid = useMemo(() => paidInYear(rows, currency).filter(({ accepted }) => accepted > 0), [rows, currency]);
  const accepted = rows.filter((one) => paymentStatus(one).accepted && one.Total !== null).reverse();
  const facts: Fact[] = [
    ['Titular de la póliza', policy.PolicyOwnerName],
    ['Producto', policyName(policy)],
    ['Póliza', policy.PolicyNumber],
    ['Compañía', policy.IssuingCompany],
    ['Datos al', at === null ? '' : longDate(today(new Date(at)))],
  ];
  return (
    <>
      <Button look="primary" fit icon="doc" className={styles.print ?? ''} onClick={() => window.print()}>
        Imprimir o guardar en PDF
      </Button>
      <article className={styles.sheet} aria-label={`Resumen anual de pagos ${year}`}>
        <p className={styles.brand}>
          <Logo size="small" />
        </p>
        <FactList className={styles.facts} facts={facts} />
        {paid.length === 0 && <p>En {year} no hubo pagos aceptados.</p>}
        {paid.map((one) => (
          <Months key={one.currency} paid={one} year={year} locale={locale} />
        ))}
        {accepted.length > 0 && <Payments rows={accepted} currency={currency} locale={locale} />}
        <p className="soft small">
          Suma los pagos electrónicos aceptados, con su comisión; los fallidos no cuentan. Es un resumen informativo: no
          sustituye las facturas ni los certificados que pida tu administración tributaria.
        </p>
      </article>
    </>
  );
}

function Months({ paid, year, locale }: { paid: PaidYear; year: string; locale: string }) {
  const money = (amount: number) => namedMoney(amount, paid.currency, locale);
  return (
    <FigureTable
      caption={
        <>
          Pagado en {year}: <strong>{money(paid.total)}</strong>
          {money(paid.total).includes(paid.currency) ? '' : ` (${paid.currency})`}
        </>
      }
      heads={['Mes', 'Pagos', 'Total']}
    >
      {paid.months
        .filter(({ accepted }) => accepted > 0)
        .map(({ month, total, accepted }) => (
          <tr key={month}>
            <th scope="row" className={styles.month}>
              {monthName(month)}
            </th>
            <td>{accepted}</td>
            <td>{money(total)}</td>
          </tr>
        ))}
    </FigureTable>
  );
}

function Payments({ rows, currency, locale }: { rows: readonly Payment[]; currency: string; locale: string }) {
  const named = rows.some(({ Concept }) => Concept);
  const keys = paymentKeys(rows);
  return (
    <FigureTable caption="Cada pago" heads={['Fecha', ...(named ? ['Concepto'] : []), 'Referencia', 'Total']}>
      {rows.map((one, index) => (
        <tr key={keys[index]}>
          <th scope="row">{shortDate(dateOf(one.ParsedCompletedDate))}</th>
          {named && <td dir="auto">{one.Concept}</td>}
          <td dir="auto">{one.OrderNumber}</td>
          <td>{namedMoney(one.Total, paymentCurrency(one, currency), locale)}</td>
        </tr>
      ))}
    </FigureTable>
  );
}
