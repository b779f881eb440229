import { describe, expect, test } from 'vitest';
import type { InsuredPerson } from '#contract/policies.ts';
import {
  cardNames,
  genderLabel,
  insuredPersons,
  isIrrevocable,
  patientNames,
  patientsFrom,
  readableName,
  roleLabel,
  roleOf,
  shortName,
  shownDependents,
  smokerLabel,
} from '#rules/people.ts';

const person = (ClientName: string, Role: string, Status: string): InsuredPerson => ({
  ClientName,
  Role,
  Status,
  BirthDate: null,
  Gender: '',
  SmokerStatus: '',
  Policy: 'P-1',
  PolicyNumber: '02-118',
  AetnaGroupNo: '',
  AernaElectronicPayerNo: '',
  AetnaMemberIdNo: '',
});
const names = (people: InsuredPerson[]) => people.map((one) => one.ClientName);

describe('roles', () => {
  test('[H2.56][H6.2][D40] are read in Spanish or English, in any case, with or without accents', () => {
    for (const text of ['Policy Owner', 'Titular', 'TITULAR', ' policy  owner '])
      expect(roleOf(text), text).toBe('owner');
    for (const text of ['Spouse', 'Cónyuge', 'CONYUGE', 'co\u0301nyuge']) expect(roleOf(text), text).toBe('spouse');
    for (const text of ['Dependent', 'Dependiente']) expect(roleOf(text), text).toBe('dependent');
    for (const text of ['', 'Payer', 'constructor']) expect(roleOf(text), text).toBeNull();
  });

  test('[H2.56][H6.2] are shown as Titular, Cónyuge, Dependiente', () => {
    expect(['Policy Owner', 'Spouse', 'Dependent'].map(roleLabel)).toEqual(['Titular', 'Cónyuge', 'Dependiente']);
    expect(roleLabel('Contratante')).toBe('Contratante');
  });
});

test('[H2.53][D40] gender and smoker status are shown in Spanish, and another word as it came', () => {
  expect(['Female', ' FEMENINO', 'F', 'male', 'm'].map(genderLabel)).toEqual([
    ...['Femenino', 'Femenino', 'Femenino', 'Masculino', 'Masculino'],
  ]);
  expect(['Non-Smoker', 'NO FUMADOR', 'No', 'SMOKER', 'Sí', 'Fumador'].map(smokerLabel)).toEqual([
    ...['No fuma', 'No fuma', 'No fuma', 'Fuma', 'Fuma', 'Fuma'],
  ]);
  for (const other of ['', 'No binario', 'constructor']) expect(genderLabel(other)).toBe(other);
  for (const other of ['', 'Fumadora ocasional', 'constructor']) expect(smokerLabel(other)).toBe(other);
});

describe('the people shown', () => {
  const people = [
    person('hijo', 'Dependiente', 'Activo'),
    person('ex', 'Cónyuge', 'Inactivo'),
    person('titular', 'Policy Owner', 'Activo'),
    person('esposa', 'Spouse', 'Activo'),
    person('pagador', 'Payer', 'Activo'),
    person('hija', 'Dependent', ''),
  ];
  const otherwise = [person('nieta', 'Dependent', 'Active'), person('esposo', 'Cónyuge', ' ACTIVO ')];

  test('[H2.52][H6.2][D40] only active spouses and dependents are listed as dependents', () => {
    expect(names(shownDependents(people))).toEqual(['hijo', 'esposa']);
    expect(names(shownDependents(otherwise))).toEqual(['nieta', 'esposo']);
  });

  test('[H2.55][H6.2] cards are listed as owner, spouse, dependents; the owner with any status', () => {
    expect(names(insuredPersons(people))).toEqual(['titular', 'esposa', 'hijo']);
    expect(names(insuredPersons([person('titular', 'Titular', '')]))).toEqual(['titular']);
  });

  test('[H2.42][H3.9] a patient carries the fields that the request sends', () => {
    expect(patientsFrom([person('ROJAS MORA, MARIA FERNANDA', 'Policy Owner', 'Activo')])).toEqual([
      {
        label: 'Maria Fernanda Rojas Mora, Titular',
        fields: { paciente: 'ROJAS MORA, MARIA FERNANDA', role: 'Policy Owner', patientPolicy: 'P-1' },
      },
    ]);
    expect(patientsFrom([])).toEqual([]);
  });

  test('[H2.42] whom a request cannot tell apart is offered once; a role tells apart people of one name', () => {
    const [father, son] = [person('JUAN MORA', 'Titular', 'Activo'), person('JUAN MORA', 'Dependiente', 'Activo')];
    expect(patientsFrom([father, son, son]).map(({ label }) => label)).toEqual([
      'Juan Mora, Titular',
      'Juan Mora, Dependiente',
    ]);
  });

  test('[H2.38][H2.47] a refund’s patient has the role beside a name that several insured persons share', () => {
    const named = patientNames([{ ClientName: 'MORA, JUAN' }, { ClientName: 'Juan Mora' }, { ClientName: 'EVA MORA' }]);
    expect(named({ paciente: 'JUAN MORA', role: 'Dependent' })).toBe('Juan Mora, Dependiente');
    expect(named({ paciente: 'EVA MORA', role: 'Dependent' })).toBe('Eva Mora');
    expect(named({ paciente: 'JUAN MORA' }), 'a backend may not say the role').toBe('Juan Mora');
    expect(named({ paciente: '' })).toBe('');
  });

  test('[H2.55] cards are named by as much of name, role and number as tells them apart', () => {
    const of = (...people: [string, string, string][]) => [
      ...cardNames(
        people.map(([name, role, number]) => ({ ...person(name, role, ''), AetnaMemberIdNo: number })),
      ).values(),
    ];
    expect(of(['JUAN MORA', 'Titular', '1'], ['JUAN ROJAS', 'Spouse', '2'])).toEqual(['Juan Mora', 'Juan Rojas']);
    expect(of(['JUAN MORA', 'Titular', '1'], ['JUAN MORA', 'Dependent', '2'], ['EVA MORA', 'Spouse', '3'])).toEqual([
      ...['Juan Mora, Titular', 'Juan Mora, Dependiente', 'Eva'],
    ]);
    expect(of(['JUAN MORA', 'Dependent', 'W1'], ['JUAN MORA', 'Dependent', 'W2'])).toEqual([
      ...['Juan Mora, Dependiente, W1', 'Juan Mora, Dependiente, W2'],
    ]);
  });

  test('[H2.50][H3.4] Positivo marks an irrevocable beneficiary', () => {
    expect(isIrrevocable({ IrrevocableBeneficiary: 'Positivo' })).toBe(true);
    for (const other of ['Negativo', '', 'true']) expect(isIrrevocable({ IrrevocableBeneficiary: other })).toBe(false);
  });
});

