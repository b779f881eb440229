import type { Refund } from '#contract/refunds.ts';
import { longDate } from '#rules/dates.ts';
import { moneyWithCode } from '#rules/money.ts';
import { readableName } from '#rules/people.ts';
import { refundTypeLabel } from '#rules/refund-form.ts';
import type { Fact } from './facts.tsx';

type Shown = Omit<Refund, 'id' | 'idEstado' | 'estado' | 'created' | 'documentos'>;

/** H2.47: the detail's facts of a refund, in three cards and a fourth for an accident. */
export function refundFacts(refund: Shown, locale: string): { title: string; facts: Fact[] }[] {
  return [
    {
      title: 'Información del reembolso',
      facts: [
        { term: 'Número de caso', text: refund.CaseNumber },
        { term: 'Paciente', text: readableName(refund.paciente) },
        { term: 'Tipo de reembolso', text: refundTypeLabel(refund.tipoReembolso) },
        { term: 'Tipo de gasto', text: refund.tipoGasto },
        { term: 'Importe', text: moneyWithCode(refund.importe, refund.divisa, locale) },
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
export function queuedRefund(fields: Record<string, string>): Shown {
  const text = (name: string) => fields[name] ?? '';
  const date = (name: string) => fields[name] || null;
  return {
    CaseNumber: '',
    paciente: text('paciente'),
    tipoReembolso: text('tipoReembolso'),
    tipoGasto: text('tipoGasto'),
    importe: fields.importe ? Number(fields.importe) : null,
    divisa: text('divisa'),
    diagnostico: text('diagnostico'),
    fechaInicioSintomas: date('fechaInicioSintomas'),
    fechaDiagnostico: date('fechaDiagnostico'),
    fechaServicio: date('fechaServicio'),
    fechaIngreso: date('fechaIngreso'),
    fechaAlta: date('fechaAlta'),
    medico: text('medico'),
    hospital: text('hospital'),
    ciudad: text('ciudad'),
    pais: text('pais'),
    tipoAccidente: text('tipoAccidente'),
    fechaAccidente: date('fechaAccidente'),
    lugarAccidente: text('lugarAccidente'),
    detallesAccidente: text('detallesAccidente'),
  };
}
