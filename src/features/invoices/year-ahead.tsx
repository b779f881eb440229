import { totalOwed } from '#rules/bills.ts';
import { shortMonthName } from '#rules/dates.ts';
import { exactMoney } from '#rules/money.ts';
import { type DueBill, type MonthAhead, yearAhead } from '#rules/year-ahead.ts';
import styles from './year-ahead.module.css';

interface YearAheadProps {
  /** What is due, the first one first. */
  bills: readonly DueBill[];
  currency: 'COP' | 'USD';
  locale: string;
  /** Calendar date. */
  today: string;
}

interface Ahead extends YearAheadProps {
  none?: boolean;
  /** Whether no bill follows. */
  single?: boolean;
}

/** The bills of the twelve months ahead, as far as the insurer listed them (D50). Without any it says so, and what will come. */
export function YearAhead({ none = false, single = false, ...props }: Ahead) {
  const { bills, currency, locale, today } = props;
  const shown = yearAhead(bills, today).flatMap((month) => month.bills);
  const total = shown.length === 1 ? (shown[0]?.DuePremium ?? null) : totalOwed(shown);
  const count = shown.length === 1 ? '1 factura' : `${shown.length} facturas`;
  return (
    <section className={styles.card} aria-labelledby="year-ahead">
      <div className="ends">
        <h2 id="year-ahead">Tu año por delante</h2>
        {shown.length > 0 && (
          <p className="soft small">{[count, exactMoney(total, currency, locale)].filter(Boolean).join(', ')}</p>
        )}
      </div>
      <Arches {...props} />
      {none && (
        <div className={styles.none}>
          <p className="bold">No tienes próximas facturas</p>
          {!single && <p className="soft">La siguiente aparecerá aquí en cuanto se emita.</p>}
        </div>
      )}
    </section>
  );
}

/** An amount needs the room of about two months, at its sides or behind it. A longer one stands in the list alone. */
const MIN_APART = 3;
const MAX_SIGNS = 16;

/** Twelve arches: the next bill filled, known ones tinted, the others hollow. They draw what the list says. */
function Arches({ bills, currency, locale, today }: YearAheadProps) {
  const months = yearAhead(bills, today);
  const taken = months.flatMap((month, at) => (month.bills.length > 0 ? [at] : []));
  const isRoomy = taken.every((at, index) => index === 0 || at - (taken[index - 1] ?? 0) >= MIN_APART);
  return (
    <ol className={styles.months} aria-hidden="true">
      {months.map((month, at) => {
        const [first, ...more] = month.bills;
        const isNext = first !== undefined && first === bills[0];
        const look = first && (isNext ? 'next' : 'known');
        return (
          <li key={month.month} data-look={look}>
            <span>{shortMonthName(month.month)}</span>
            <span className={styles.arch}>
              {first && <b>{Number(first.EffectiveTo.slice(8))}</b>}
              {more.length > 0 && <span>+{more.length}</span>}
            </span>
            <span className={styles.amount}>
              {(isRoomy || at === taken[0]) && fitting(exactMoney(amountOf(month), currency, locale))}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

const fitting = (amount: string): string => (amount.length > MAX_SIGNS ? '' : amount);

/** Null when nothing is due in it, and when an amount is unknown. */
const amountOf = ({ bills }: MonthAhead): number | null =>
  bills.length === 1 ? (bills[0]?.DuePremium ?? null) : totalOwed(bills);
