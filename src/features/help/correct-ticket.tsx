import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { correctionDrafts } from '#outbox/correction.ts';
import { useDrafts, useOutbox } from '#outbox/hooks.ts';
import type { EditableItem, Withdrawal } from '#outbox/withdraw.ts';
import { withdrawalProblems } from '#rules/queue-words.ts';
import { screens } from '#rules/screens.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { FailedState, LoadingState } from '#ui/states.tsx';
import { useStillHere } from '#ui/still-here.ts';
import { NewTicket } from './new-ticket.tsx';
import type { TicketFieldsProps } from './ticket-fields.tsx';

type CorrectTicketProps = Pick<TicketFieldsProps, 'known' | 'onSent'> & { queuedKey: string };

/** A queued ticket as the form it came from. It stays in the queue, held back, until it is handed in again (F9, F29). */
export function CorrectTicket({ queuedKey, known, onSent }: CorrectTicketProps) {
  const outbox = useOutbox();
  const drafts = useDrafts();
  const navigate = useNavigate();
  const stillHere = useStillHere();
  const [opened, setOpened] = useState<Opened | null>(null);
  const open = useEffectEvent(async () => {
    setOpened(null);
    const item = await outbox.beginEdit(queuedKey).catch(notOpened);
    if (!stillHere()) return;
    // It had arrived all along: nothing is left to correct, and its receipt says so.
    if (!item.ok && item.code === 'sent') {
      void drafts.discard(correctionDrafts['ticket.create'](queuedKey));
      await navigate({ to: '/app/configuraciones/ayuda/crear', state: { ticketSent: queuedKey }, replace: true });
      return;
    }
    setOpened(item);
  });
  useEffect(() => void open(), []);

  if (!opened) return <LoadingState text="Abriendo tu consulta..." />;
  if (opened.ok) {
    return (
      <NewTicket
        draftId={correctionDrafts['ticket.create'](queuedKey)}
        known={known}
        onSent={onSent}
        correcting={{ key: queuedKey, item: opened.value }}
      />
    );
  }
  const final = opened.code === 'gone' || opened.code === 'unreadable';
  return (
    <FailedState
      title="Ahora no puedes corregir esta consulta"
      text={withdrawalProblems[opened.code]}
      action={
        final ? (
          <ButtonLink href={screens.help}>Ver mi historial de ayuda</ButtonLink>
        ) : (
          <Button onClick={() => void open()}>Reintentar</Button>
        )
      }
    />
  );
}

type Opened = Withdrawal<EditableItem> | ReturnType<typeof notOpened>;

/** The device could not be read: said with a way to try again, instead of waiting for ever. */
function notOpened(error: unknown) {
  console.error('a queued request could not be opened', error);
  return { ok: false, code: 'failed' } as const;
}
