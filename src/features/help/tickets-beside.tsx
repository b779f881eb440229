import { tickets } from '#mirror/collections.ts';
import { useMirrored } from '#mirror/hooks.tsx';
import { caseStatus } from '#rules/case-status.ts';
import { nearDate, today } from '#rules/dates.ts';
import { dotted } from '#rules/joined.ts';
import { screens } from '#rules/screens.ts';
import { ticketDay } from '#rules/tickets.ts';
import { Card } from '#ui/cards/card.tsx';
import { SideHead } from '#ui/cards/side-head.tsx';
import { Pill } from '#ui/controls/pill.tsx';
import styles from './tickets-beside.module.css';

/** The history shows the others. */
const MAX_TICKETS = 3;

/** The customer's newest tickets beside the form, on a desk only. The card is there before they are read, so nothing moves. */
export function TicketsBeside() {
  const { groups } = useMirrored(tickets);
  const newest = groups?.flatMap(({ rows }) => rows).slice(0, MAX_TICKETS);
  const day = today(new Date());
  return (
    <Card>
      <section className="stack-1" aria-labelledby="tickets-beside">
        <SideHead as="h2" id="tickets-beside" title="Historial de ayuda" all={{ text: 'Ver todo', to: screens.help }} />
        <ul className="ruled">
          {newest?.length === 0 && <li className={styles.none}>Cuando nos escribas, aquí verás tus consultas.</li>}
          {newest?.map((ticket) => {
            const { text, tone } = caseStatus(ticket.idEstado);
            const answer = ticket.respuestas?.at(-1)?.texto;
            const asked = ticketDay(ticket);
            return (
              <li key={ticket.id} className={styles.ticket}>
                <div className="ends">
                  <b dir="auto">{ticket.nombre || 'Consulta'}</b>
                  <Pill tone={tone}>{text}</Pill>
                </div>
                <p className="soft small">
                  {dotted(asked && nearDate(asked, day), ticket.CaseNumber && `caso ${ticket.CaseNumber}`)}
                </p>
                {answer && (
                  <p className={styles.answer} dir="auto">
                    «{answer}»
                  </p>
                )}
              </li>
            );
          })}
        </ul>
      </section>
    </Card>
  );
}
