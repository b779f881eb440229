import type { ReactNode } from 'react';
import type { Bill } from '#contract/policies.ts';
import { calendarFile } from '#rules/calendar-file.ts';
import { longDate } from '#rules/dates.ts';
import { Button } from '#ui/controls/button.tsx';
import { Pill } from '#ui/controls/pill.tsx';
import { handOver } from '#ui/hooks/hand-over.ts';
import { FactList } from '#ui/lists/fact-list.tsx';
import { EntryMark } from '#ui/lists/mark.tsx';
import styles from './bill-card.module.css';

interface BillCardProps {
  /** What the amount is. */
  label: string;
  /** Formatted with its currency. */
  amount: string;
  bill: Bill;
  unpaid: boolean;
  dueLabel?: string;
  /** The heading that the card stands under, if any. */
  under?: string | undefined;
  /** Offers the due date for the customer's calendar. */
  calendar?: { policy: string; product: string } | undefined;
  /** The button that pays it. */
  children?: ReactNode;
}

/** H2.29: a bill's number, amount, date of issue and due date. */
export function BillCard(props: BillCardProps) {
  const { label, amount, bill, unpaid, dueLabel = 'Fecha de vencimiento', under, calendar, children } = props;
  const Heading = under ? 'h3' : 'h2';
  const due = bill.EffectiveTo;
  return (
    <article className={styles.card}>
      <EntryMark />
      <div className={styles.head}>
        <Heading className={styles.number} dir="auto">
          {bill.BillNumber ? `Factura ${bill.BillNumber}` : 'Factura'}
        </Heading>
        {unpaid && !isNothing(bill) && <Pill tone="bad">Impagada</Pill>}
      </div>
      <p className={styles.label}>{label}</p>
      <p className="amount">{amount}</p>
      <FactList
        className={styles.dates}
        facts={[
          ['Fecha de emisión', longDate(bill.EffectiveFrom)],
          [dueLabel, longDate(due)],
        ]}
      />
      <div className={styles.actions}>
        {isNothing(bill) ? <p className="soft small">No hay nada que pagar por esta factura.</p> : children}
        {calendar && due && !isNothing(bill) && (
          <Button
            look="line"
            size="small"
            icon="clock"
            about={bill.BillNumber && `Factura ${bill.BillNumber}`}
            onClick={() => handOver(dueDateFile({ ...bill, EffectiveTo: due }, amount, calendar))}
          >
            Añadir a mi calendario
          </Button>
        )}
      </div>
    </article>
  );
}

/** A bill of zero, or with a balance in the customer's favour. */
const isNothing = ({ DuePremium }: Bill): boolean => DuePremium !== null && DuePremium <= 0;

function dueDateFile(
  bill: Bill & { EffectiveTo: string },
  amount: string,
  { policy, product }: { policy: string; product: string },
): File {
  // A bill without a number is identified by policy, day and amount.
  const called = bill.BillNumber || [policy, bill.EffectiveFrom ?? bill.EffectiveTo, bill.DuePremium].join('-');
  const entry = {
    uid: `factura-${called}@amparo`,
    date: bill.EffectiveTo,
    title: `Vence la factura${bill.BillNumber && ` ${bill.BillNumber}`} (${amount})`,
    text: `${product}, póliza ${policy}`,
  };
  return new File([calendarFile(entry, new Date())], `factura-${called.replace(/[^\w-]/g, '')}.ics`, {
    type: 'text/calendar',
  });
}
