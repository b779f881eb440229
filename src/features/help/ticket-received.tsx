import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useStanding } from '#outbox/hooks.ts';
import { longDateAndTime } from '#rules/dates.ts';
import { handedInText, queuedWords } from '#rules/queue-words.ts';
import { screens } from '#rules/screens.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Receipt } from '#ui/receipt.tsx';
import { ignoreSecondPress } from '#ui/second-press.ts';
import { EmptyState, LoadingState } from '#ui/states.tsx';
import { focusTitle } from '#ui/title-focus.ts';
import { useOnline } from '#ui/use-online.ts';
import { QueuedTicket } from './queued-ticket.tsx';
import styles from './ticket-received.module.css';

/** H2.80. Says truthfully where the ticket is: in the queue, on its way, or with the insurer and then with its number. */
export function TicketReceived({ sentKey }: { sentKey: string }) {
  const { receipt, item, gone } = useStanding(sentKey);
  // What leads on from here comes up where the request was just handed in.
  useEffect(() => ignoreSecondPress(), []);
  const online = useOnline();
  const navigate = useNavigate();
  const again = () => void navigate({ to: '/app/configuraciones/ayuda/crear', state: {}, replace: true });
  if (gone) return <Discarded onAgain={again} />;
  if (!receipt && !item) {
    return (
      <main className={styles.screen}>
        <LoadingState text="Guardando tu consulta..." />
      </main>
    );
  }
  const refused = !receipt && item && (item.state === 'refused' || item.state === 'unknown');

  return (
    <main className={styles.screen}>
      <div className={styles.top}>
        <span className={styles.arch} data-state={receipt ? 'sent' : refused ? 'refused' : 'queued'}>
          <Icon name={receipt ? 'ok' : refused ? 'alert' : 'clock'} size={32} />
        </span>
        <h1 ref={focusTitle} className={styles.title} tabIndex={-1}>
          {refused ? 'Revisa tu consulta' : 'Consulta recibida'}
        </h1>
        <p className={styles.state} role="status">
          {receipt || !item ? 'Ya la tenemos. Te responderemos en tu historial de ayuda.' : handedInText(item, online)}
        </p>
        {refused && <p className={styles.problem}>{queuedWords(item, online).text}</p>}
      </div>
      {!receipt && item && <QueuedTicket item={item} />}
      {receipt && (
        <Receipt
          title="Comprobante"
          number={receipt.recibo.numero}
          lines={[
            { term: 'Recibida', text: longDateAndTime(receipt.recibo.fecha) },
            ...(receipt.label.tipo ? [{ term: 'Tema', text: receipt.label.tipo }] : []),
            ...(receipt.label.numeroPoliza ? [{ term: 'Póliza', text: receipt.label.numeroPoliza }] : []),
          ]}
          printLabel="Imprimir o guardar en PDF"
        />
      )}
      <div className={styles.actions}>
        <ButtonLink href={screens.home()}>Volver al inicio</ButtonLink>
        <Button look="line" onClick={again}>
          Hacer otra consulta
        </Button>
      </div>
    </main>
  );
}

/** Also what an entry of the history comes back to whose ticket was discarded since. */
function Discarded({ onAgain }: { onAgain: () => void }) {
  return (
    <main className={styles.screen}>
      <PageHeader title="Nueva consulta" titleRef={focusTitle} />
      <EmptyState
        icon="help"
        title="Esta consulta ya no está pendiente"
        text="La descartaste, o la corregiste y la enviaste de nuevo. Tus consultas están en el historial."
        action={<ButtonLink href={screens.help}>Ver mi historial de ayuda</ButtonLink>}
      />
      <Button look="line" onClick={onAgain}>
        Hacer otra consulta
      </Button>
    </main>
  );
}
