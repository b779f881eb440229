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
  const { rows, names, headings } = useMemo(() => flattened(years), [years]);
  // By name: a refresh, and the years that follow the first, bring new objects for the same payments.
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());

  const toggle = useCallback((name: string) => {
    setOpen((before) => {
      const next = new Set(before);
      if (!next.delete(name)) next.add(name);
      return next;
    });
  }, []);

  const item = useCallback(
    (index: number) => {
      const payment = rows[index];
      const name = names[index];
      const year = headings.get(index);
      if (!payment || name === undefined) return null;
      return (
        <>
          {year !== undefined && <h2 className={styles.year}>{year || 'Sin fecha'}</h2>}
          <PaymentCard name={name} payment={payment} currency={currency} open={open.has(name)} onToggle={toggle} />
        </>
      );
    },
    [rows, names, headings, currency, open, toggle],
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

interface Flattened {
  rows: Payment[];
  /** What each row is called, the same at every refresh. */
  names: string[];
  headings: Map<number, string>;
}

function flattened(years: readonly Group<Payment>[]): Flattened {
  const rows: Payment[] = [];
  const names: string[] = [];
  const headings = new Map<number, string>();
  const alike = new Map<string, number>();
  for (const year of years) {
    headings.set(rows.length, year.label);
    for (const row of year.rows) {
      // Some may come without an ID, or share one.
      const said = row.ID || `${row.ParsedCompletedDate} ${row.OrderNumber} ${row.Total}`;
      const before = alike.get(said) ?? 0;
      alike.set(said, before + 1);
      rows.push(row);
      names.push(before === 0 ? said : `${said} #${before}`);
    }
  }
  return { rows, names, headings };
}
