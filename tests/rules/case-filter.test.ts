import { expect, test } from 'vitest';
import { matchesRefund, matchesTicket, patientsOf, statusesOf } from '#rules/case-filter.ts';
import { patientNames } from '#rules/people.ts';

const refund = {
  idEstado: 5,
  paciente: 'ROJAS MORA, MARIA',
  CaseNumber: 'R-2026-000008',
  tipoGasto: 'Farmacia',
  tipoReembolso: 'ambulatorio',
  diagnostico: 'Faringitis',
  hospital: 'Clínica Bíblica',
  importe: 1086.4,
  divisa: 'USD',
  fechaDiagnostico: '2026-11-13',
};
const named = patientNames([]);
const all = { status: '', patient: '', typed: '' };
const found = (typed: string) => matchesRefund(refund, { ...all, typed }, 'es-CR', named);

test('[H2.38] a refund matches when every typed word occurs in its texts on screen', () => {
  for (const typed of [
    '',
    ' ',
    'biblica',
    'BÍBLICA farm',
    '000008',
    '1086.4',
    '086,40',
    'maría rojas',
    '13 nov',
    'nov 2026',
    'ambulatorio',
  ]) {
    expect(found(typed), typed).toBe(true);
  }
  for (const typed of ['bíblica hospitalario', 'gripe', '2025']) expect(found(typed), typed).toBe(false);
});

test('[H4.5] refunds are filtered by the status shown, and by patient', () => {
  expect(matchesRefund(refund, { ...all, status: 'Aprobado' }, 'es-CR', named)).toBe(true);
  expect(matchesRefund({ ...refund, idEstado: 6 }, { ...all, status: 'Aprobado' }, 'es-CR', named)).toBe(true);
  expect(matchesRefund(refund, { ...all, status: 'Negado' }, 'es-CR', named)).toBe(false);
  expect(matchesRefund(refund, { ...all, patient: 'Maria Rojas Mora' }, 'es-CR', named)).toBe(true);
  expect(matchesRefund(refund, { ...all, patient: 'José' }, 'es-CR', named)).toBe(false);
  expect(statusesOf([{ idEstado: 7 }, { idEstado: 99 }, { idEstado: 2 }, { idEstado: 1 }])).toEqual([
    'Nuevo',
    'En trámite',
    'Negado',
  ]);
  expect(patientsOf([refund, { paciente: 'Ana' }, { paciente: 'MARIA ROJAS MORA' }, { paciente: '' }], named)).toEqual([
    'Ana',
    'Maria Rojas Mora',
  ]);
});

test('[H2.77] a ticket is found by its subject, its date and its text, and filtered by status', () => {
  const ticket = {
    idEstado: 1,
    nombre: 'Pagos y facturas',
    notas: '¿En cuotas?',
    CaseNumber: 'C-7',
    fechaSolicitud: '2026-01-02',
  };
  expect(matchesTicket(ticket, { ...all, typed: 'cuotas pagos' })).toBe(true);
  expect(matchesTicket(ticket, { ...all, typed: '2 ene' })).toBe(true);
  expect(matchesTicket(ticket, { ...all, status: 'Aprobado' })).toBe(false);
});
