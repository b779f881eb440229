import { useId, useState } from 'react';
import type { Ticket } from '#contract/tickets.ts';
import { caseStatus } from '#rules/case-status.ts';
import { dateParts, longDate } from '#rules/dates.ts';
import { Icon } from '#ui/icon.tsx';
import { Pill } from '#ui/pill.tsx';
import styles from './ticket-card.module.css';

/** H2.77: date, case number, type and status of one ticket; opened, what was written and answered. */
export function TicketCard({ ticket }: { ticket: Ticket }) {
  const [open, setOpen] = useState(false);
  const notes = useId();
  const parts = dateParts(ticket.fechaSolicitud);
  const status = caseStatus(ticket.idEstado);
  return (
    <article className={styles.card}>
      <button
        type="button"
        className={styles.head}
        aria-expanded={open}
        aria-controls={open ? notes : undefined}
        onClick={() => setOpen(!open)}
      >
        <span className={styles.date}>
          <span aria-hidden="true">
            <b className={styles.day}>{parts?.day.padStart(2, '0') ?? '–'}</b>
            {parts?.month}
          </span>
          <span className="visually-hidden">{longDate(ticket.fechaSolicitud) || 'Sin fecha'}. </span>
        </span>
        <span className={styles.text}>
          <span className={styles.title} dir="auto">
            {ticket.nombre || 'Consulta'}
          </span>
          {ticket.CaseNumber && (
            <span className={styles.case} dir="auto">
              Caso {ticket.CaseNumber}
            </span>
          )}
          <span className={styles.status}>
            <Pill tone={status.tone} {...(status.tone === 'ok' && { icon: 'ok' as const })}>
              {status.text}
            </Pill>
          </span>
        </span>
        <span className={styles.arrow} data-open={open}>
          <Icon name="down" size={20} />
        </span>
      </button>
      {open && (
        <div id={notes} className={styles.notes}>
          <p className={styles.notesTitle}>Notas</p>
          <p className={styles.notesText} dir="auto">
            {ticket.notas.trim() || 'Esta consulta no tiene notas.'}
          </p>
        </div>
      )}
    </article>
  );
}
