import { useCallback, useMemo, useState } from 'react';
import type { Payment } from '#contract/policies.ts';
import type { Currency } from '#contract/refunds.ts';
import type { Group } from '#mirror/group.ts';
import { LongList } from '#ui/long-list.tsx';
import { PaymentCard } from './payment-card.tsx';
import styles from './payment-list.module.css';

interface PaymentListProps {
  years: readonly Group<Payment>[];
  currency: Currency;
}

/** Height of a closed card with its gap, and what a year's heading adds. */
const CARD = 108;
const HEADING = 44;

/** The payments under their years; the first of a year carries its heading. */
export function PaymentList({ years, currency }: PaymentListProps) {
  const { rows, headings } = useMemo(() => flattened(years), [years]);
  const [open, setOpen] = useState<ReadonlySet<Payment>>(new Set());

  const toggle = useCallback((payment: Payment) => {
    setOpen((before) => {
      const next = new Set(before);
      if (!next.delete(payment)) next.add(payment);
      return next;
    });
  }, []);

  const item = useCallback(
    (index: number) => {
      const payment = rows[index];
      const year = headings.get(index);
      if (!payment) return null;
      return (
        <>
          {year !== undefined && <h2 className={styles.year}>{year || 'Sin fecha'}</h2>}
          <PaymentCard payment={payment} currency={currency} open={open.has(payment)} onToggle={toggle} />
        </>
      );
    },
    [rows, headings, currency, open, toggle],
  );

  return (
    <LongList
      label="Pagos"
      count={rows.length}
      estimate={(index) => CARD + (headings.has(index) ? HEADING : 0)}
      item={item}
    />
  );
}

function flattened(years: readonly Group<Payment>[]): { rows: Payment[]; headings: Map<number, string> } {
  const rows: Payment[] = [];
  const headings = new Map<number, string>();
  for (const year of years) {
    headings.set(rows.length, year.label);
    for (const row of year.rows) rows.push(row);
  }
  return { rows, headings };
}
