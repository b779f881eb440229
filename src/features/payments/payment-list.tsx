// biome-ignore-all lint/a11y/useSemanticElements: the list draws a part of the rows, and a <table> would count only those.
// biome-ignore-all lint/a11y/useFocusableInteractive: nothing in a plain table takes the focus but its buttons.
import {
  type ComponentProps,
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
import { type NextBill, YearSummary } from './year-summary.tsx';

export interface PaymentListHandle {
  bringYear: (label: string) => void;
}

interface PaymentListProps {
  years: readonly Group<Payment>[];
  policy: Policy | null;
  /** Code of the policy's currency. */
  currency: string;
  locale: string;
  /** Calendar date. */
  today: string;
  next: NextBill | null;
  /** Whether a search or filter leaves payments out, so that a year's sum would be wrong. */
  narrowed: boolean;
  /** Whether more years will follow. */
  partial: boolean;
  /** The marks of payments that arrived or changed, by their keys. */
  marks: ReadonlyMap<string, Mark>;
  /** The element that sticks at the window's upper edge. */
  sticking: RefObject<HTMLElement | null>;
  /** Called with the year on screen. */
  onYear: (label: string) => void;
  handle: Ref<PaymentListHandle>;
}

/** Estimated heights: of an entry with its gap, and of a year's heading and summary. */
const CARD_PX = 85;
const ROW_PX = 47;
const HEADING_PX = 44;
const SUMMARY_PX = { card: 270, row: 210 };

/** The payments by year. A year's first payment also draws the year's heading and summary. On a desk it is a table. */
export function PaymentList(props: PaymentListProps) {
  const { years, policy, currency, locale, today, next, narrowed, partial, marks, sticking, onYear, handle } = props;
  const wide = useWide();
  const { rows, keys: names, headings } = useMemo(() => flattened(years, paymentKeys), [years]);
  const starts = useMemo(() => [...headings], [headings]);
  const list = useRef<LongListHandle>(null);
  const { open, toggle } = useExpanded();

  const bring = useCallback(
    (index: number) => list.current?.bring(index, sticking.current?.getBoundingClientRect().height ?? 0),
    [sticking],
  );
  useImperativeHandle(handle, () => ({
    bringYear: (label) => {
      for (const [index, year] of headings) if (year.label === label) bring(index);
    },
  }));

  const item = useCallback(
    (index: number) => {
      const payment = rows[index];
      const name = names[index];
      if (!payment || name === undefined) return null;
      const year = headings.get(index);
      const entry = { name, payment, policy, currency, locale, open: open.has(name), onToggle: toggle };
      const toMonth = (month: number) => {
        const found = year?.rows.findIndex((one) => monthOf(one) === month) ?? -1;
        if (found >= 0) bring(index + found);
      };
      const heading = year && (
        <YearHead
          year={year}
          summed={!narrowed && year.label !== ''}
          {...{ currency, today, next, locale }}
          onMonth={toMonth}
        />
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
    [rows, names, headings, policy, currency, locale, today, next, narrowed, wide, open, toggle, bring],
  );

  const summary = narrowed ? 0 : SUMMARY_PX[wide ? 'row' : 'card'];
  const entries = (
    <LongList
      // Rows and cards differ in height, so the measured heights must not survive a change of width.
      key={`${wide}`}
      label="Pagos"
      count={rows.length}
      keyOf={useCallback((index: number) => names[index] ?? '', [names])}
      marks={marks}
      partial={partial}
      estimate={(index) => (wide ? ROW_PX : CARD_PX) + (headings.has(index) ? HEADING_PX + summary : 0)}
      item={item}
      rows={wide}
      onTop={useCallback(
        (index: number) => onYear(starts.filter(([first]) => first <= index).at(-1)?.[1].label ?? ''),
        [onYear, starts],
      )}
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

interface YearHeadProps extends Omit<ComponentProps<typeof YearSummary>, 'year' | 'payments'> {
  year: Group<Payment>;
  /** Whether the year's summary is shown. It names the year, so the heading is then for screen readers only. */
  summed: boolean;
}

function YearHead({ year: { label, rows }, summed, ...summary }: YearHeadProps) {
  return (
    <>
      <h2 className={summed ? 'visually-hidden' : styles.year} tabIndex={-1}>
        {label || 'Sin fecha'}
      </h2>
      {summed && <YearSummary key={label} year={label} payments={rows} {...summary} />}
    </>
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
