import { useNavigate } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { useOutbox } from '#outbox/hooks.ts';
import { dateOf, dateParts, longDate } from '#rules/dates.ts';
import { Button } from '#ui/button.tsx';
import { ListCard } from '#ui/list-card.tsx';
import { titleOf } from './about.ts';
import styles from './pending-screen.module.css';

/** As many as stand on the screen before the customer asks for more. */
const AT_FIRST = 10;

/** 'Comprobantes': what the server signed for, newest first. */
export function ReceiptList() {
  const outbox = useOutbox();
  const navigate = useNavigate();
  const [all, setAll] = useState(false);
  const receipts = useLiveQuery(() => outbox.receipts(), [outbox]) ?? [];
  if (receipts.length === 0) return null;
  const shown = all ? receipts : receipts.slice(0, AT_FIRST);

  return (
    <section className={styles.section} aria-labelledby="receipts">
      <h2 id="receipts" className={styles.heading}>
        Comprobantes
      </h2>
      <ul className={styles.list}>
        {shown.map(({ key, recibo, label }) => {
          const day = dateOf(recibo.fecha);
          const parts = dateParts(day);
          return (
            <li key={key}>
              <ListCard
                {...(parts && { date: { day: parts.day.padStart(2, '0'), month: parts.month, full: longDate(day) } })}
                title={titleOf(recibo.tipo, label)}
                detail={`N.º ${recibo.numero}`}
                onClick={() => void navigate({ to: '.', state: { receipt: key } })}
              />
            </li>
          );
        })}
      </ul>
      {shown.length < receipts.length && (
        <Button look="quiet" onClick={() => setAll(true)}>
          Ver los {receipts.length} comprobantes
        </Button>
      )}
    </section>
  );
}
