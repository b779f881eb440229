import * as v from 'valibot';
import { refund } from '#contract/refunds.ts';
import { longDate } from '#rules/dates.ts';
import { namedMoney } from '#rules/money.ts';
import { refundTypeLabel } from '#rules/refund-form.ts';
import type { Fact } from './facts.tsx';

/** What there is of a refund before the insurer has it. */
const shown = v.omit(refund, ['id', 'idEstado', 'estado', 'created', 'documentos']);
type Shown = v.InferOutput<typeof shown>;

/**
 * H2.47: the detail's facts of a refund, in three cards and a fourth for an accident.
 *
 * @param patient as it is told apart from the others of its policy
 */
export function refundFacts(refund: Shown, patient: string, locale: string): { title: string; facts: Fact[] }[] {
  return [
    {
      title: 'Información del reembolso',
      facts: [
        { term: 'Número de caso', text: refund.CaseNumber },
        { term: 'Paciente', text: patient },
        { term: 'Tipo de reembolso', text: refundTypeLabel(refund.tipoReembolso) },
        { term: 'Tipo de gasto', text: refund.tipoGasto },
        { term: 'Importe', text: namedMoney(refund.importe, refund.divisa, locale) },
        { term: 'Nota de Amparo', text: refund.notas ?? '', prose: true },
      ],
    },
    {
      title: 'Información médica',
      facts: [
        { term: 'Diagnóstico', text: refund.diagnostico },
        { term: 'Inicio de los síntomas', text: longDate(refund.fechaInicioSintomas) },
        { term: 'Fecha del diagnóstico', text: longDate(refund.fechaDiagnostico) },
        { term: 'Fecha del servicio', text: longDate(refund.fechaServicio) },
        { term: 'Fecha de ingreso', text: longDate(refund.fechaIngreso) },
        { term: 'Fecha de alta', text: longDate(refund.fechaAlta) },
      ],
    },
    {
      title: 'El accidente',
      facts: [
        { term: 'Tipo de accidente', text: refund.tipoAccidente },
        { term: 'Fecha del accidente', text: longDate(refund.fechaAccidente) },
        { term: 'Lugar', text: refund.lugarAccidente },
        { term: 'Detalles', text: refund.detallesAccidente, prose: true },
      ],
    },
    {
      title: 'Médico tratante',
      facts: [
        { term: 'Nombre', text: refund.medico },
        { term: 'Hospital o centro médico', text: refund.hospital },
        { term: 'Ciudad', text: refund.ciudad },
        { term: 'País', text: refund.pais },
      ],
    },
  ];
}

/** A queued refund's fields as the refund they will become. */
export const queuedRefund = (fields: Record<string, string>): Shown => v.parse(shown, fields);
