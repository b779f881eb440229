import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useOutbox } from '#outbox/hooks.ts';
import { fullTitleOf } from '#requests/requests.ts';
import { cardDate, dateOf } from '#rules/dates.ts';
import { useLive } from '#session/hooks.ts';
import { ListCard } from '#ui/cards/list-card.tsx';
import { Button } from '#ui/controls/button.tsx';

/** Receipts shown before the customer asks for more. */
const FIRST_SHOWN = 10;

/** 'Comprobantes': the receipts, newest first. */
export function ReceiptList() {
  const outbox = useOutbox();
  const navigate = useNavigate();
  const [all, setAll] = useState(false);
  const count = useLive(() => outbox.countReceipts(), [outbox]) ?? 0;
  const shown = useLive(() => outbox.receipts(all ? undefined : FIRST_SHOWN), [outbox, all]) ?? [];
  if (shown.length === 0) return null;

  return (
    <section className="stack-3" aria-labelledby="receipts">
      <h2 id="receipts">Comprobantes</h2>
      <ul className="stack-list">
        {shown.map(({ key, recibo, label }) => {
          const date = cardDate(dateOf(recibo.fecha));
          return (
            <li key={key}>
              <ListCard
                {...(date && { date })}
                title={fullTitleOf(recibo.tipo, label)}
                detail={`N.º ${recibo.numero}`}
                onClick={() => void navigate({ to: '.', state: { receipt: key } })}
              />
            </li>
          );
        })}
      </ul>
      {!all && count > FIRST_SHOWN && (
        <Button look="quiet" onClick={() => setAll(true)}>
          Ver los {count} comprobantes
        </Button>
      )}
    </section>
  );
}
