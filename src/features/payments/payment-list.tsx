import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Payment } from '#contract/policies.ts';
import type { Currency } from '#contract/refunds.ts';
import type { Group } from '#mirror/group.ts';
import { PaymentCard } from './payment-card.tsx';
import styles from './payment-list.module.css';

interface PaymentListProps {
  years: readonly Group<Payment>[];
  currency: Currency;
}

/** Height of a closed card with its gap, and what a year's heading adds; the real ones are measured as they appear. */
const CARD = 108;
const HEADING = 44;

/**
 * The payments under their years, of which only those near the window are drawn: ten thousand open like a hundred. The first
 * payment of a year carries its heading.
 */
export function PaymentList({ years, currency }: PaymentListProps) {
  const { rows, headings } = useMemo(() => flattened(years), [years]);
  const [open, setOpen] = useState<ReadonlySet<Payment>>(new Set());
  const [focused, setFocused] = useState<number | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => setMargin(list.current?.offsetTop ?? 0), []);

  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => CARD + (headings.has(index) ? HEADING : 0),
    overscan: 6,
    scrollMargin: margin,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    initialOffset: () => window.scrollY,
    // What has the focus stays, however far the page is scrolled: a keyboard's place is not lost.
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        const shown = defaultRangeExtractor(range);
        return focused === null || shown.includes(focused) ? shown : [...shown, focused].sort((a, b) => a - b);
      },
      [focused],
    ),
  });
  const total = virtual.getTotalSize();
  useLayoutEffect(() => list.current?.style.setProperty('height', `${total}px`), [total]);

  const toggle = (payment: Payment) =>
    setOpen((before) => {
      const next = new Set(before);
      if (!next.delete(payment)) next.add(payment);
      return next;
    });

  return (
    // biome-ignore lint/a11y/useSemanticElements: a <ul> would count only what is drawn; these items say their real place.
    <div
      ref={list}
      role="list"
      className={styles.list}
      aria-label="Pagos"
      onBlur={() => setFocused(null)}
      onFocus={(event) => setFocused(indexOf(event.target))}
    >
      {virtual.getVirtualItems().map(({ index, start }) => {
        const payment = rows[index];
        if (!payment) return null;
        const year = headings.get(index);
        return (
          // biome-ignore lint/a11y/useSemanticElements: see the list.
          <div
            key={index}
            role="listitem"
            data-index={index}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            className={styles.item}
            ref={(element) => {
              // Through the object model, since the content policy allows no style attribute.
              element?.style.setProperty('transform', `translateY(${start - margin}px)`);
              virtual.measureElement(element);
            }}
          >
            {year !== undefined && <h2 className={styles.year}>{year || 'Sin fecha'}</h2>}
            <PaymentCard
              payment={payment}
              currency={currency}
              open={open.has(payment)}
              onToggle={() => toggle(payment)}
            />
          </div>
        );
      })}
    </div>
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

function indexOf(target: Element): number | null {
  const index = target.closest<HTMLElement>('[data-index]')?.dataset.index;
  return index === undefined ? null : Number(index);
}
