import * as v from 'valibot';
import type { Policy } from '#contract/policies.ts';
import type { TicketType } from '#contract/tickets.ts';
import { textAnswer } from '#forms/schemas.ts';
import type { FormShape } from '#requests/use-form-draft.ts';
import { policyTitle } from '#rules/policies.ts';
import type { Option } from '#rules/wizard-country.ts';

/** The contract's limit for a field. */
export const MAX_TICKET_CHARS = 4000;

/**
 * H5.8: none of the three may be empty.
 *
 * @param prefilledText the text that the app filled in; it cannot be sent alone
 */
export const ticketSchema = (prefilledText = '') =>
  v.object({
    poliza: textAnswer('Elige una póliza'),
    idTipoTicket: textAnswer('Elige un tema'),
    descripcion: v.pipe(
      textAnswer('Cuéntanos qué necesitas'),
      v.maxLength(MAX_TICKET_CHARS),
      v.check((text) => prefilledText === '' || text.trim() !== prefilledText.trim(), 'Escribe tu pregunta'),
    ),
  });
export type TicketAnswers = v.InferOutput<ReturnType<typeof ticketSchema>>;

export const emptyTicket: TicketAnswers = { poliza: '', idTipoTicket: '', descripcion: '' };

const text = v.fallback(v.string(), '');
const draftForm = v.fallback(v.object({ poliza: text, idTipoTicket: text, descripcion: text }), emptyTicket);

/** Reads answers from a stored draft or from a queued ticket's fields. Anything else gives an empty form. */
export const answersFrom = (stored: unknown): TicketAnswers => v.parse(draftForm, stored);

export const isSameTicket = (one: TicketAnswers, other: TicketAnswers): boolean =>
  one.poliza === other.poliza && one.idTipoTicket === other.idTipoTicket && one.descripcion === other.descripcion;

/** How it lies in its draft. A ticket has no files. */
export const ticketShape: FormShape<TicketAnswers> = {
  read: ({ form }) => answersFrom(form),
  stored: (answers) => answers,
  files: () => ({}),
  withAnswers: (before, answers) => answersFrom({ ...before, ...answers }),
  isSame: isSameTicket,
};

/** The same of a question about a case: its policy stays noted, whichever one the customer chooses. */
export const ticketShapeOf = (caso: string | undefined): FormShape<TicketAnswers> =>
  caso === undefined ? ticketShape : { ...ticketShape, stored: (answers) => ({ ...answers, caso }) };

/** 'Salud Integral Plus · CR-SAL-0098114'. */
export function policyOptions(policies: readonly Policy[]): Option[] {
  return policies.map((policy) => ({ value: policy.Policy, label: policyTitle(policy) }));
}

export const typeOptions = (types: readonly TicketType[]): Option[] =>
  types.map(({ id, nombre }) => ({ value: id, label: nombre }));

/** Which of these choices their lists no longer offer. */
export function goneChoices(
  { poliza, idTipoTicket }: TicketAnswers,
  policies: readonly Option[],
  types: readonly Option[],
): { poliza: boolean; idTipoTicket: boolean } {
  const isGone = (value: string, options: readonly Option[]) =>
    value !== '' && options.every((option) => option.value !== value);
  return { poliza: isGone(poliza, policies), idTipoTicket: isGone(idTipoTicket, types) };
}

/** The texts that lists and the receipt show for a ticket. */
export function ticketLabel(
  { poliza, idTipoTicket }: TicketAnswers,
  policies: readonly Policy[],
  types: readonly Option[],
): Record<string, string> {
  const tipo = types.find(({ value }) => value === idTipoTicket)?.label;
  const numeroPoliza = policies.find(({ Policy }) => Policy === poliza)?.PolicyNumber;
  return { ...(tipo && { tipo }), ...(numeroPoliza && { numeroPoliza }) };
}

/** Whether a subject is refunds, or beneficiaries, by its name: the insurer gives its subjects any ids. */
export const isAboutRefunds = ({ nombre }: TicketType): boolean => /reembols/i.test(nombre);
export const isAboutBeneficiaries = ({ nombre }: TicketType): boolean => /beneficiari/i.test(nombre);
