// biome-ignore-all lint/a11y/useSemanticElements: the list draws a part of the rows, and a <table> would count only those.
// biome-ignore-all lint/a11y/useFocusableInteractive: nothing in a plain table takes the focus but its buttons.
import {
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Payment, Policy } from '#contract/policies.ts';
import type { Group } from '#mirror/group.ts';
import { dateOf } from '#rules/dates.ts';
import { useWide } from '#ui/hooks/media.ts';
import { flattened } from '#ui/lists/item-keys.ts';
import { LongList, type LongListHandle } from '#ui/lists/long-list.tsx';
import type { Mark } from '#ui/lists/mark.tsx';
import { PaymentCard } from './payment-card.tsx';
import { paymentKeys } from './payment-keys.ts';
import styles from './payment-list.module.css';
import { PaymentHeads, PaymentRow } from './payment-row.tsx';

export interface PaymentListHandle {
  /**
   * Scrolls to the beginning of a year, or to the first payment of a month of it, and focuses it. Returns whether it is listed.
   *
   * @param month 1 to 12
   */
  bring: (year: string, month?: number) => boolean;
}

interface PaymentListProps {
  years: readonly Group<Payment>[];
  policy: Policy | null;
  /** Code of the policy's currency. */
  currency: string;
  locale: string;
  /** Whether each year has a heading that one sees: what was found may be of several. */
  headed: boolean;
  /** Whether more years will follow. */
  partial: boolean;
  /** The marks of payments that arrived or changed, by their keys. */
  marks: ReadonlyMap<string, Mark>;
  /** The element that sticks at the window's upper edge. */
  sticking: RefObject<HTMLElement | null>;
  handle: Ref<PaymentListHandle>;
}

/** Estimated heights: of an entry with its gap, and of a year's heading. */
const CARD_PX = 85;
const ROW_PX = 47;
const HEADING_PX = 44;

/** The payments by year. A year's first payment also draws the year's heading. On a desk it is a table. */
export function PaymentList(props: PaymentListProps) {
  const { years, policy, currency, locale, headed, partial, marks, sticking, handle } = props;
  const wide = useWide();
  const { rows, keys: names, headings } = useMemo(() => flattened(years, paymentKeys), [years]);
  const list = useRef<LongListHandle>(null);
  const { open, toggle } = useExpanded();

  useImperativeHandle(handle, () => ({
    bring: (label, month) => {
      for (const [index, year] of headings) {
        const within = month === undefined ? 0 : year.rows.findIndex((one) => monthOf(one) === month);
        if (year.label !== label || within < 0) continue;
        list.current?.bring(index + within, sticking.current?.getBoundingClientRect().height ?? 0);
        return true;
      }
      return false;
    },
  }));

  const item = useCallback(
    (index: number) => {
      const payment = rows[index];
      const name = names[index];
      if (!payment || name === undefined) return null;
      const year = headings.get(index);
      const entry = { name, payment, policy, currency, locale, open: open.has(name), onToggle: toggle };
      const heading = year && (
        <h2 className={headed ? styles.year : 'visually-hidden'} tabIndex={-1}>
          {year.label || 'Sin fecha'}
        </h2>
      );
      return wide ? (
        <>
          {heading && <HeadRows>{heading}</HeadRows>}
          <PaymentRow {...entry} index={index} />
        </>
      ) : (
        <>
          {heading}
          <PaymentCard {...entry} />
        </>
      );
    },
    [rows, names, headings, policy, currency, locale, headed, wide, open, toggle],
  );

  const entries = (
    <LongList
      // Rows and cards differ in height, so the measured heights must not survive a change of width.
      key={`${wide}`}
      label="Pagos"
      count={rows.length}
      keyOf={useCallback((index: number) => names[index] ?? '', [names])}
      marks={marks}
      partial={partial}
      estimate={(index) => (wide ? ROW_PX : CARD_PX) + (headings.has(index) && (headed || wide) ? HEADING_PX : 0)}
      item={item}
      rows={wide}
      handle={list}
    />
  );
  if (!wide) return entries;
  return (
    <div role="table" aria-label="Pagos" aria-rowcount={partial ? -1 : rows.length + 1} className={styles.table}>
      {entries}
    </div>
  );
}

/** A year's heading as a row of the table, and the column headers below it. */
function HeadRows({ children }: { children: ReactNode }) {
  return (
    <>
      <div role="row">
        <div role="cell" aria-colspan={5}>
          {children}
        </div>
      </div>
      <PaymentHeads />
    </>
  );
}

/** Open entries are remembered by name, because each refresh brings new objects for the same payments. */
function useExpanded() {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((name: string) => {
    setOpen((before) => {
      const after = new Set(before);
      if (!after.delete(name)) after.add(name);
      return after;
    });
  }, []);
  return { open, toggle };
}

const monthOf = ({ ParsedCompletedDate }: Payment): number => Number(dateOf(ParsedCompletedDate)?.slice(5, 7));
