import { LeavingNote } from '#features/leaving-note.tsx';
import { useLeaving } from '#features/use-leaving.ts';
import { useLocale } from '#features/use-locale.ts';
import { useStanding } from '#outbox/hooks.ts';
import { longDateAndTime } from '#rules/dates.ts';
import { leavingWords } from '#rules/delivery-words.ts';
import { handedInText, queuedWords } from '#rules/queue-words.ts';
import { screens } from '#rules/screens.ts';
import { ButtonLink } from '#ui/button.tsx';
import { HandedIn, HandedInFrame } from '#ui/handed-in.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Receipt } from '#ui/receipt.tsx';
import { EmptyState, LoadingState } from '#ui/states.tsx';
import { focusTitle } from '#ui/title-focus.ts';
import { useOnline } from '#ui/use-online.ts';
import { receiptLines, titleOf } from './labels.ts';
import { QueuedActions } from './queued-actions.tsx';
import { QueuedProgress } from './queued-progress.tsx';
import styles from './refund-received.module.css';

/**
 * H2.41: the request is on the device to stay. Says truthfully where it is: in the queue, on its way, or with the insurer, and
 * then with its number.
 */
export function RefundReceived({ sentKey, policyId }: { sentKey: string; policyId: string }) {
  const { receipt, item, gone } = useStanding(sentKey);
  const online = useOnline();
  const locale = useLocale();
  if (gone) return <Discarded policyId={policyId} />;
  if (!receipt && !item) {
    return (
      <HandedInFrame>
        <LoadingState text="Guardando tu solicitud..." />
      </HandedInFrame>
    );
  }
  const refused = !receipt && (item?.state === 'refused' || item?.state === 'unknown');

  return (
    <HandedIn
      standing={receipt ? 'sent' : refused ? 'refused' : 'queued'}
      title={refused ? 'Revisa tu solicitud' : 'Solicitud recibida'}
      text={receipt || !item ? 'Ya la tenemos. Guarda el número para cualquier consulta.' : handedInText(item, online)}
      {...(refused && item && { problem: queuedWords(item, online).text })}
      actions={
        <>
          <ButtonLink href={screens.home()}>Volver al inicio</ButtonLink>
          <ButtonLink look="line" href={screens.refunds(policyId)}>
            Ver mis reembolsos
          </ButtonLink>
        </>
      }
    >
      {!receipt && item && (
        <section className={styles.waiting} aria-label="Estado del envío">
          <p className={styles.what}>{titleOf(item.label)}</p>
          <QueuedProgress item={item} />
          <QueuedActions item={item} policyId={policyId} />
        </section>
      )}
      {receipt && (
        <Receipt
          title="Comprobante"
          number={receipt.recibo.numero}
          lines={[
            { term: 'Recibida', text: longDateAndTime(receipt.recibo.fecha) },
            ...receiptLines(receipt.label, locale),
          ]}
          printLabel="Imprimir o guardar en PDF"
        />
      )}
      {!receipt && !refused && !online && <LeavingNote />}
      <Next waits={!receipt && !refused} />
    </HandedIn>
  );
}

function Discarded({ policyId }: { policyId: string }) {
  return (
    <HandedInFrame>
      <PageHeader title="Solicitud de reembolso" titleRef={focusTitle} />
      <EmptyState
        icon="refund"
        title="Esta solicitud ya no está pendiente"
        text="La descartaste, o la corregiste y la enviaste de nuevo. Tus reembolsos están en el historial."
        action={<ButtonLink href={screens.refunds(policyId)}>Ver mis reembolsos</ButtonLink>}
      />
    </HandedInFrame>
  );
}

function Next({ waits }: { waits: boolean }) {
  const leaving = useLeaving();
  return (
    <section className={styles.next} aria-labelledby="next">
      <h2 id="next" className={styles.heading}>
        Qué sigue
      </h2>
      <ol className={styles.steps}>
        {waits && leaving && <li>{leavingWords[leaving]} Aquí aparecerá su número.</li>}
        <li>Revisamos tu solicitud y sus documentos. Cuando empecemos, su estado cambia de Nuevo a En trámite.</li>
        <li>Si falta algo, puedes añadir documentos desde el detalle del reembolso, en cualquier momento.</li>
        <li>Cuando haya una decisión, el estado pasa a Aprobado o Negado en tu historial de reembolsos.</li>
      </ol>
    </section>
  );
}
