import { expect, test } from 'vitest';
import { holdsRefund, holdsTicket, ofStatus } from '#rules/case-filter.ts';
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
const found = (typed: string) => holdsRefund(refund, typed, 'es-CR', named);

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
    // As any language writes it, alone or among other words.
    '1.086,40',
    '1,086.4',
    'US$1.086,40',
    'U$S 1.086,40',
    '1.086',
    'farmacia 1,086.40',
    // As the card says it.
    'Caso R-2026-000008',
    'aprobado',
  ]) {
    expect(found(typed), typed).toBe(true);
  }
  for (const typed of ['bíblica hospitalario', 'gripe', '2025', '1.086,41', 'negado'])
    expect(found(typed), typed).toBe(false);
});

test('[H2.38] a refund without the day of its diagnosis is found by the day that its card says', () => {
  const undated = { ...refund, fechaDiagnostico: null, created: '2026-10-01T12:00:00Z' };
  const hits = ['1 oct', '13 nov'].map((typed) => holdsRefund(undated, typed, 'es-CR', named));
  expect(hits).toEqual([true, false]);
});

test('[H4.5] cases are told apart by the status shown, an unknown one as one under way', () => {
  const shown = [7, 99, 2, 1, 5, 6].map((idEstado) => ofStatus.of({ idEstado }));
  expect(shown).toEqual(['Negado', 'En trámite', 'En trámite', 'Nuevo', 'Aprobado', 'Aprobado']);
  expect(ofStatus.order).toEqual(['Nuevo', 'En trámite', 'Aprobado', 'Negado']);
});

test('[H2.77] a ticket is found by its subject, its date and its text', () => {
  const ticket = {
    idEstado: 1,
    nombre: 'Pagos y facturas',
    notas: '¿En cuotas?',
    CaseNumber: 'C-7',
    fechaSolicitud: '2026-01-02',
  };
  expect(holdsTicket(ticket, 'cuotas pagos')).toBe(true);
  expect(holdsTicket(ticket, '2 ene')).toBe(true);
  expect(holdsTicket(ticket, 'caso c-7 nuevo')).toBe(true);
  expect(holdsTicket(ticket, 'aprobado')).toBe(false);
  expect(holdsTicket(ticket, 'meses')).toBe(false);
});
