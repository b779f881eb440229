import { useState } from 'react';
import { useDraft } from '#outbox/hooks.ts';
import { KeptNote } from '#ui/kept-note.tsx';
import { LoadingState } from '#ui/states.tsx';
import { focusTitle } from '#ui/title-focus.ts';
import { TicketFields, type TicketFieldsProps } from './ticket-fields.tsx';
import { answersFrom, emptyTicket, isSameTicket } from './ticket-form.ts';

type NewTicketProps = Pick<TicketFieldsProps, 'known' | 'onSent' | 'correcting'> & { draftId: string };

/** The form with what was kept of it on this device (F12, F27): every change is stored as it is typed. */
export function NewTicket({ draftId, known, onSent, correcting }: NewTicketProps) {
  const { draft, save, discard } = useDraft(draftId);
  const [fresh, setFresh] = useState(0);
  if (draft === undefined) return <LoadingState text="Preparando tu consulta..." />;
  const start = correcting ? answersFrom(correcting.item.fields) : emptyTicket;
  // What was typed and taken back again is nothing to come back to.
  const found = draft === null || fresh > 0 ? start : answersFrom(draft.form);
  const kept = !isSameTicket(found, start);
  const startAgain = () => {
    void discard();
    setFresh(fresh + 1);
    // The button goes with what it threw away.
    focusTitle(document.querySelector('h1'));
  };

  return (
    <>
      {kept && (
        <KeptNote choices={[{ text: 'Empezar de nuevo', onPress: startAgain }]}>
          <b>Recuperamos lo que escribiste.</b>
        </KeptNote>
      )}
      <TicketFields
        key={fresh}
        answers={found}
        draftId={draftId}
        known={known}
        onAnswers={save}
        onSent={onSent}
        {...(correcting && { correcting })}
      />
    </>
  );
}
