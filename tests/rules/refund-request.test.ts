import { describe, expect, test } from 'vitest';
import {
  accidentPlaces,
  currencies,
  expenseKinds,
  type RefundType,
  refundFiles,
  refundRequest,
  refundTypes,
} from '#contract/refunds.ts';
import { type RefundField, refundFields, refundNeeds, refundSteps, refundTypeLabels } from '#rules/refund-form.ts';
import { askedOf, refundFieldProblems, refundFieldsOf } from '#rules/refund-request.ts';

const today = '2026-11-21';
const GENERIC = 'Por favor, introduce un valor válido';

const everything: Record<string, string> = {
  paciente: 'MARIA FERNANDA ROJAS MORA',
  diagnostico: 'Apendicitis aguda',
  fechaInicioSintomas: '2026-11-01',
  fechaDiagnostico: '2026-11-02',
  fechaIngreso: '2026-11-02',
  fechaAlta: '2026-11-05',
  fechaServicio: '2026-11-02',
  tipoAccidente: 'Caída',
  fechaAccidente: '2026-11-01',
  lugarAccidente: 'Casa',
  detallesAccidente: 'Resbalé en la escalera',
  pais: 'Costa Rica',
  ciudad: 'San José',
  hospital: 'Clínica Central',
  medico: 'Dra. Ana Solís',
  tipoGasto: 'Farmacia',
  importe: '86.40',
  divisa: 'USD',
};
const filled = (type: RefundType, changes: Record<string, string> = {}) => ({
  ...everything,
  tipoReembolso: type,
  ...changes,
});
const allFiles: string[] = [...refundFiles];

describe('the steps of a request', () => {
  test('[D18][H2.41][H9.2][H9.3] three types have four steps each', () => {
    expect(Object.keys(refundSteps)).toEqual(['hospitalario', 'ambulatorio', 'accidente']);
    expect(refundTypes).toEqual(Object.keys(refundTypeLabels));
    for (const type of refundTypes) expect(refundSteps[type]).toHaveLength(4);
  });

  test('[D18][D85][H2.42][H2.43][H2.44][H2.45] each step of each type has its fields', () => {
    const fieldsByStep = (type: RefundType) => refundSteps[type].map((step) => step.fields.join(' '));
    const first = 'paciente diagnostico';
    const third = 'pais ciudad hospital medico';
    const fourth = 'documentoFactura tipoGasto importe divisa';
    expect(fieldsByStep('hospitalario')).toEqual([
      first,
      'fechaInicioSintomas fechaDiagnostico fechaIngreso fechaAlta documentoHistoriaClinica',
      third,
      fourth,
    ]);
    expect(fieldsByStep('ambulatorio')).toEqual([
      first,
      'fechaInicioSintomas fechaDiagnostico fechaServicio documentoHistoriaClinica',
      third,
      fourth,
    ]);
    expect(fieldsByStep('accidente')).toEqual([
      first,
      'tipoAccidente fechaAccidente lugarAccidente detallesAccidente reportePolicial sinReportePolicial',
      `fechaInicioSintomas fechaDiagnostico documentoHistoriaClinica ${third}`,
      fourth,
    ]);
  });

  test('[H3.9] every field is on the wire, and some type uses it', () => {
    const wire = [...Object.keys(refundRequest.entries), ...refundFiles];
    const used = new Set<string>(refundTypes.flatMap((type) => refundFieldsOf(type)));
    for (const name of Object.keys(refundFields)) {
      expect(wire, name).toContain(name);
      expect(used, name).toContain(name);
    }
  });

  test('each type says beforehand what it needs', () => {
    for (const type of refundTypes) {
      const needs = refundNeeds[type].map(({ text }) => text);
      expect(needs.join(' ')).toMatch(/Historia clínica.*6 MB.*Factura.*3 MB/);
      expect(needs.some((need) => need.includes('policial'))).toBe(type === 'accidente');
      // Whatever is asked for belongs to one line; only the kind of expense is chosen, not brought along.
      const held = refundNeeds[type].flatMap(({ fields }) => fields);
      expect([...held, 'tipoGasto'].sort()).toEqual(refundSteps[type].flatMap(({ fields }) => fields).sort());
    }
  });
});

