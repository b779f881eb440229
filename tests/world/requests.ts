import type { CommandName } from '#contract/requests.ts';
import { pdf, refundFields, refundFilesOf, ticketFields } from '#tests/outbox/props.ts';
import type { Person } from './told.ts';

interface Filled {
  fields: Record<string, string>;
  files: Record<string, ReturnType<typeof pdf>>;
}

/** What a customer hands in, by its kind. The text is found again at the insurer. A kind without a line does not compile. */
export const filled: { [K in CommandName]: (of: Person, text: string) => Filled } = {
  'ticket.create': ({ id, policyId }, text) => ({
    fields: ticketFields({ idUsuario: id, policyId }, text),
    files: {},
  }),
  'refund.create': ({ id, policyId, patient }, text) => ({
    fields: { ...refundFields({ idUsuario: id, policyId }, text), paciente: patient },
    files: refundFilesOf(text),
  }),
  'refund.addDocument': ({ id }, text) => ({ fields: { idUsuario: id }, files: { documento: pdf(text) } }),
};

/** The field of a queued request that holds its text; a document's is its file's name. */
export const textIn: { [K in CommandName]: string | null } = {
  'ticket.create': 'descripcion',
  'refund.create': 'diagnostico',
  'refund.addDocument': null,
};
