// biome-ignore-all lint/a11y/useSemanticElements: a <tr> is not allowed inside the list's elements; roles mean the same.
// biome-ignore-all lint/a11y/useFocusableInteractive: nothing in a plain table takes the focus but its buttons.
import { memo, useId } from 'react';
import { dateOf, shortDate } from '#rules/dates.ts';
import { classNames } from '#ui/base/class-names.ts';
import { Icon } from '#ui/base/icon.tsx';
import { useGrowth } from '#ui/hooks/grows.ts';
import { EntryMark } from '#ui/lists/mark.tsx';
import { useEntryControl } from '#ui/lists/tab-stop.ts';
import { type PaymentEntryProps, totalText } from './payment-card.tsx';
import { PaymentDetails } from './payment-details.tsx';
import styles from './payment-row.module.css';
import { PaymentStatus } from './payment-status.tsx';

/** The column headers, repeated under each year's heading. */
export function PaymentHeads() {
  return (
    <div role="row" className={classNames(styles.row, styles.heads)}>
      <span role="columnheader">Fecha</span>
      <span role="columnheader">Concepto</span>
      <span role="columnheader">Referencia</span>
      <span role="columnheader" className={styles.total}>
        Total
      </span>
      <span role="columnheader">Estado</span>
    </div>
  );
}

/** A payment on a desk: a table row whose details unfold below it. */
export const PaymentRow = memo(function PaymentRow(props: PaymentEntryProps & { index: number }) {
  const { name, payment, policy, currency, locale, open, onToggle, index } = props;
  const inside = useId();
  const growth = useGrowth(open);
  const date = shortDate(dateOf(payment.ParsedCompletedDate)) || 'Sin fecha';
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button is the keyboard's way; a pointer may press anywhere. */}
      <div
        role="row"
        aria-rowindex={index + 2}
        className={styles.row}
        data-pressable
        data-open={open}
        onClick={() => {
          // Selecting text to copy it must not open the row.
          if (!window.getSelection()?.toString()) onToggle(name);
        }}
      >
        <span role="cell">
          <EntryMark />
          {date}
        </span>
        <span role="cell" className={styles.concept} dir="auto">
          {payment.Concept || '–'}
        </span>
        <span role="cell" className={styles.reference} dir="auto">
          {payment.OrderNumber || 'Sin referencia'}
        </span>
        <span role="cell" className={styles.total}>
          {totalText(payment, currency, locale)}
        </span>
        <span role="cell" className={styles.state}>
          <PaymentStatus payment={payment} />
          <button
            type="button"
            {...useEntryControl()}
            className={styles.arrow}
            aria-expanded={open}
            aria-controls={open ? inside : undefined}
            aria-label={`Detalles del pago ${payment.OrderNumber || `del ${date}`}`}
            onClick={(event) => {
              event.stopPropagation();
              onToggle(name);
            }}
          >
            <Icon name="down" size={20} />
          </button>
        </span>
      </div>
      {open && (
        <div role="row" className={growth} id={inside}>
          <div role="cell" aria-colspan={5} className={styles.inside}>
            <PaymentDetails {...{ payment, policy, currency, locale }} />
          </div>
        </div>
      )}
    </>
  );
});
