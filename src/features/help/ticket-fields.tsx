import { useMemo, useState } from 'react';
import type { Policy } from '#contract/policies.ts';
import type { TicketType } from '#contract/tickets.ts';
import { ChoiceField, SelectField } from '#forms/choice-fields.tsx';
import type { Refusal } from '#forms/refusal.ts';
import { RefusedWords } from '#forms/refused-words.tsx';
import { StepForm } from '#forms/step-form.tsx';
import { TextAreaField } from '#forms/text-fields.tsx';
import type { EditableItem } from '#outbox/withdraw.ts';
import type { Correcting } from '#requests/correct-request.tsx';
import { reasonsThatHold, refusalIn } from '#requests/queue-words.ts';
import type { FormDraft } from '#requests/use-form-draft.ts';
import type { FilledIn } from '#requests/use-hand-in.ts';
import { timeZoneHere } from '#rules/dates.ts';
import { Banner } from '#ui/states/banner.tsx';
import { LiveRegion } from '#ui/states/live-region.tsx';
import { OfflineWarning } from '#ui/states/offline-warning.tsx';
import { KnownFirst } from './known-first.tsx';
import {
  goneChoices,
  MAX_TICKET_CHARS,
  policyOptions,
  type TicketAnswers,
  ticketLabel,
  ticketSchema,
  typeOptions,
} from './ticket-form.ts';

export interface TicketFieldsProps extends Pick<FormDraft<TicketAnswers>, 'ofStep'> {
  /** Those that the form begins with. */
  answers: TicketAnswers;
  lists: { policies: readonly Policy[]; types: readonly TicketType[] };
  onSend: (ticket: FilledIn) => Promise<Refusal | undefined>;
  /** The queued ticket that is being corrected, with the server's reasons. */
  correcting?: Correcting | undefined;
  /** The text that the app filled in. It asks nothing by itself, so it cannot be sent alone. */
  prefilledText?: string;
}

/** So many subjects are seen at once; more would push the text out of sight. */
const MAX_PILLS = 9;

/** H2.79: policy, subject and text. A sent ticket stays in the queue until the server has signed for it. */
export function TicketFields(props: TicketFieldsProps) {
  const { answers, lists, ofStep, correcting } = props;
  const label = correcting?.item.label;
  const policies = policyOptions(lists.policies);
  const types = typeOptions(lists.types);
  const gone = goneChoices(answers, policies, types);

  const schema = useMemo(() => ticketSchema(props.prefilledText), [props.prefilledText]);
  const refused = otherReasons(correcting?.item.problem);
  const [reasons] = useState(() => {
    const sent = correcting?.item.fields;
    const now: Readonly<Record<string, string>> = answers;
    return reasonsThatHold(correcting?.item.problem?.fields ?? {}, (name) => now[name] === sent?.[name]);
  });

  const send = (given: TicketAnswers) =>
    props.onSend({
      fields: { ...given, zonaHoraria: timeZoneHere() },
      label: { ...label, ...ticketLabel(given, lists.policies, types) },
    });

  return (
    <StepForm
      answers={{ ...answers, ...(gone.poliza && { poliza: '' }), ...(gone.idTipoTicket && { idTipoTicket: '' }) }}
      schema={schema}
      {...ofStep}
      onContinue={send}
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
      {types.length > MAX_PILLS ? (
        <SelectField name="idTipoTicket" label="Tema" options={types} />
      ) : (
        <ChoiceField name="idTipoTicket" label="Tema" choices={types} layout="pills" />
      )}
      <KnownFirst {...lists} />
      <TextAreaField
        name="descripcion"
        label="Cuéntanos un poco más"
        calledAs="Tu consulta"
        rows={6}
        most={MAX_TICKET_CHARS}
      />
      <RefusedWords texts={reasons} fields={fieldNames} />
    </StepForm>
  );
}

const Gone = ({ children }: { children: string }) => (
  <Banner tone="warn" icon="alert">
    {children}
  </Banner>
);

const fieldNames = ['poliza', 'idTipoTicket', 'descripcion'];

/** The server's reasons that belong to none of the three fields. */
function otherReasons(problem: EditableItem['problem'] | undefined): string {
  const others = Object.entries(problem?.fields ?? {}).flatMap(([name, text]) =>
    fieldNames.includes(name) ? [] : [text],
  );
  return [refusalIn(problem ?? null)?.text, ...others].filter(Boolean).join('. ');
}