describe('names', () => {
  const readable: Record<string, string> = {
    'ROJAS MORA, MARIA FERNANDA': 'Maria Fernanda Rojas Mora',
    'MARIA FERNANDA ROJAS': 'Maria Fernanda Rojas',
    'maría fernanda rojas': 'María Fernanda Rojas',
    'DE LA CRUZ, JOSÉ': 'José de la Cruz',
    'DE LA CRUZ JOSÉ': 'De la Cruz José',
    'LA ROSA, ANA': 'Ana La Rosa',
    'rojas las heras, ana': 'Ana Rojas Las Heras',
    'ROJAS Y LAS HERAS, ANA': 'Ana Rojas y las Heras',
    'DE LOS SANTOS, ANA DEL PILAR': 'Ana del Pilar de los Santos',
    'ÑÁÑEZ PEÑA, ÍÑIGO': 'Íñigo Ñáñez Peña',
    "O'BRIEN-SOLÍS, ANNE": "Anne O'Brien-Solís",
    'Rojas Mora, María': 'María Rojas Mora',
    'María McDonald': 'María McDonald',
    '  MARIA   ROJAS ': 'Maria Rojas',
    'MARIA E ROJAS': 'Maria E Rojas',
    'MARIA E LA ROSA': 'Maria E La Rosa',
    'ROJAS MORA, MARIA E': 'Maria E Rojas Mora',
    'IRIARTE, ANA E': 'Ana E Iriarte',
    'ROJAS, ANA Y': 'Ana Y Rojas',
    'ANA ROJAS Y': 'Ana Rojas Y',
    'ANA ORTEGA E IRIARTE': 'Ana Ortega e Iriarte',
    'ORTEGA E ÍÑIGUEZ, ANA': 'Ana Ortega e Íñiguez',
    'FERNÁNDEZ E HIJOS': 'Fernández e Hijos',
    'ORTEGA Y GASSET, JOSÉ': 'José Ortega y Gasset',
    // As catalogues write it.
    'CRUZ, ANA DE LA': 'Ana de la Cruz',
    'BANCO DEL PACIFICO, S.A.': 'Banco del Pacifico, S.A.',
    'Banco del Pacífico, S. A.': 'Banco del Pacífico, S. A.',
    'BANCO PICHINCHA C.A.': 'Banco Pichincha C.A.',
    'CLINICA DEL NORTE S.A.S.': 'Clinica del Norte S.A.S.',
    'ACME, S.A. DE C.V.': 'Acme, S.A. de C.V.',
    'ACME, SRL': 'Acme, SRL',
    'ACME, CIA. LTDA.': 'Acme, Cia. Ltda.',
    'ACME HOLDINGS, INC.': 'Acme Holdings, Inc.',
    'JUAN PEREZ III': 'Juan Perez III',
    'perez ii, juan': 'Juan Perez II',
    'PEREZ, J.P.': 'J.P. Perez',
    'ROJAS, IVÁN': 'Iván Rojas',
    'ROJAS,': 'Rojas,',
    'A, B, C': 'A, B, C',
    '': '',
  };
  for (const [written, expected] of Object.entries(readable)) {
    test(`[H2.53] ${JSON.stringify(written)} is shown as ${JSON.stringify(expected)}`, () => {
      expect(readableName(written)).toBe(expected);
    });
  }

  test.each([
    ['María Fernanda Rojas Mora', 'María F.'],
    ['ROJAS MORA, ANA', 'Ana'],
    ['DE LA CRUZ MORA, ANA', 'Ana'],
    ['ANA DE LA CRUZ MORA', 'Ana'],
    ['Ana Del Pilar Rojas Mora', 'Ana P.'],
    ['María de los Ángeles Rojas Mora', 'María Á.'],
    ['JUAN CARLOS ORTEGA Y GASSET', 'Juan C.'],
    ['João da Silva dos Santos', 'João'],
    ['DE LA CRUZ JOSÉ', 'De la Cruz'],
    ['Ana de', 'Ana'],
    ['MARIA E ROJAS MORA', 'Maria E.'],
    ['JUAN ORTEGA E IRIARTE', 'Juan'],
    ['Eduardo Lara Delgado Mora', 'Eduardo L.'],
    ['', ''],
  ])('[H2.55] %s is called %s: a particle is no initial', (name, expected) => {
    expect(shortName(name)).toBe(expected);
  });

  test('[H2.53] ten thousand characters and markup are kept as text', () => {
    const long = 'A'.repeat(10_000);
    expect(readableName(long)).toHaveLength(10_000);
    expect(readableName('<script>alert(1)</script>')).toBe('<script>alert(1)</script>');
  });
});
