import { useRef, useState } from 'react';
import type { Answers } from '#forms/answers.ts';
import { ElsewhereNote } from '#forms/elsewhere-note.tsx';
import type { Draft } from '#outbox/drafts.ts';
import { useDraft } from '#outbox/hooks.ts';
import { focusTitle } from '#ui/hooks/title-focus.ts';
import { KeptNote } from '#ui/states/kept-note.tsx';
import { LoadingState } from '#ui/states/states.tsx';
import { TicketFields, type TicketFieldsProps } from './ticket-fields.tsx';
import { answersFrom, emptyTicket, isSameTicket, type TicketAnswers } from './ticket-form.ts';

export type NewTicketProps = Pick<TicketFieldsProps, 'lists' | 'onSent' | 'correcting'> & {
  draftId: string;
  /** Answers to start with. The prefilled text alone cannot be sent. */
  prefilled?: TicketAnswers;
};

/** The ticket's form with its draft (F12, F27). Every change is stored as it is typed. */
export function NewTicket({ draftId, lists, onSent, correcting, prefilled = emptyTicket }: NewTicketProps) {
  const { draft, save, discard, unkept, elsewhere, goOn, readAgain } = useDraft(draftId);
  const [dropped, setDropped] = useState<Draft | null>(null);
  const latest = useRef<Answers | null>(null);
  if (draft === undefined) return <LoadingState text="Preparando tu consulta..." />;
  const start = correcting ? answersFrom(correcting.item.fields) : prefilled;
  // A draft that equals the starting answers is not worth mentioning.
  const found = draft === null || draft === dropped ? start : answersFrom(draft.form);
  const kept = !isSameTicket(found, start);
  const startAgain = () => {
    void discard();
    setDropped(draft);
    // The pressed button disappears with the draft, so the focus moves to the title.
    focusTitle(document.querySelector('h1'));
  };

  const keep = (answers: Answers) => {
    latest.current = answers;
    // `corrected` makes the lists ask before they send the queued ticket without its corrections.
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
        lists={lists}
        onAnswers={keep}
        prefilledText={prefilled.descripcion}
        unkept={unkept}
        onSent={onSent}
        {...(correcting && { correcting })}
      />
    </>
  );
}
