import type { ReactNode } from 'react';
import type { Bill } from '#contract/policies.ts';
import { isNothing } from '#rules/bills.ts';
import { nearDate, shortDate } from '#rules/dates.ts';
import type { DueBill } from '#rules/year-ahead.ts';
import { IconButton } from '#ui/controls/button.tsx';
import { Pill } from '#ui/controls/pill.tsx';
import { EntryMark } from '#ui/lists/mark.tsx';
import styles from './bill-list.module.css';

interface BillRowProps {
  bill: Bill;
  /** Formatted with its currency. */
  amount: string;
  /** Calendar date. */
  today: string;
  /** What the due date is; 'Vence el ' by default. */
  dueWord?: string;
  unpaid: boolean;
  /** The heading that the row stands under, if any. */
  under?: string | undefined;
  /** Puts its due date into the customer's calendar. */
  onCalendar?: ((bill: DueBill) => void) | undefined;
  /** What became of a payment of it; it takes the button's place. */
  standing?: ReactNode;
  /** The button that pays it. */
  children?: ReactNode;
}

/** H2.29: a bill's due date, number, date of issue and amount in one line. */
export function BillRow({ bill, amount, today, dueWord, unpaid, under, onCalendar, standing, children }: BillRowProps) {
  const Heading = under ? 'h3' : 'h2';
  const { BillNumber, EffectiveFrom: issued, EffectiveTo: due } = bill;
  const nothing = isNothing(bill);
  const issuedWord = issued && issued > today ? 'Se emite' : 'Emitida';
  return (
    <article className={styles.row} data-unpaid={(unpaid && !nothing) || undefined}>
      <EntryMark />
      <div className={styles.bill}>
        <Heading className={styles.number} dir="auto">
          {BillNumber ? (
            <>
              <span className={styles.word}>Factura </span>
              {BillNumber}
            </>
          ) : (
            'Factura'
          )}
        </Heading>
        {issued && (
          <p className="soft small">
            {issuedWord} el {shortDate(issued)}
          </p>
        )}
        {unpaid && !nothing && <Pill tone="bad">Impagada</Pill>}
      </div>
      <p className={styles.due}>
        {due && (
          <>
            <span className={styles.word}>{dueWord ?? (due < today ? 'Venció el ' : 'Vence el ')}</span>
            {nearDate(due, today)}
          </>
        )}
      </p>
      <p className={styles.amount}>{amount}</p>
      {onCalendar && due && !nothing && (
        <IconButton
          className={styles.calendar}
          icon="calendar"
          label={`Añadir al calendario: ${nearDate(due, today)}`}
          onClick={() => onCalendar({ ...bill, EffectiveTo: due })}
        />
      )}
      <div className={standing ? styles.standing : styles.way}>
        {standing || (nothing ? <p className="soft small">No hay nada que pagar por esta factura.</p> : children)}
      </div>
    </article>
  );
}
