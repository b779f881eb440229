import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { monthName, shortMonthName } from '#rules/dates.ts';
import { currencyPlural, namedMoney } from '#rules/money.ts';
import type { PaidMonth, PaidYear } from '#rules/payment-years.ts';
import { classNames } from '#ui/base/class-names.ts';
import { plainKey } from '#ui/base/plain-key.ts';
import { useTabIndex } from '#ui/lists/tab-stop.ts';
import styles from './month-bars.module.css';

interface MonthBarsProps {
  /** '2026' */
  year: string;
  paid: PaidYear;
  /** Today's month; null when the year is another one. */
  current: number | null;
  /** The next bill; null unless it is due in this year and in this currency. */
  next: { month: number; amount: number } | null;
  locale: string;
  onMonth: (month: number) => void;
}

/** The bars rise once a visit. The list draws only what is in sight, so they would rise again at each scroll. */
let haveRisen = false;

/** Heights in the drawing: the highest bar, the room above it for the mark of a failed payment, and the lowest bar. */
const MAX_BAR_PX = 84;
const MARK_ROOM_PX = 16;
const MIN_BAR_PX = 4;

/** Twelve bars of accepted payments. Each is a button that leads to its month; arrow keys move between them. */
export function MonthBars({ year, paid, current, next, locale, onMonth }: MonthBarsProps) {
  const bars = useRef<HTMLDivElement>(null);
  const tabIndex = useTabIndex();
  const [rising] = useState(() => !haveRisen);
  // Set through the DOM, since the content security policy forbids style attributes.
  useLayoutEffect(() => {
    haveRisen = true;
    for (const [turn, bar] of [...(bars.current?.children ?? [])].entries()) {
      (bar as HTMLElement).style.setProperty('--turn', `${turn}`);
    }
    // A narrow window shows the last months first.
    if (bars.current) bars.current.scrollLeft = bars.current.scrollWidth;
  }, []);
  const usable = paid.months.filter(isThere).map(({ month }) => month);
  const [chosen, setStop] = useState<number | null>(null);
  const stop = chosen !== null && usable.includes(chosen) ? chosen : usable.at(-1);
  const most = Math.max(...paid.months.map(({ total }) => total), next?.amount ?? 0);
  const step = (event: KeyboardEvent) => {
    const key = plainKey(event);
    const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
    const to = by === 0 || stop === undefined ? undefined : usable[usable.indexOf(stop) + by];
    if (to === undefined) return;
    setStop(to);
    bars.current?.querySelector<HTMLElement>(`[data-month="${to}"]`)?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and these are buttons.
    <div
      ref={bars}
      role="group"
      aria-label={`Pagos de ${year} por mes, en ${currencyPlural(paid.currency)}`}
      className={classNames(styles.bars, rising && styles.rising)}
      onKeyDown={step}
    >
      {paid.months.map((month) => {
        const dashed = next?.month === month.month ? next.amount : null;
        const short = shortMonthName(month.month);
        const drawing = (
          <>
            <Bar
              height={most > 0 ? (Math.max(0, month.total) / most) * MAX_BAR_PX : 0}
              dashed={dashed === null || most <= 0 ? 0 : (dashed / most) * MAX_BAR_PX}
              failed={month.failed > 0}
            />
            <span aria-hidden="true" className={styles.month}>
              {short.slice(0, 1)}
              <span>{short.slice(1)}</span>
            </span>
          </>
        );
        const words = monthWords(year, month, paid.currency, locale, dashed);
        if (!isThere(month)) {
          return (
            <span key={month.month} className={styles.empty}>
              {drawing}
              {dashed !== null && <span className="visually-hidden">{words}</span>}
            </span>
          );
        }
        return (
          <button
            key={month.month}
            type="button"
            className={styles.bar}
            data-month={month.month}
            data-current={month.month === current || undefined}
            tabIndex={month.month === stop ? tabIndex : -1}
            aria-label={words}
            title={words}
            onClick={() => {
              setStop(month.month);
              onMonth(month.month);
            }}
          >
            {drawing}
          </button>
        );
      })}
    </div>
  );
}

const isThere = ({ accepted, failed }: PaidMonth): boolean => accepted + failed > 0;

/** 'junio de 2026: $300,00, 2 pagos, 1 fallido' */
function monthWords(
  year: string,
  { month, total, summed, accepted, failed }: PaidMonth,
  code: string,
  locale: string,
  next: number | null,
) {
  const parts = [
    summed > 0 && namedMoney(total, code, locale),
    accepted > 0 && (accepted === 1 ? '1 pago' : `${accepted} pagos`),
    accepted > summed && `${accepted - summed} sin importe`,
    failed > 0 && (failed === 1 ? '1 fallido' : `${failed} fallidos`),
    next !== null && `próxima factura ${namedMoney(next, code, locale)}`,
  ];
  return `${monthName(month)} de ${year}: ${parts.filter(Boolean).join(', ')}`;
}

function Bar({ height, dashed, failed }: { height: number; dashed: number; failed: boolean }) {
  const paid = height > 0 ? Math.max(height, MIN_BAR_PX) : 0;
  const base = MARK_ROOM_PX + MAX_BAR_PX;
  const due = Math.max(dashed, MIN_BAR_PX);
  return (
    <svg className={styles.drawing} height={base} aria-hidden="true">
      {dashed > 0 && (
        <rect
          className={styles.next}
          x="1"
          y={base - due}
          width="calc(100% - 2px)"
          height={due}
          rx={Math.min(6, due / 2)}
        />
      )}
      {paid > 0 && (
        <rect className={styles.paid} y={base - paid} width="100%" height={paid} rx={Math.min(6, paid / 2)} />
      )}
      {failed && (
        <svg x="50%" y={base - Math.max(paid, dashed > 0 ? due : 0) - 13} overflow="visible" aria-hidden="true">
          <rect className={styles.failed} x="-4" width="8" height="8" rx="2" />
        </svg>
      )}
    </svg>
  );
}
