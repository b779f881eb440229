import { useRef, useState } from 'react';
import type { Answers } from '#forms/answers.ts';
import { ElsewhereNote } from '#forms/elsewhere-note.tsx';
import type { Draft } from '#outbox/drafts.ts';
import { useDraft } from '#outbox/hooks.ts';
import { KeptNote } from '#ui/kept-note.tsx';
import { LoadingState } from '#ui/states.tsx';
import { focusTitle } from '#ui/title-focus.ts';
import { TicketFields, type TicketFieldsProps } from './ticket-fields.tsx';
import { answersFrom, emptyTicket, isSameTicket, type TicketAnswers } from './ticket-form.ts';

export type NewTicketProps = Pick<TicketFieldsProps, 'known' | 'onSent' | 'correcting'> & {
  draftId: string;
  /** What it starts with; the text alone is not enough to be sent. */
  prefilled?: TicketAnswers;
};

/** The form with what was kept of it on this device (F12, F27): every change is stored as it is typed. */
export function NewTicket({ draftId, known, onSent, correcting, prefilled = emptyTicket }: NewTicketProps) {
  const { draft, save, discard, unkept, elsewhere, goOn, readAgain } = useDraft(draftId);
  const [dropped, setDropped] = useState<Draft | null>(null);
  const latest = useRef<Answers | null>(null);
  if (draft === undefined) return <LoadingState text="Preparando tu consulta..." />;
  const start = correcting ? answersFrom(correcting.item.fields) : prefilled;
  // What was typed and taken back again is nothing to come back to.
  const found = draft === null || draft === dropped ? start : answersFrom(draft.form);
  const kept = !isSameTicket(found, start);
  const startAgain = () => {
    void discard();
    setDropped(draft);
    // The button goes with what it threw away.
    focusTitle(document.querySelector('h1'));
  };

  const keep = (answers: Answers) => {
    latest.current = answers;
    // The lists ask before a ticket that was corrected is sent as it was.
    save({ ...answers, corrected: !isSameTicket(answersFrom(answers), start) });
  };
  const goOnHere = () => {
    goOn();
    keep(latest.current ?? { ...found });
  };

  return (
    <>
      <ElsewhereNote
        what={elsewhere}
        subject="Esta consulta"
        ended="se envió o se descartó"
        onGoOn={goOnHere}
        onReadAgain={() => {
          latest.current = null;
          readAgain();
        }}
      />
      {kept && (
        <KeptNote choices={[{ text: 'Empezar de nuevo', onPress: startAgain }]}>
          <b>Recuperamos lo que escribiste.</b>
        </KeptNote>
      )}
      <TicketFields
        key={`${draft?.at} ${draft === dropped}`}
        answers={found}
        draftId={draftId}
        known={known}
        onAnswers={keep}
        notAlone={prefilled.descripcion}
        unkept={unkept}
        onSent={onSent}
        {...(correcting && { correcting })}
      />
    </>
  );
}
