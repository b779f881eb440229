import type { CommandName } from '#contract/requests.ts';
import { pdf } from '#tests/outbox/props.ts';
import type { Person } from './told.ts';

interface Filled {
  fields: Record<string, string>;
  files: Record<string, ReturnType<typeof pdf>>;
}

/** What a customer hands in, by its kind. The text is found again at the insurer. A kind without a line does not compile. */
export const filled: { [K in CommandName]: (of: Person, text: string) => Filled } = {
  'ticket.create': ({ id, policyId }, text) => ({
    fields: { idUsuario: id, idTipoTicket: '1', descripcion: text, poliza: policyId },
    files: {},
  }),
  'refund.create': ({ id, policyId, patient }, text) => ({
    fields: {
      ...{ idUsuario: id, poliza: policyId, tipoReembolso: 'ambulatorio', paciente: patient },
      ...{ diagnostico: text, fechaInicioSintomas: '2026-03-01', fechaDiagnostico: '2026-03-02' },
      ...{ fechaServicio: '2026-03-02', pais: 'Costa Rica', ciudad: 'San José', hospital: 'Clínica Norte' },
      ...{ medico: 'Dra. Mora', tipoGasto: 'Farmacia', importe: '86.40', divisa: 'USD' },
    },
    files: { documentoHistoriaClinica: pdf(`historia ${text}`), documentoFactura: pdf(`factura ${text}`) },
  }),
  'refund.addDocument': ({ id }, text) => ({ fields: { idUsuario: id }, files: { documento: pdf(text) } }),
};

/** The field of a queued request that holds its text; a document's is its file's name. */
export const textIn: { [K in CommandName]: string | null } = {
  'ticket.create': 'descripcion',
  'refund.create': 'diagnostico',
  'refund.addDocument': null,
};
