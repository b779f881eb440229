import { useDeferredValue, useId, useState } from 'react';
import type { Payment } from '#contract/policies.ts';
import { monthName } from '#rules/dates.ts';
import { capital } from '#rules/joined.ts';
import { currencyPlural, namedMoney } from '#rules/money.ts';
import { type PaidYear, paidInYear } from '#rules/payment-years.ts';
import { ChoicePill } from '#ui/controls/pill.tsx';
import { FigureTable } from '#ui/lists/figure-table.tsx';
import { useTabIndex } from '#ui/lists/tab-stop.ts';
import { MonthBars } from './month-bars.tsx';
import styles from './year-summary.module.css';

export interface NextBill {
  /** Calendar date. */
  due: string;
  amount: number;
}

interface YearSummaryProps {
  year: string;
  payments: readonly Payment[];
  /** Code of the policy's currency; its bills are in it too. */
  currency: string;
  /** Calendar date. */
  today: string;
  next: NextBill | null;
  locale: string;
  onMonth: (month: number) => void;
}

/** A year's total in each currency (currencies are never added up), and the months of one currency as bars or as a table. */
export function YearSummary(props: YearSummaryProps) {
  const { year, payments, currency, today, next, locale, onMonth } = props;
  const paid = paidInYear(payments, currency);
  const [chosen, setChosen] = useState<string | null>(null);
  const [asTable, setAsTable] = useState(false);
  const table = useId();
  const tabIndex = useTabIndex();
  // The bars are drawn after the card, so that no frame of a scroll mounts both. Their place is kept free.
  const drawn = useDeferredValue(true, false);
  const shown = paid.find((one) => one.currency === chosen) ?? paid[0];
  if (!shown) return null;
  const failed = paid.some((one) => one.failed > 0);
  const due = next?.due.startsWith(year) && shown.currency === currency ? next : null;
  return (
    <section className={styles.card} aria-label={`Resumen de ${year}`}>
      <div className={styles.totals}>
        <p className={styles.label}>Pagado en {year}</p>
        {paid.map((one, index) => (
          <p key={one.currency} className={index === 0 ? styles.total : styles.other}>
            {namedMoney(one.total, one.currency, locale)}
          </p>
        ))}
        {paid.length > 1 && (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and these are buttons.
          <div className={styles.currencies} role="group" aria-label="Moneda de las barras">
            {paid.map((one) => (
              <ChoicePill key={one.currency} chosen={one === shown} onChoose={() => setChosen(one.currency)}>
                {capital(currencyPlural(one.currency))}
              </ChoicePill>
            ))}
          </div>
        )}
      </div>
      <div className="stack-3" id={table}>
        {asTable ? (
          <MonthTable year={year} paid={shown} locale={locale} />
        ) : (
          <div className={styles.bars}>
            {drawn && (
              <MonthBars
                year={year}
                paid={shown}
                current={today.startsWith(year) ? Number(today.slice(5, 7)) : null}
                next={due && { month: Number(due.due.slice(5, 7)), amount: due.amount }}
                locale={locale}
                onMonth={onMonth}
              />
            )}
          </div>
        )}
        <div className={styles.foot}>
          {!asTable && failed && <span className={styles.failed}>Pago fallido</span>}
          {!asTable && due && <span className={styles.next}>Próxima factura</span>}
          <button type="button" tabIndex={tabIndex} className={styles.switch} onClick={() => setAsTable(!asTable)}>
            {asTable ? 'Ver barras' : 'Ver en tabla'}
            <span className="visually-hidden"> los pagos de {year}</span>
          </button>
        </div>
      </div>
    </section>
  );
}

/** The figures behind the bars. */
function MonthTable({ year, paid, locale }: { year: string; paid: PaidYear; locale: string }) {
  return (
    <FigureTable
      caption={`Pagos de ${year} por mes, en ${currencyPlural(paid.currency)}`}
      hiddenCaption
      heads={['Mes', 'Pagado', 'Pagos', 'Fallidos']}
    >
      {paid.months.map(({ month, total, accepted, failed }) => (
        <tr key={month}>
          <th scope="row">{capital(monthName(month))}</th>
          <td>{accepted > 0 ? namedMoney(total, paid.currency, locale) : '–'}</td>
          <td>{accepted}</td>
          <td>{failed}</td>
        </tr>
      ))}
    </FigureTable>
  );
}
