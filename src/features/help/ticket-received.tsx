import { useNavigate } from '@tanstack/react-router';
import { LeavingNote } from '#features/leaving-note.tsx';
import { useStanding } from '#outbox/hooks.ts';
import { longDateAndTime } from '#rules/dates.ts';
import { handedInText, queuedWords } from '#rules/queue-words.ts';
import { screens } from '#rules/screens.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { HandedIn, HandedInFrame } from '#ui/handed-in.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Receipt } from '#ui/receipt.tsx';
import { EmptyState, LoadingState } from '#ui/states.tsx';
import { focusTitle } from '#ui/title-focus.ts';
import { useOnline } from '#ui/use-online.ts';
import { QueuedTicket } from './queued-ticket.tsx';

/** H2.80. Says truthfully where the ticket is: in the queue, on its way, or with the insurer and then with its number. */
export function TicketReceived({ sentKey }: { sentKey: string }) {
  const { receipt, item, gone } = useStanding(sentKey);
  const online = useOnline();
  const navigate = useNavigate();
  const again = () => void navigate({ to: '/app/configuraciones/ayuda/crear', state: {}, replace: true });
  if (gone) return <Discarded onAgain={again} />;
  if (!receipt && !item) {
    return (
      <HandedInFrame>
        <LoadingState text="Guardando tu consulta..." />
      </HandedInFrame>
    );
  }
  const refused = !receipt && (item?.state === 'refused' || item?.state === 'unknown');

  return (
    <HandedIn
      standing={receipt ? 'sent' : refused ? 'refused' : 'queued'}
      title={refused ? 'Revisa tu consulta' : 'Consulta recibida'}
      text={receipt || !item ? 'Ya la tenemos. Te responderemos en tu historial de ayuda.' : handedInText(item, online)}
      {...(refused && item && { problem: queuedWords(item, online).text })}
      actions={
        <>
          <ButtonLink href={screens.home()}>Volver al inicio</ButtonLink>
          <Button look="line" onClick={again}>
            Hacer otra consulta
          </Button>
        </>
      }
    >
      {!receipt && item && <QueuedTicket item={item} />}
      {!receipt && !refused && !online && <LeavingNote />}
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
    </HandedIn>
  );
}

/** Also what an entry of the history comes back to whose ticket was discarded since. */
function Discarded({ onAgain }: { onAgain: () => void }) {
  return (
    <HandedInFrame>
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
    </HandedInFrame>
  );
}
