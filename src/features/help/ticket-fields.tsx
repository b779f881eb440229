import { useMemo } from 'react';
import type { Policy } from '#contract/policies.ts';
import type { TicketType } from '#contract/tickets.ts';
import type { Answers } from '#forms/answers.ts';
import { SelectField } from '#forms/choice-fields.tsx';
import { RefusedWords } from '#forms/refused-words.tsx';
import { type Refusal, StepForm } from '#forms/step-form.tsx';
import { TextAreaField } from '#forms/text-fields.tsx';
import type { Unkept } from '#forms/unkept-note.tsx';
import { useOutbox } from '#outbox/hooks.ts';
import type { EditableItem } from '#outbox/withdraw.ts';
import type { Correcting } from '#requests/correct-request.tsx';
import { refusalIn } from '#requests/queue-words.ts';
import { ticket } from '#requests/ticket.ts';
import { unqueuedText } from '#requests/unqueued.ts';
import { timeZoneHere } from '#rules/dates.ts';
import { useSession } from '#session/hooks.ts';
import { Banner } from '#ui/banner.tsx';
import { useStillHere } from '#ui/still-here.ts';
import { useOnline } from '#ui/use-online.ts';
import {
  MAX_TICKET_CHARS,
  policyOptions,
  type TicketAnswers,
  ticketLabel,
  ticketSchema,
  typeOptions,
  withChosen,
} from './ticket-form.ts';

export interface TicketFieldsProps {
  answers: TicketAnswers;
  draftId: string;
  known: { policies: readonly Policy[]; types: readonly TicketType[] };
  onAnswers: (answers: Answers) => void;
  unkept: Unkept | null;
  onSent: (key: string) => void;
  /** The queued ticket that is being corrected, with the server's words. */
  correcting?: Correcting;
  /** A text that was put there for the customer, and asks nothing by itself. */
  notAlone?: string;
}

/** H2.79: policy, subject and a text; handed in, it lies in the queue to stay until the server has it. */
export function TicketFields(props: TicketFieldsProps) {
  const { answers, draftId, known, onAnswers, unkept, onSent, correcting } = props;
  const outbox = useOutbox();
  const session = useSession();
  const online = useOnline();
  const stillHere = useStillHere();
  const label = correcting?.item.label;
  const policies = withChosen(policyOptions(known.policies), answers.poliza, label?.numeroPoliza);
  const types = withChosen(typeOptions(known.types), answers.idTipoTicket, label?.tipo);

  const schema = useMemo(() => ticketSchema(props.notAlone), [props.notAlone]);
  const refused = otherWords(correcting?.item.problem);

  const handIn = async (given: TicketAnswers): Promise<Refusal | undefined> => {
    const who = await session.customer();
    if (!who) return { text: unqueuedText(ticket, 'signed-out') };
    const queued = await outbox.enqueue(
      'ticket.create',
      { ...given, idUsuario: who.idUsuario, zonaHoraria: timeZoneHere() },
      {},
      {
        draftId,
        label: { ...label, ...ticketLabel(given, known.policies, types) },
        ...(correcting && { replaces: correcting.key }),
      },
    );
    if (queued.ok) {
      // Who has gone elsewhere meanwhile stays there: the ticket stands in the queue.
      if (stillHere()) onSent(queued.value.key);
      return undefined;
    }
    if (queued.code === 'invalid') return { fields: queued.fields };
    // A ticket has no files that could be empty.
    return { text: queued.code === 'empty-file' ? ticket.toasts.refused : unqueuedText(ticket, queued.code) };
  };

  return (
    <StepForm
      answers={{ ...answers }}
      schema={schema}
      onAnswers={onAnswers}
      unkept={unkept}
      onContinue={handIn}
      continueLabel="Enviar mi solicitud"
      accent
    >
      {!online && (
        <Banner tone="waiting" icon="offline">
          Estás sin conexión. Puedes escribirla ahora: se enviará cuando vuelva.
        </Banner>
      )}
      {refused && (
        <Banner tone="alert" icon="alert">
          {refused}
        </Banner>
      )}
      <SelectField name="poliza" label="Póliza" options={policies} />
      <SelectField name="idTipoTicket" label="Tema" options={types} />
      <TextAreaField
        name="descripcion"
        label="Cuéntanos un poco más"
        calledAs="Tu consulta"
        rows={6}
        maxLength={MAX_TICKET_CHARS}
      />
      <RefusedWords words={correcting?.item.problem?.fields ?? nothing} fields={asked} />
    </StepForm>
  );
}

const nothing = {};
const asked = ['poliza', 'idTipoTicket', 'descripcion'];

/** What was refused for another reason than one of the three fields. */
function otherWords(problem: EditableItem['problem'] | undefined): string {
  const others = Object.entries(problem?.fields ?? {}).flatMap(([name, text]) => (asked.includes(name) ? [] : [text]));
  return [refusalIn(problem ?? null)?.text, ...others].filter(Boolean).join('. ');
}
