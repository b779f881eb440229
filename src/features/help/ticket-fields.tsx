import { useMemo } from 'react';
import type { Policy } from '#contract/policies.ts';
import type { TicketType } from '#contract/tickets.ts';
import type { Answers } from '#forms/answers.ts';
import { SelectField } from '#forms/choice-fields.tsx';
import type { Refusal } from '#forms/refusal.ts';
import { RefusedWords } from '#forms/refused-words.tsx';
import { StepForm } from '#forms/step-form.tsx';
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
import { useStillHere } from '#ui/hooks/still-here.ts';
import { Banner } from '#ui/states/banner.tsx';
import { LiveRegion } from '#ui/states/live-region.tsx';
import { OfflineWarning } from '#ui/states/offline-warning.tsx';
import {
  goneIn,
  MAX_TICKET_CHARS,
  policyOptions,
  type TicketAnswers,
  ticketLabel,
  ticketSchema,
  typeOptions,
} from './ticket-form.ts';

export interface TicketFieldsProps {
  answers: TicketAnswers;
  draftId: string;
  lists: { policies: readonly Policy[]; types: readonly TicketType[] };
  onAnswers: (answers: Answers) => void;
  unkept: Unkept | null;
  onSent: (key: string) => void;
  /** The queued ticket that is being corrected, with the server's reasons. */
  correcting?: Correcting;
  /** The text that the app filled in. It asks nothing by itself, so it cannot be sent alone. */
  prefilledText?: string;
}

/** H2.79: policy, subject and text. A sent ticket stays in the queue until the server has signed for it. */
export function TicketFields(props: TicketFieldsProps) {
  const { answers, draftId, lists, onAnswers, unkept, onSent, correcting } = props;
  const outbox = useOutbox();
  const session = useSession();
  const stillHere = useStillHere();
  const label = correcting?.item.label;
  const policies = policyOptions(lists.policies);
  const types = typeOptions(lists.types);
  const gone = goneIn(answers, policies, types);

  const schema = useMemo(() => ticketSchema(props.prefilledText), [props.prefilledText]);
  const refused = otherReasons(correcting?.item.problem);

  const handIn = async (given: TicketAnswers): Promise<Refusal | undefined> => {
    const who = await session.customer();
    if (!who) return { text: unqueuedText(ticket, 'signed-out') };
    const queued = await outbox.enqueue(
      'ticket.create',
      { ...given, idUsuario: who.idUsuario, zonaHoraria: timeZoneHere() },
      {},
      {
        draftId,
        label: { ...label, ...ticketLabel(given, lists.policies, types) },
        ...(correcting && { replaces: correcting.key }),
      },
    );
    if (queued.ok) {
      // A customer who has left this screen is not brought back: the ticket is in the queue.
      if (stillHere()) onSent(queued.value.key);
      return undefined;
    }
    if (queued.code === 'invalid') return { fields: queued.fields };
    // A ticket has no files, so 'empty-file' cannot happen.
    return { text: queued.code === 'empty-file' ? ticket.toasts.refused : unqueuedText(ticket, queued.code) };
  };

  return (
    <StepForm
      answers={{ ...answers, ...(gone.poliza && { poliza: '' }), ...(gone.idTipoTicket && { idTipoTicket: '' }) }}
      schema={schema}
      onAnswers={onAnswers}
      unkept={unkept}
      onContinue={handIn}
      continueLabel="Enviar mi solicitud"
      accent
    >
      <OfflineWarning>Estás sin conexión. Puedes escribirla ahora: se enviará cuando vuelva.</OfflineWarning>
      {refused && (
        <Banner tone="bad" icon="alert">
          {refused}
        </Banner>
      )}
      <LiveRegion>
        {gone.poliza && <Gone>La póliza que habías elegido ya no está entre las tuyas. Elige otra.</Gone>}
      </LiveRegion>
      <SelectField name="poliza" label="Póliza" options={policies} />
      <LiveRegion>
        {gone.idTipoTicket && <Gone>El tema que habías elegido ya no se ofrece. Elige otro.</Gone>}
      </LiveRegion>
      <SelectField name="idTipoTicket" label="Tema" options={types} />
      <TextAreaField
        name="descripcion"
        label="Cuéntanos un poco más"
        calledAs="Tu consulta"
        rows={6}
        maxLength={MAX_TICKET_CHARS}
      />
      <RefusedWords texts={correcting?.item.problem?.fields ?? nothing} fields={fieldNames} />
    </StepForm>
  );
}

const Gone = ({ children }: { children: string }) => (
  <Banner tone="warn" icon="alert">
    {children}
  </Banner>
);

const nothing = {};
const fieldNames = ['poliza', 'idTipoTicket', 'descripcion'];

/** The server's reasons that belong to none of the three fields. */
function otherReasons(problem: EditableItem['problem'] | undefined): string {
  const others = Object.entries(problem?.fields ?? {}).flatMap(([name, text]) =>
    fieldNames.includes(name) ? [] : [text],
  );
  return [refusalIn(problem ?? null)?.text, ...others].filter(Boolean).join('. ');
}
