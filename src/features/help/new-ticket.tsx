import { useState } from 'react';
import { ElsewhereNote } from '#requests/elsewhere-note.tsx';
import { StartAgain } from '#requests/start-again.tsx';
import { ticket } from '#requests/ticket.ts';
import { useFormDraft } from '#requests/use-form-draft.ts';
import { useHandIn } from '#requests/use-hand-in.ts';
import { focusTitle } from '#ui/hooks/title-focus.ts';
import { LoadingState } from '#ui/states/states.tsx';
import { TicketFields, type TicketFieldsProps } from './ticket-fields.tsx';
import { answersFrom, emptyTicket, isSameTicket, type TicketAnswers, ticketShapeOf } from './ticket-form.ts';

export type NewTicketProps = Pick<TicketFieldsProps, 'lists' | 'correcting'> & {
  draftId: string;
  onSent: (key: string) => void;
  /** The policy of the refund that it is about. */
  caso?: string;
  /** Answers to start with. The prefilled text alone cannot be sent. */
  prefilled?: TicketAnswers;
};

/** The ticket's form with its draft. */
export function NewTicket({ correcting, prefilled = emptyTicket, draftId, caso, onSent, lists }: NewTicketProps) {
  const [start] = useState(() => (correcting ? answersFrom(correcting.item.fields) : prefilled));
  const draft = useFormDraft(draftId, ticketShapeOf(caso), start, start);
  const handIn = useHandIn(ticket, { draftId, correcting, onSent });
  const { began, round } = draft;
  if (began === undefined) return <LoadingState text="Preparando tu consulta..." />;
  const startAgain = () => {
    void draft.discard();
    // The pressed button disappears with the draft, so the focus moves to the title.
    focusTitle(document.querySelector('h1'));
  };
  return (
    <>
      <ElsewhereNote kind={ticket} draft={draft} />
      {/* A draft that equals the starting answers is not worth mentioning. */}
      {!isSameTicket(began, start) && (
        <StartAgain
          key={round}
          erased={(device) => `Se borrará de ${device} lo que escribiste aquí y aún no enviaste.`}
          onAgain={startAgain}
        >
          <b>Recuperamos lo que escribiste.</b>
        </StartAgain>
      )}
      <TicketFields
        key={round}
        {...{ lists, correcting, ofStep: draft.ofStep }}
        answers={began}
        onSend={handIn}
        prefilledText={prefilled.descripcion}
      />
    </>
  );
}
