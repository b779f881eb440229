import type { DocumentType, Effect, Field, ListName, Option, OptionSource, Step } from '#rules/wizard-country.ts';
import { civilStatuses, civilStatusesWithSpouse, feminineStatuses, incomeOrigins, sexes } from './lists/options.ts';

/** The steps that countries share, and functions that build those that vary. All steps are plain data. */

export const yesNo: readonly Option[] = [
  { value: 'si', label: 'Sí' },
  { value: 'no', label: 'No' },
];

/** Texts as options whose label is the value sent. `feminine` gives the feminine wording. */
export const options = (
  texts: readonly string[],
  feminine: Readonly<Partial<Record<string, string>>> = {},
): readonly Option[] =>
  texts.map((text) => ({ value: text, label: text, ...(feminine[text] && { feminine: feminine[text] }) }));

/** V2.28. */
export const credenciales: Step = {
  id: 'credenciales',
  title: 'Empecemos',
  subtitle: 'Estas serán tus credenciales de acceso',
  lookup: { call: 'checkEmail', field: 'email' },
  fields: [
    { kind: 'email', name: 'email', label: 'Correo electrónico' },
    {
      kind: 'repeated',
      name: 'emailConfirmacion',
      of: 'email',
      label: 'Confirma tu correo electrónico',
      calledAs: 'Confirmación del correo',
      readBack: { copies: 'email' },
    },
    {
      kind: 'password',
      name: 'password',
      label: 'Contraseña',
      hint: '8 caracteres o más, con una mayúscula, una minúscula y un número.',
    },
    {
      kind: 'repeated',
      name: 'passwordConfirmacion',
      of: 'password',
      label: 'Confirma tu contraseña',
      calledAs: 'Confirmación de la contraseña',
      readBack: { copies: 'password' },
    },
    {
      kind: 'ticked',
      name: 'comunicaciones',
      mandatory: false,
      label: 'Quiero recibir comunicaciones promocionales',
    },
    {
      kind: 'ticked',
      name: 'politica',
      mandatory: true,
      label: 'Acepto las condiciones generales y la política de protección de datos',
      calledAs: 'Aceptar las condiciones generales y la política',
    },
  ],
};

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

/** V2.30. */
export const nombreApellidos: Step = {
  id: 'nombreApellidos',
  title: '¿Cómo te llamas?',
  subtitle: 'Tal como aparece en tu documento',
  fields: [
    { kind: 'name', name: 'nombre', label: 'Nombre' },
    { kind: 'name', name: 'apellidoPrimero', label: 'Primer apellido' },
    { kind: 'name', name: 'apellidoSegundo', label: 'Segundo apellido' },
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
    { kind: 'name', name: 'apellido2Conyuge', label: 'Segundo apellido' },
    {
      kind: 'select',
      name: 'tipoIdConyuge',
      label: 'Tipo de documento',
      from: { options: options(documents.map((document) => document.name)) },
      effects: [{ clears: ['nifConyuge'] }],
    },
    { kind: 'document', name: 'nifConyuge', type: 'tipoIdConyuge', label: 'Número de documento' },
  ],
});

const photos: readonly Field[] = [
  { kind: 'photo', name: 'frontal', label: 'Frontal', calledAs: 'Foto frontal' },
  { kind: 'photo', name: 'reverso', label: 'Reverso', calledAs: 'Foto del reverso' },
];

/** V2.29, variant A. `more` stands between the number and the photos. */
export const documentacion = (documents: readonly DocumentType[], more: readonly Field[] = []): Step => ({
  id: 'documentacion',
  title: 'Verificación de identidad',
  lookup: { call: 'checkNif', field: 'nif' },
  fields: [
    {
      kind: 'select',
      name: 'tipoId',
      label: 'Tipo de documento',
      from: { options: options(documents.map((document) => document.name)) },
      effects: [{ clears: ['nif', 'fechaExpedicion', 'nit', 'frontal', 'reverso'] }],
    },
    { kind: 'document', name: 'nif', type: 'tipoId', label: 'Número de documento' },
    ...more,
    ...photos,
  ],
});

/** V2.29, variant B: a passport of any country. */
export const pasaporte: Step = {
  id: 'documentacion',
  title: 'Verificación de identidad',
  lookup: { call: 'checkNif', field: 'nif' },
  fields: [
    { kind: 'document', name: 'nif', type: 'tipoId', label: 'Número de pasaporte' },
    { kind: 'select', name: 'paisEmision', label: 'País de emisión', from: { list: 'pasaportes' } },
    { kind: 'photo', name: 'frontal', label: 'Frontal', calledAs: 'Foto frontal' },
  ],
};

