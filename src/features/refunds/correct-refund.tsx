import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { correctionDrafts } from '#outbox/correction.ts';
import { useDrafts, useOutbox } from '#outbox/hooks.ts';
import type { EditableItem, Withdrawal } from '#outbox/withdraw.ts';
import { withdrawalProblems } from '#rules/queue-words.ts';
import { screens } from '#rules/screens.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { FailedState, LoadingState } from '#ui/states.tsx';
import { useStillHere } from '#ui/still-here.ts';
import styles from './new-refund.module.css';
import { type JourneyProps, RefundJourney } from './refund-journey.tsx';

interface CorrectRefundProps extends Pick<JourneyProps, 'policyId' | 'steps' | 'onSent'> {
  queuedKey: string;
}

/**
 * A queued request as the form it came from, files included, with the server's words at the field they are about. The request
 * stays in the queue, held back, until it is sent again.
 */
export function CorrectRefund({ queuedKey, policyId, steps, onSent }: CorrectRefundProps) {
  const outbox = useOutbox();
  const drafts = useDrafts();
  const navigate = useNavigate();
  const stillHere = useStillHere();
  const [opened, setOpened] = useState<Opened | null>(null);
  const open = useEffectEvent(async () => {
    setOpened(null);
    const item = await outbox.beginEdit(queuedKey).catch(notOpened);
    if (!stillHere()) return;
    // It had arrived all along: there is nothing to correct, and its receipt says so.
    if (!item.ok && item.code === 'sent') {
      void drafts.discard(correctionDrafts['refund.create'](queuedKey));
      await navigate({
        to: '/app/reembolsos/añadir/$policyId',
        params: { policyId },
        state: { refundSent: queuedKey },
        replace: true,
      });
      return;
    }
    setOpened(item);
  });
  useEffect(() => void open(), []);

  if (!opened) {
    return (
      <main className={styles.screen}>
        <LoadingState text="Abriendo tu solicitud..." />
      </main>
    );
  }
  if (!opened.ok) {
    return (
      <main className={styles.screen}>
        <PageHeader title="Corregir solicitud" onBack={steps.back} />
        <FailedState
          title="Ahora no puedes corregir esta solicitud"
          text={withdrawalProblems[opened.code]}
          action={
            opened.code === 'gone' || opened.code === 'unreadable' ? (
              <ButtonLink href={screens.refunds(policyId)}>Ver mis reembolsos</ButtonLink>
            ) : (
              <Button onClick={() => void open()}>Reintentar</Button>
            )
          }
        />
      </main>
    );
  }
  return (
    <RefundJourney
      policyId={policyId}
      steps={steps}
      draftId={correctionDrafts['refund.create'](queuedKey)}
      onSent={onSent}
      correcting={{ key: queuedKey, item: opened.value }}
    />
  );
}

type Opened = Withdrawal<EditableItem> | ReturnType<typeof notOpened>;

/** The device could not be read: said with a way to try again, instead of waiting for ever. */
function notOpened(error: unknown) {
  console.error('a queued request could not be opened', error);
  return { ok: false, code: 'failed' } as const;
}
