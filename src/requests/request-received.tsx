import { useStanding } from '#outbox/hooks.ts';
import { capital } from '#rules/joined.ts';
import { screens } from '#rules/screens.ts';
import { PageHeader } from '#ui/base/page-header.tsx';
import { Button } from '#ui/controls/button.tsx';
import { ScreenButton } from '#ui/controls/screen-link.tsx';
import { focusTitle } from '#ui/hooks/title-focus.ts';
import { useOnline } from '#ui/hooks/use-online.ts';
import { HandedIn, HandedInFrame } from '#ui/states/handed-in.tsx';
import { LiveRegion } from '#ui/states/live-region.tsx';
import { EmptyState, LoadingState } from '#ui/states/states.tsx';
import { leavingWords } from './delivery-words.ts';
import { LeavingNote } from './leaving-note.tsx';
import { PushOffer } from './push-offer.tsx';
import { handedInText, leavesByItself, queuedWords } from './queue-words.ts';
import { QueuedCard } from './queued-card.tsx';
import { type ConfirmedKind, thisOne } from './request.ts';
import { RequestReceipt } from './request-receipt.tsx';
import styles from './request-received.module.css';
import { useLeaving } from './use-leaving.ts';

interface RequestReceivedProps {
  kind: ConfirmedKind;
  sentKey: string;
  policyId?: string;
  /** Starts another request. */
  onAgain?: () => void;
}

/**
 * Confirms a request that is safely on the device (H2.41, H2.80). The title says 'recibida' once the insurer has it and
 * 'guardada' until then. The text says where it is: in the queue, on its way, or with the insurer, then with its receipt.
 */
export function RequestReceived({ kind, sentKey, policyId = '', onAgain }: RequestReceivedProps) {
  const { receipt, item, gone } = useStanding(sentKey);
  const online = useOnline();
  const { noun, confirmation } = kind;
  const again = confirmation.again && (
    <Button look="line" onClick={onAgain}>
      {confirmation.again}
    </Button>
  );
  if (gone) return <Gone kind={kind} policyId={policyId} again={again} />;
  if (!receipt && !item) {
    return (
      <HandedInFrame>
        <LoadingState text={`Guardando tu ${noun.text}...`} />
      </HandedInFrame>
    );
  }
  const refused = !receipt && (item?.state === 'refused' || item?.state === 'unknown');
  const waits = !receipt && !refused;

  return (
    <HandedIn
      standing={receipt ? 'sent' : refused ? 'refused' : 'queued'}
      title={refused ? `Revisa tu ${noun.text}` : `${capital(noun.text)} ${receipt ? 'recibida' : 'guardada'}`}
      text={receipt || !item ? confirmation.taken : handedInText(item, online, noun)}
      {...(refused && item && { problem: queuedWords(item, online, noun).text })}
      actions={
        <>
          <ScreenButton to={screens.home}>Volver al inicio</ScreenButton>
          {again || <History kind={kind} policyId={policyId} look="line" />}
        </>
      }
    >
      {!receipt && item && <QueuedCard item={item} said />}
      {receipt && <RequestReceipt receipt={receipt} />}
      <LiveRegion>{waits && (!online || item?.problem) && <LeavingNote />}</LiveRegion>
      {!refused && <PushOffer noun={noun.text} />}
      {confirmation.next.length > 0 && (
        <Next steps={confirmation.next} leaves={waits && !!item && leavesByItself(item)} />
      )}
    </HandedIn>
  );
}

interface WaysOnProps {
  kind: ConfirmedKind;
  policyId: string;
}

/** Also shown when the browser goes back to a request that was discarded meanwhile. */
function Gone({ kind, policyId, again }: WaysOnProps & { again: React.ReactNode }) {
  const { title, icon, listed } = kind.confirmation;
  return (
    <HandedInFrame>
      <PageHeader title={title} titleRef={focusTitle} />
      <EmptyState
        icon={icon}
        title={`${capital(thisOne(kind))} ya no está pendiente`}
        text={`La descartaste, o la corregiste y la enviaste de nuevo. ${listed}`}
        action={<History kind={kind} policyId={policyId} />}
      />
      {again}
    </HandedInFrame>
  );
}

function History({ kind: { history }, policyId, look = 'primary' }: WaysOnProps & { look?: 'primary' | 'line' }) {
  return (
    <ScreenButton look={look} to={history.to(policyId)}>
      {history.label}
    </ScreenButton>
  );
}

/** @param leaves whether it waits for nothing but its way out */
function Next({ steps, leaves }: { steps: readonly string[]; leaves: boolean }) {
  const leaving = useLeaving();
  return (
    <section className={styles.next} aria-labelledby="next">
      <h2 id="next" className={styles.heading}>
        Qué sigue
      </h2>
      <ol className={styles.steps}>
        {leaves && leaving && <li>{leavingWords[leaving]} Aquí aparecerá su número.</li>}
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}
