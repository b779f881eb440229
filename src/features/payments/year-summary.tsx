import { useDeferredValue, useMemo, useState } from 'react';
import type { Payment } from '#contract/policies.ts';
import { capital } from '#rules/joined.ts';
import { currencyPlural, namedMoney } from '#rules/money.ts';
import { type PaidYear, paidInYear, unsummedText } from '#rules/payment-years.ts';
import { screens } from '#rules/screens.ts';
import { classNames } from '#ui/base/class-names.ts';
import { signsOf } from '#ui/base/signs.ts';
import { ScreenLink } from '#ui/controls/screen-link.tsx';
import { Segments } from '#ui/controls/segments.tsx';
import { useNarrow } from '#ui/hooks/media.ts';
import { MonthBars } from './month-bars.tsx';
import styles from './year-summary.module.css';

export interface NextBill {
  /** Calendar date. */
  due: string;
  amount: number;
}

interface FailedOnly {
  chosen: boolean;
  turn: () => void;
}

interface YearSummaryProps {
  year: string;
  policyId: string;
  payments: readonly Payment[];
  /** Shows the failed ones alone, or all again; null where they are only counted. */
  failedOnly: FailedOnly | null;
  /** Code of the policy's currency; its bills are in it too. */
  currency: string;
  /** Calendar date. */
  today: string;
  next: NextBill | null;
  locale: string;
  onMonth: (month: number) => void;
}

/** A year's total in each currency (currencies are never added up), and the months of one currency as bars. */
export function YearSummary(props: YearSummaryProps) {
  const { year, policyId, payments, currency, today, next, locale, failedOnly, onMonth } = props;
  const all = useMemo(() => paidInYear(payments, currency), [payments, currency]);
  const paid = told(all);
  const [chosen, setChosen] = useState<string | null>(null);
  const narrow = useNarrow();
  // The bars are drawn after the card, so that no frame of a scroll mounts both. Their place is kept free.
  const drawn = useDeferredValue(true, false);
  const shown = paid.find((one) => one.currency === chosen) ?? paid[0];
  if (!shown) return null;
  const unsummed = unsummedText(all);
  const failed = all.reduce((sum, one) => sum + one.failed, 0);
  const sums = policyId !== '' && shown.accepted > 0;
  const due = next?.due.startsWith(year) && shown.currency === currency ? next : null;
  return (
    <section className={styles.card} aria-label={`Resumen de ${year}`}>
      <div className={styles.totals}>
        <p className={styles.label}>Pagado en {year}</p>
        {paid.map((one, index) => {
          const amount = isKnown(one) ? namedMoney(one.total, one.currency, locale) : '';
          const isLarge = index === 0 && amount !== '';
          return (
            <p
              key={one.currency}
              className={isLarge ? styles.total : 'bold t18 tabular'}
              style={isLarge ? signsOf(amount) : undefined}
            >
              {amount || 'Importe no disponible'}
            </p>
          );
        })}
        {paid.length > 1 && !narrow && (
          <div className={styles.currencies}>
            <Segments
              label="Divisa de las barras"
              choices={paid.map((one) => ({ value: one.currency, label: capital(currencyPlural(one.currency)) }))}
              value={shown.currency}
              onChange={setChosen}
            />
          </div>
        )}
      </div>
      <div className="stack-3">
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
        <div className={styles.foot}>
          {unsummed && <span>{unsummed}</span>}
          {failed > 0 && <Failed count={failed} only={failedOnly} />}
          {/* On a phone its dashed bar is read out, and the line has room for what is pressed. */}
          {due && !narrow && <span className={styles.next}>Próxima factura</span>}
          {sums && (
            <ScreenLink className={styles.way} to={screens.paidYear(policyId, year)}>
              Resumen anual
            </ScreenLink>
          )}
        </div>
      </div>
    </section>
  );
}

/** The currencies in which something was paid. One whose payments all failed has no total, unless nothing else was paid either. */
function told(all: readonly PaidYear[]): readonly PaidYear[] {
  const paid = all.filter(({ accepted }) => accepted > 0);
  return paid.length > 0 ? paid : all.slice(0, 1);
}

/** Nothing accepted is a total of zero; accepted payments without an amount are none. */
const isKnown = ({ accepted, summed }: PaidYear): boolean => summed > 0 || accepted === 0;

/** How many payments failed, and on a phone the press that shows them alone. */
function Failed({ count, only }: { count: number; only: FailedOnly | null }) {
  const words = `${count} ${count === 1 ? 'fallido' : 'fallidos'}, aparte`;
  if (!only) return <span className={styles.failed}>{words}</span>;
  return (
    <button
      type="button"
      className={classNames(styles.failed, styles.way)}
      aria-pressed={only.chosen}
      onClick={only.turn}
    >
      {words}
    </button>
  );
}