const required = (type: RefundType) => refundFieldsOf(type).filter((name) => refundFields[name].kind !== 'absence');

describe('the problems of a request', () => {
  test('[H2.45] leave out the police report of an accident that nobody reported, which the wire says', () => {
    const accident = filled('accidente');
    const papers = allFiles.filter((name) => name !== 'reportePolicial');
    expect(Object.keys(refundFieldProblems(accident, papers, today))).toEqual(['reportePolicial']);
    expect(refundFieldProblems({ ...accident, sinReportePolicial: 'si' }, papers, today)).toEqual({});
  });

  test('[H2.45] name the statement that there was no report beside a report', () => {
    const both = refundFieldProblems(filled('accidente', { sinReportePolicial: 'si' }), allFiles, today);
    expect(both).toEqual({ sinReportePolicial: expect.stringContaining('adjuntaste uno') });
  });

  test('[H2.45] ask for the report or for the statement that there was none, never for both', () => {
    const asked = (sinReportePolicial: string, type: RefundType = 'accidente') =>
      askedOf(type, { sinReportePolicial }).filter(
        (name) => name.endsWith('ReportePolicial') || name === 'reportePolicial',
      );
    expect(asked('')).toEqual(['reportePolicial']);
    expect(asked('si')).toEqual(['sinReportePolicial']);
    expect(asked('si', 'ambulatorio')).toEqual([]);
    expect(askedOf('accidente', { sinReportePolicial: 'si' }, 1)).toEqual([
      ...['tipoAccidente', 'fechaAccidente', 'lugarAccidente', 'detallesAccidente', 'sinReportePolicial'],
    ]);
  });

  for (const type of refundTypes) {
    test(`[H4.4][D18] are none for a complete ${type} request`, () => {
      expect(refundFieldProblems(filled(type), allFiles, today)).toEqual({});
    });

    for (const name of required(type)) {
      test(`[H4.4] name a missing ${name} of ${type}, which only its own step waits for`, () => {
        const isFile = refundFields[name].kind === 'file';
        const files = isFile ? allFiles.filter((one) => one !== name) : allFiles;
        for (const empty of isFile ? [''] : ['', '   ']) {
          const fields = filled(type, isFile ? {} : { [name]: empty });
          expect(Object.keys(refundFieldProblems(fields, files, today))).toEqual([name]);
          refundSteps[type].forEach((step, index) => {
            const mine = (step.fields as readonly RefundField[]).includes(name);
            expect(askedOf(type, fields, index).includes(name)).toBe(mine);
          });
        }
      });
    }
  }

  test('[H4.4] name every field of the type when nothing is filled in', () => {
    for (const type of refundTypes) {
      const problems = refundFieldProblems({ tipoReembolso: type }, [], today);
      expect(Object.keys(problems)).toEqual(required(type));
      for (const text of Object.values(problems)) expect(text).toMatch(/^[A-Z].{10,}/);
    }
  });

  test('[V5.16][H9.3] name an unknown type', () => {
    for (const tipoReembolso of ['', 'dental', 'constructor']) {
      expect(refundFieldProblems({ ...everything, tipoReembolso }, allFiles, today)).toEqual({
        tipoReembolso: GENERIC,
      });
    }
    expect(refundFieldProblems({}, [], today)).toEqual({ tipoReembolso: GENERIC });
  });

  test('[H4.4] name a range of dates without one of its ends', () => {
    for (const end of ['fechaIngreso', 'fechaAlta']) {
      expect(refundFieldProblems(filled('hospitalario', { [end]: '' }), allFiles, today)).toEqual({
        [end]: 'Ingresa una fecha válida',
      });
    }
  });

  test('[D18] name a discharge before the admission and a diagnosis before the symptoms', () => {
    const discharge = filled('hospitalario', { fechaIngreso: '2026-11-05', fechaAlta: '2026-11-04' });
    expect(refundFieldProblems(discharge, allFiles, today)).toEqual({
      fechaAlta: 'El alta no puede ser anterior al ingreso',
    });
    const sameDay = filled('hospitalario', { fechaIngreso: '2026-11-05', fechaAlta: '2026-11-05' });
    expect(refundFieldProblems(sameDay, allFiles, today)).toEqual({});
    for (const type of refundTypes) {
      const diagnosis = filled(type, { fechaInicioSintomas: '2026-11-03' });
      expect(refundFieldProblems(diagnosis, allFiles, today)).toEqual({
        fechaDiagnostico: 'El diagnóstico no puede ser anterior al inicio de los síntomas',
      });
    }
  });

  test('[D18] name symptoms from before the accident', () => {
    const before = filled('accidente', { fechaAccidente: '2026-11-02', fechaDiagnostico: '2026-11-03' });
    expect(refundFieldProblems(before, allFiles, today)).toEqual({
      fechaInicioSintomas: 'Los síntomas no pueden ser anteriores al accidente',
    });
    expect(refundFieldProblems({ ...before, tipoReembolso: 'ambulatorio' }, allFiles, today)).toEqual({});
  });

  test('[D18] ignore fields of another type', () => {
    const stray = { fechaIngreso: 'x', fechaAlta: '2030-01-01', tipoAccidente: '' };
    expect(refundFieldProblems(filled('ambulatorio', stray), allFiles, today)).toEqual({});
  });

  test('[D17][D94] name a date that does not exist or is in the future', () => {
    const problem = (fechaServicio: string) =>
      refundFieldProblems(filled('ambulatorio', { fechaServicio }), allFiles, today).fechaServicio;
    expect(problem(today)).toBeUndefined();
    expect(problem('2026-11-22')).toBe('La fecha no puede ser posterior a hoy');
    // The lists read its day before as an empty one (D94).
    expect(problem('1900-01-02')).toBeUndefined();
    for (const bad of ['2026-02-30', '21-11-2026', '1899-12-31', '1900-01-01', 'hoy', '2026-11-21T00:00:00Z']) {
      expect(problem(bad), bad).toBe('Ingresa una fecha válida');
    }
  });

  test('[H2.44][D34][H9.4] name a choice that is not offered', () => {
    const accepted = (name: string, value: string) =>
      refundFieldProblems(filled('accidente', { [name]: value }), allFiles, today)[name] === undefined;
    for (const kind of expenseKinds) expect(accepted('tipoGasto', kind)).toBe(true);
    for (const currency of currencies) expect(accepted('divisa', currency)).toBe(true);
    for (const site of accidentPlaces) expect(accepted('lugarAccidente', site)).toBe(true);
    for (const name of ['tipoGasto', 'divisa', 'lugarAccidente']) expect(accepted(name, 'otra cosa')).toBe(false);
  });

  test('[H2.44] name an amount that is not above zero or has more than two decimals', () => {
    const problem = (importe: string) =>
      refundFieldProblems(filled('ambulatorio', { importe }), allFiles, today).importe;
    for (const good of ['86.40', '1', '0.01', '999999999999.99']) expect(problem(good), good).toBeUndefined();
    for (const bad of ['0', '0.00', '-1', '86,40', '1.234', '1e3', 'NaN', '1234567890123', '٣', '']) {
      expect(problem(bad), bad).toBe('Ingresa un importe válido');
    }
  });

  test.each([
    ['diagnostico', 200],
    ['medico', 200],
    ['detallesAccidente', 4000],
  ])('[V5.16] name a %s of more than %i characters', (name, most) => {
    const problem = (text: string) => refundFieldProblems(filled('accidente', { [name]: text }), allFiles, today)[name];
    expect(problem(` ${'á'.repeat(most)}\n`)).toBeUndefined();
    expect(problem('á'.repeat(most + 1))).toBe(GENERIC);
  });

  test('are none only for requests that the contract accepts too', () => {
    for (const type of refundTypes) {
      const sent = Object.fromEntries(
        refundFieldsOf(type).flatMap((name) => (everything[name] === undefined ? [] : [[name, everything[name]]])),
      );
      const run = refundRequest['~standard'].validate({ ...sent, idUsuario: '1', poliza: 'P', tipoReembolso: type });
      expect(run).not.toHaveProperty('issues');
    }
  });

  test('a missing, empty or malformed date is a problem of the contract, never an exception', () => {
    for (const fechaServicio of [undefined, '', 'abc', '2026-02-30']) {
      expect(() => refundRequest['~standard'].validate({ ...everything, idUsuario: '1', fechaServicio })).not.toThrow();
    }
  });
});