/** V2.29: the tax number, asked together with the document it goes with. */
export const nit = (documents: readonly DocumentType[]): Field => ({
  kind: 'nit',
  name: 'nit',
  label: 'Número de Identificación Tributaria (NIT)',
  when: [{ field: 'tipoId', is: documents.map((document) => document.name) }],
});

const bornIn: Field = {
  kind: 'select',
  name: 'paisNacimiento',
  label: 'País de nacimiento',
  from: { list: 'natales' },
};
const TITLE = 'Sobre tu país de nacimiento y nacionalidad';

/** V2.33, variant A: the country's own nationality is preset by 'Sí'. `more` comes after it. */
export const nacionalidad = (demonym: string, more: readonly Field[] = []): Step => ({
  id: 'nacionalidad',
  title: TITLE,
  fields: [
    bornIn,
    {
      kind: 'choice',
      layout: 'row',
      name: 'nacionalidadPropia',
      label: `¿Tienes nacionalidad ${demonym.toLowerCase()}?`,
      from: { options: yesNo },
      effects: [
        { on: ['si'], sets: { nacionalidad: demonym } },
        { on: ['no'], clears: ['nacionalidad'] },
      ],
      readBack: { when: 'nacionalidad', is: demonym },
    },
    {
      kind: 'select',
      name: 'nacionalidad',
      label: 'Nacionalidad',
      from: { list: 'nacionalidades' },
      when: [{ field: 'nacionalidadPropia', is: ['si', 'no'] }],
      locked: [{ field: 'nacionalidadPropia', is: ['si'] }],
    },
    ...more,
  ],
});

const afterYes = [{ field: 'preguntaEstadosUnidos', is: ['si'] }] as const;
const socialSecurity: Field = {
  kind: 'socialSecurity',
  name: 'numeroSS',
  label: 'Número de seguro social',
  when: afterYes,
};

/** Asked of everyone in Costa Rica (V2.33, D8). */
export const unitedStatesStatus: readonly Field[] = [
  {
    kind: 'choice',
    layout: 'row',
    name: 'preguntaEstadosUnidos',
    label: '¿Eres residente o ciudadano de Estados Unidos?',
    feminineLabel: '¿Eres residente o ciudadana de Estados Unidos?',
    from: { options: yesNo },
    effects: [{ on: ['no'], clears: ['numeroSS'] }],
    readBack: { whenSent: ['numeroSS'] },
  },
  socialSecurity,
];

const fromTheUnitedStates = [{ field: 'nacionalidad', is: ['Estadounidense'] }] as const;

/** V2.33, variant B, D8: both free. People from the United States are asked for their social security number. */
export const nacionalidadLibre: Step = {
  id: 'nacionalidad',
  title: TITLE,
  fields: [
    bornIn,
    {
      kind: 'select',
      name: 'nacionalidad',
      label: 'Nacionalidad',
      from: { list: 'nacionalidades' },
      effects: [{ clears: ['preguntaEstadosUnidos', 'numeroSS'] }],
    },
    {
      kind: 'choice',
      layout: 'row',
      name: 'preguntaEstadosUnidos',
      label: '¿Tienes número de seguro social?',
      from: { options: yesNo },
      effects: [{ on: ['no'], clears: ['numeroSS'] }],
      when: fromTheUnitedStates,
      readBack: { whenSent: ['numeroSS'] },
    },
    { ...socialSecurity, when: [...fromTheUnitedStates, ...afterYes] },
  ],
};

const PHONE = '¿Cuál es tu número de celular?';

/** V2.34: the number of one country. */
export const telefono = (prefix: string, areas?: readonly string[]): Step => ({
  id: 'telefono',
  title: PHONE,
  fields: [
    {
      kind: 'phone',
      name: 'telefono',
      label: 'Número de celular',
      prefix,
      ...(areas && { areas }),
    },
  ],
});

/** V2.34: a number of any country, preset to the United States (V9.8). */
export const telefonoInternacional: Step = {
  id: 'telefono',
  title: PHONE,
  fields: [
    {
      kind: 'select',
      name: 'paisTelefono',
      label: 'Selecciona un país',
      calledAs: 'País del celular',
      from: { list: 'telefonos' },
      initial: 'Estados Unidos',
    },
    {
      kind: 'phone',
      name: 'telefono',
      label: 'Número de celular',
      prefix: { of: 'paisTelefono', list: 'telefonos' },
    },
  ],
};

/** V2.37: the fields of an address, in the country's order. */
export const domicilio = (fields: readonly Field[]): Step => ({
  id: 'domicilio',
  title: '¿Cuál es tu dirección de domicilio?',
  fields,
});

