import type { RegistrationField } from '#contract/account.ts';
import type { AnswerName, DocumentType, Field, Step } from '#rules/wizard-country.ts';
import { civilStatuses, civilStatusesWithSpouse, feminineStatuses, sexes } from '../lists/options.ts';
import { listed, oneOf, options } from './fields.ts';

/** V2.32. */
export const nacimiento: Step = {
  id: 'nacimiento',
  title: '¿Cuándo naciste?',
  fields: [{ kind: 'date', rule: 'birth', name: 'fechaNacimiento', label: 'Fecha de nacimiento' }],
};

/** V2.31. */
export const sexo: Step = {
  id: 'sexo',
  title: '¿Cuál es tu sexo?',
  fields: [{ kind: 'choice', layout: 'row', name: 'sexo', label: 'Sexo', from: { options: options(sexes) } }],
};

/** D80: who has one surname says so, and the second is sent empty. */
function singleSurname(name: AnswerName, label: string, whenEmpty: RegistrationField): Field {
  return { kind: 'ticked', mandatory: false, name, label, readBack: { whenEmpty } };
}

/** V2.30. */
export const nombreApellidos: Step = {
  id: 'nombreApellidos',
  title: '¿Cómo te llamas?',
  subtitle: 'Tal como aparece en tu documento',
  fields: [
    { kind: 'name', name: 'nombre', label: 'Nombre' },
    { kind: 'name', name: 'apellidoPrimero', label: 'Primer apellido' },
    singleSurname('unSoloApellido', 'Tengo un solo apellido', 'apellidoSegundo'),
    {
      kind: 'name',
      name: 'apellidoSegundo',
      label: 'Segundo apellido',
      excused: [{ field: 'unSoloApellido', is: ['si'] }],
    },
  ],
};

/** V2.35. */
export const estadoCivil: Step = {
  id: 'estadoCivil',
  title: '¿Cuál es tu estado civil?',
  fields: [
    {
      kind: 'choice',
      layout: 'list',
      name: 'estadoCivil',
      label: 'Estado civil',
      from: { options: options(civilStatuses, feminineStatuses) },
    },
  ],
};

/** Only for people who have a spouse (V2.36). */
export const conyuge = (documents: readonly DocumentType[]): Step => ({
  id: 'conyuge',
  title: 'Necesitamos la información de tu cónyuge',
  when: [{ field: 'estadoCivil', is: civilStatusesWithSpouse }],
  fields: [
    { kind: 'name', name: 'nombreConyuge', label: 'Nombre' },
    { kind: 'name', name: 'apellido1Conyuge', label: 'Primer apellido' },
    singleSurname('unSoloApellidoConyuge', 'Tiene un solo apellido', 'apellido2Conyuge'),
    {
      kind: 'name',
      name: 'apellido2Conyuge',
      label: 'Segundo apellido',
      excused: [{ field: 'unSoloApellidoConyuge', is: ['si'] }],
    },
    {
      kind: 'select',
      name: 'tipoIdConyuge',
      label: 'Tipo de documento',
      ...oneOf(documents.map((document) => document.name)),
      effects: [{ clears: ['nifConyuge'] }],
    },
    { kind: 'document', name: 'nifConyuge', type: 'tipoIdConyuge', label: 'Número de documento' },
  ],
});

const PHONE = { id: 'telefono', title: '¿Cuál es tu número de celular?' } as const;
const NUMBER = { kind: 'phone', name: 'telefono', label: 'Número de celular' } as const;

/** V2.34: the number of one country. */
export const telefono = (prefix: string, hint?: string): Step => ({
  ...PHONE,
  fields: [{ ...NUMBER, prefix, ...(hint && { hint }) }],
});

/** V2.34: a number of any country, preset to the United States (V9.8). */
export const telefonoInternacional: Step = {
  ...PHONE,
  fields: [
    listed('paisTelefono', 'Selecciona un país', 'telefonos', {
      calledAs: 'País del celular',
      initial: 'Estados Unidos',
    }),
    { ...NUMBER, prefix: { of: 'paisTelefono', list: 'telefonos' } },
  ],
};
