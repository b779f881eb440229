import { describe, expect, test } from 'vitest';
import { type RefundType, refundTypes } from '#contract/refunds.ts';
import type { Pronoun } from '#rules/people.ts';
import { NO_REPORT, refundFields } from '#rules/refund-form.ts';
import { askedOf } from '#rules/refund-request.ts';
import { refundReview, reviewedFiles } from '#rules/refund-review.ts';
import { stopsAhead } from '#rules/refund-timeline.ts';

const texts = {
  paciente: 'SOLIS ROJAS, MATIAS',
  role: 'Dependiente',
  diagnostico: 'Faringitis aguda',
  fechaInicioSintomas: '2026-11-08',
  fechaDiagnostico: '2026-11-10',
  fechaServicio: '2026-11-10',
  fechaIngreso: '2026-11-10',
  fechaAlta: '2026-11-12',
  tipoAccidente: 'Caída',
  fechaAccidente: '2026-11-08',
  lugarAccidente: 'Casa',
  detallesAccidente: 'Resbaló en la escalera',
  pais: 'Costa Rica',
  ciudad: 'Heredia',
  hospital: 'Clínica La Ceiba',
  medico: 'Dra. Elena Quirós',
  tipoGasto: 'Honorarios médicos',
  importe: '45000',
  divisa: 'CRC',
};

const review = (type: RefundType, over: Record<string, string> = {}, pronoun: Pronoun = null) =>
  refundReview(type, { ...texts, ...over }, { name: 'Matías Solís Rojas', pronoun }, 'es-CR').map(
    ({ label, lines }) => [label, ...lines],
  );

describe('[D73] the review of a refund', () => {
  test.each(refundTypes.flatMap((type) => ['', NO_REPORT].map((none) => [type, none] as const)))(
    'of %s (no report: %j) has every field that is sent in one place, and no other',
    (type, sinReportePolicial) => {
      const asked = { ...texts, sinReportePolicial };
      const questions = refundReview(type, asked, { name: '', pronoun: null }, 'es-CR').flatMap(({ names }) => names);
      expect([...questions, ...reviewedFiles(type, asked)].sort()).toEqual([...askedOf(type, asked)].sort());
    },
  );

  test('says the amount first, then who, when and where', () => {
    expect(review('ambulatorio')).toEqual([
      ['Honorarios médicos\u00a0· Ambulatorio', '₡45\u00a0000'],
      ['Paciente', 'Matías Solís Rojas', 'Faringitis aguda'],
      ['Cuándo atendieron a Matias', '10 de noviembre de 2026', 'Síntomas: 8 nov 2026\u00a0· Diagnóstico: 10 nov 2026'],
      ['Dónde', 'Clínica La Ceiba, Heredia', 'Dra. Elena Quirós\u00a0· Costa Rica'],
    ]);
  });

  test('says of a stay from when to when, and of an accident what happened and that there was no report', () => {
    expect(review('hospitalario')[2]?.[1]).toBe('Del 10 de noviembre de 2026 al 12 de noviembre de 2026');
    const accident = review('accidente', { sinReportePolicial: NO_REPORT });
    expect(accident[2]).toEqual(['Qué pasó', 'Caída', '8 de noviembre de 2026\u00a0· Casa', 'Resbaló en la escalera']);
    expect(accident.at(-1)).toEqual([refundFields.reportePolicial.label, 'No hubo reporte']);
  });

  test('[D77] asks the customer about themselves, and says of anybody else the pronoun, or the name where there is none', () => {
    expect(review('ambulatorio', { role: 'Titular' }, 'la')[2]?.[0]).toBe('Cuándo te atendieron');
    expect(review('ambulatorio', {}, 'la')[2]?.[0]).toBe('Cuándo la atendieron');
    expect(review('ambulatorio', {}, 'lo')[2]?.[0]).toBe('Cuándo lo atendieron');
    expect(review('ambulatorio', { paciente: '', role: '' })[2]?.[0]).toBe('Cuándo te atendieron');
  });

  test.each(['12,34,56', '1234.567', '1e3', 'doce'])(
    '[H4.4] shows %j, which is no amount, as it was typed',
    (importe) => {
      expect(review('ambulatorio', { importe })[0]).toEqual(['Honorarios médicos\u00a0· Ambulatorio', importe]);
    },
  );

  test('leaves a question without an answer in its place', () => {
    expect(review('ambulatorio', { importe: '', hospital: '', ciudad: '', medico: '', pais: '' })).toMatchObject([
      ['Honorarios médicos\u00a0· Ambulatorio', ''],
      {},
      {},
      ['Dónde', ''],
    ]);
  });

  test('[F23] says that it leaves by itself only where it does', () => {
    expect(stopsAhead(false, true)[0]?.text).toBe('Sale sola cuando vuelva la conexión.');
    expect(stopsAhead(false, false)[0]?.text).toBe('Sale al abrir Amparo con conexión.');
  });

  test('tells what follows: sent at once, or kept on the device first', () => {
    expect(stopsAhead(true, true).map(({ name }) => name)).toEqual(['La envías', 'En trámite', 'Decisión', 'Pago']);
    expect(stopsAhead(false, true).map(({ name }) => name)).toEqual(['Guardada', 'Recibida', 'En trámite', 'Decisión']);
    expect(
      [...stopsAhead(true, true), ...stopsAhead(false, true)].filter(({ standing }) => standing === 'now'),
    ).toHaveLength(2);
  });
});
