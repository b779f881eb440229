import type { MouseEvent } from 'react';
import type { Ticket, TicketReply } from '#contract/tickets.ts';
import { caseStatus } from '#rules/case-status.ts';
import { cardDate, dateOf, longDate } from '#rules/dates.ts';
import { dotted } from '#rules/joined.ts';
import { ticketDay } from '#rules/tickets.ts';
import { classNames } from '#ui/base/class-names.ts';
import { EntryDate, EntryText } from '#ui/cards/entry.tsx';
import { ExpandableCard } from '#ui/cards/expandable-card.tsx';
import { ListCard } from '#ui/cards/list-card.tsx';
import { Pill } from '#ui/controls/pill.tsx';
import { itemKeys } from '#ui/lists/item-keys.ts';
import styles from './ticket-card.module.css';

interface TicketCardProps {
  ticket: Ticket;
  /** Whether the ticket's text is shown beside the list instead of below the card. */
  beside: boolean;
  open: boolean;
  onOpen: (event: MouseEvent) => void;
}

/** H2.77: date, case number, type and status of one ticket; when open, its notes too. */
export function TicketCard({ ticket, beside, open, onOpen }: TicketCardProps) {
  const date = cardDate(ticketDay(ticket)) ?? { day: '–', month: '', full: 'Sin fecha' };
  const texts = { title: ticket.nombre || 'Consulta', detail: ticket.CaseNumber && `Caso ${ticket.CaseNumber}` };
  const status = <Status ticket={ticket} />;
  if (beside) return <ListCard date={date} {...texts} status={status} current={open} onClick={onOpen} />;
  return (
    <ExpandableCard
      head={
        <>
          <EntryDate date={date} />
          <EntryText {...texts}>
            <span className={styles.status}>{status}</span>
          </EntryText>
        </>
      }
      open={open}
      onToggle={onOpen}
    >
      <Notes ticket={ticket} />
    </ExpandableCard>
  );
}

/** One ticket beside the list. */
export function TicketDetail({ ticket }: { ticket: Ticket }) {
  return (
    <>
      <div className={styles.head}>
        <p className="soft small">
          {dotted(longDate(ticketDay(ticket)), ticket.CaseNumber && `Caso ${ticket.CaseNumber}`)}
        </p>
        <h2 className="t28" dir="auto">
          {ticket.nombre || 'Consulta'}
        </h2>
        <Status ticket={ticket} />
      </div>
      <div className={styles.notes}>
        <Notes ticket={ticket} />
      </div>
    </>
  );
}

function Status({ ticket }: { ticket: Ticket }) {
  const status = caseStatus(ticket.idEstado);
  return <Pill tone={status.tone}>{status.text}</Pill>;
}

/** D50: an answer says whose it is where the insurer says so, and else that it is the insurer's. */
function Reply({ reply: { texto, autor, fecha } }: { reply: TicketReply }) {
  return (
    <div className={styles.reply}>
      <p className={classNames('soft small', styles.from)}>
        Respuesta de <b dir="auto">{autor || 'Amparo'}</b>
        {fecha && (
          <>
            {' · '}
            <span className="nowrap">{longDate(dateOf(fecha))}</span>
          </>
        )}
      </p>
      <p className={styles.notesText} dir="auto">
        {texto}
      </p>
    </div>
  );
}

function Notes({ ticket }: { ticket: Ticket }) {
  const replies = ticket.respuestas ?? [];
  const keys = itemKeys(replies, ({ fecha, texto }) => `${fecha ?? ''} ${texto}`);
  return (
    <>
      <p className="soft small">Notas</p>
      <p className={styles.notesText} dir="auto">
        {ticket.notas.trim() || 'Esta consulta no tiene notas.'}
      </p>
      {replies.map((reply, index) => (
        <Reply key={keys[index]} reply={reply} />
      ))}
    </>
  );
}
