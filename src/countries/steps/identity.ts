import type { DocumentType, Field, Step } from '#rules/wizard-country.ts';
import { listed, oneOf, yesOrNo } from './fields.ts';

const VERIFICATION = {
  id: 'documentacion',
  title: 'Verificación de identidad',
  lookup: { call: 'checkNif', field: 'nif' },
} as const;

const front: Field = { kind: 'photo', name: 'frontal', label: 'Frontal', calledAs: 'Foto frontal' };
const back: Field = { kind: 'photo', name: 'reverso', label: 'Reverso', calledAs: 'Foto del reverso' };

/** V2.29, variant A. `more` stands between the number and the photos. */
export const documentacion = (documents: readonly DocumentType[], more: readonly Field[] = []): Step => ({
  ...VERIFICATION,
  fields: [
    {
      kind: 'select',
      name: 'tipoId',
      label: 'Tipo de documento',
      ...oneOf(documents.map((document) => document.name)),
      effects: [{ clears: ['nif', 'fechaExpedicion', 'nit', 'frontal', 'reverso'] }],
    },
    { kind: 'document', name: 'nif', type: 'tipoId', label: 'Número de documento' },
    ...more,
    front,
    back,
  ],
});

/** V2.29, variant B: a passport of any country. */
export const pasaporte: Step = {
  ...VERIFICATION,
  fields: [
    { kind: 'document', name: 'nif', type: 'tipoId', label: 'Número de pasaporte' },
    listed('paisEmision', 'País de emisión', 'pasaportes'),
    front,
  ],
};

/** V2.29: the tax number, asked together with the document it goes with. */
export const nit = (documents: readonly DocumentType[], more: { guatemalan?: true } = {}): Field => ({
  kind: 'nit',
  ...more,
  optional: true,
  name: 'nit',
  label: 'Número de Identificación Tributaria (NIT)',
  when: [{ field: 'tipoId', is: documents.map((document) => document.name) }],
});

const NATIONALITY = { id: 'nacionalidad', title: 'Sobre tu país de nacimiento y nacionalidad' } as const;
const bornIn = listed('paisNacimiento', 'País de nacimiento', 'natales');

/** V2.33, variant A: the country's own nationality is preset by 'Sí'. `more` comes after it. */
export const nacionalidad = (demonym: string, more: readonly Field[] = []): Step => ({
  ...NATIONALITY,
  fields: [
    bornIn,
    yesOrNo('nacionalidadPropia', `¿Tienes nacionalidad ${demonym.toLowerCase()}?`, {
      effects: [
        { on: ['si'], sets: { nacionalidad: demonym } },
        { on: ['no'], clears: ['nacionalidad'] },
      ],
      readBack: { when: 'nacionalidad', is: demonym },
    }),
    listed('nacionalidad', 'Nacionalidad', 'nacionalidades', {
      when: [{ field: 'nacionalidadPropia', is: ['si', 'no'] }],
      locked: [{ field: 'nacionalidadPropia', is: ['si'] }],
      contradictions: [
        {
          is: demonym,
          when: [{ field: 'nacionalidadPropia', is: ['no'] }],
          text: `Dijiste que no tienes nacionalidad ${demonym.toLowerCase()}. Cambia una de las dos respuestas.`,
        },
      ],
    }),
    ...more,
  ],
});

const afterYes = [{ field: 'preguntaEstadosUnidos', is: ['si'] }] as const;
const fromTheUnitedStates = [{ field: 'nacionalidad', is: ['Estadounidense'] }] as const;
const socialSecurity: Field = {
  kind: 'socialSecurity',
  name: 'numeroSS',
  label: 'Número de seguro social',
  // Costa Rica has a 'seguro social' of its own.
  hint: 'El de Estados Unidos (SSN)',
  when: afterYes,
};

/** What both questions that lead to the social security number do with it. */
const leadsToIt = {
  effects: [{ on: ['no'], clears: ['numeroSS'] }],
  readBack: { whenSent: ['numeroSS'] },
} as const;

/** Asked of everyone in Costa Rica (V2.33, D8). */
export const unitedStatesStatus: readonly Field[] = [
  yesOrNo('preguntaEstadosUnidos', '¿Eres residente o ciudadano de Estados Unidos?', {
    feminineLabel: '¿Eres residente o ciudadana de Estados Unidos?',
    ...leadsToIt,
    contradictions: [
      {
        is: 'no',
        when: fromTheUnitedStates,
        text: 'Tu nacionalidad es estadounidense: la respuesta sería Sí. Cambia una de las dos respuestas.',
      },
    ],
  }),
  socialSecurity,
];

/** V2.33, variant B, D8: both free. People from the United States are asked for their social security number. */
export const nacionalidadLibre: Step = {
  ...NATIONALITY,
  fields: [
    bornIn,
    listed('nacionalidad', 'Nacionalidad', 'nacionalidades', {
      effects: [{ clears: ['preguntaEstadosUnidos', 'numeroSS'] }],
    }),
    yesOrNo('preguntaEstadosUnidos', '¿Tienes número de seguro social?', { when: fromTheUnitedStates, ...leadsToIt }),
    { ...socialSecurity, when: [...fromTheUnitedStates, ...afterYes] },
  ],
};