export const calle: Field = { kind: 'text', name: 'domicilio', label: 'Calle', fills: 'street-address' };
export const numero: Field = { kind: 'text', name: 'numeroDomicilio', label: 'Número' };
export const referencia: Field = {
  kind: 'text',
  name: 'referencia',
  label: 'Referencia',
  hint: 'Edificio, apartamento u otra seña',
};
export const ciudad: Field = { kind: 'text', name: 'ciudad', label: 'Ciudad', fills: 'address-level2' };

interface Level {
  name: 'provincia' | 'canton' | 'distrito' | 'departamento' | 'ciudad';
  label: string;
}

/** Selects that lead down a tree of places. Choosing one clears all below it (V4.4). */
export function places(list: ListName, levels: readonly Level[]): readonly Field[] {
  return levels.map(({ name, label }, depth): Field => {
    const below = levels.slice(depth + 1).map((level) => level.name);
    const above = levels.slice(0, depth).map((level) => level.name);
    const effects: readonly Effect[] = below.length > 0 ? [{ clears: below }] : [];
    return {
      kind: 'select',
      name,
      label,
      from: above.length > 0 ? { list, under: above } : { list },
      ...(effects.length > 0 && { effects }),
    };
  });
}

/** V2.38: the fields of the financial step, in the country's order (D2). */
export const financiera = (...groups: readonly (readonly Field[])[]): Step => ({
  id: 'financiera',
  title: 'Información financiera',
  fields: groups.flat(),
});

/** Asked everywhere: activity, profession, main income. */
export const ocupacion = (
  income: readonly Option[],
  activity: OptionSource = { list: 'actividades' },
  effects: readonly Effect[] = [],
): readonly Field[] => [
  {
    kind: 'select',
    name: 'actEco',
    label: 'Actividad económica',
    from: activity,
    ...(effects.length > 0 && { effects }),
  },
  { kind: 'select', name: 'profesion', label: 'Profesión', from: { list: 'profesiones' } },
  { kind: 'select', name: 'ingresosPrinc', label: 'Ingresos mensuales', from: { options: income } },
];

const withMoreIncome = [{ field: 'otrosIngresos', is: ['si'] }] as const;

/** Additional income: whether there is any, how much, and from where (V5.19). */
export const ingresosAdicionales = (income: readonly Option[]): readonly Field[] => [
  {
    kind: 'choice',
    layout: 'row',
    name: 'otrosIngresos',
    label: '¿Tienes ingresos adicionales?',
    from: { options: yesNo },
    effects: [{ on: ['no'], clears: ['ingresosAdic', 'ingresosAdicOrig'] }],
    readBack: { whenSent: ['ingresosAdic', 'ingresosAdicOrig'] },
  },
  {
    kind: 'select',
    name: 'ingresosAdic',
    label: 'Ingresos adicionales mensuales',
    from: { options: income },
    when: withMoreIncome,
  },
  {
    kind: 'several',
    name: 'ingresosAdicOrig',
    label: 'Origen de tus ingresos adicionales',
    hint: 'Elige al menos uno',
    from: { options: options(incomeOrigins) },
    when: withMoreIncome,
  },
];

/** Foreign funds and the country they come from (V5.19). */
export const fondosExtranjeros: readonly Field[] = [
  {
    kind: 'choice',
    layout: 'row',
    name: 'fondosExtranjero',
    label: '¿Recibes fondos del extranjero?',
    from: { options: yesNo },
    effects: [{ on: ['no'], clears: ['paisFondos'] }],
  },
  {
    kind: 'select',
    name: 'paisFondos',
    label: 'País de origen de los fondos',
    from: { list: 'paises' },
    when: [{ field: 'fondosExtranjero', is: ['si'] }],
  },
];

/** The activities question (V2.38). */
export const apnfd: Field = {
  kind: 'choice',
  layout: 'row',
  name: 'apnfd',
  label: '¿Te dedicas a alguna de estas actividades?',
  hint: 'Casinos, casas de empeño, prestamistas, piedras y metales preciosos, operadores de tarjetas, organizaciones sin fines de lucro, servicios fiduciarios, compraventa de bienes raíces o administración de fondos de terceros.',
  from: { options: yesNo },
};

/** V2.39. */
export const pep = (question: string, hint: string, spouse: readonly Field[] = []): Step => ({
  id: 'pep',
  title: 'Por último',
  fields: [{ kind: 'choice', layout: 'row', name: 'pep', label: question, hint, from: { options: yesNo } }, ...spouse],
});
