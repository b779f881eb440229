import { useState } from 'react';
import type { Ticket } from '#contract/tickets.ts';
import { caseStatus } from '#rules/case-status.ts';
import { cardDate } from '#rules/dates.ts';
import { ExpandableCard } from '#ui/expandable-card.tsx';
import { Pill } from '#ui/pill.tsx';
import styles from './ticket-card.module.css';

/** H2.77: date, case number, type and status of one ticket; opened, what was written and answered. */
export function TicketCard({ ticket }: { ticket: Ticket }) {
  const [open, setOpen] = useState(false);
  const status = caseStatus(ticket.idEstado);
  return (
    <ExpandableCard
      date={cardDate(ticket.fechaSolicitud) ?? { day: '–', month: '', full: 'Sin fecha' }}
      title={ticket.nombre || 'Consulta'}
      detail={ticket.CaseNumber && `Caso ${ticket.CaseNumber}`}
      status={
        <span className={styles.status}>
          <Pill tone={status.tone} {...(status.tone === 'ok' && { icon: 'ok' as const })}>
            {status.text}
          </Pill>
        </span>
      }
      open={open}
      onToggle={() => setOpen(!open)}
    >
      <p className={styles.notesTitle}>Notas</p>
      <p className={styles.notesText} dir="auto">
        {ticket.notas.trim() || 'Esta consulta no tiene notas.'}
      </p>
    </ExpandableCard>
  );
}
