import type { PersonalInformation, Residence } from '#contract/account.ts';
import type { PersonalField } from '#rules/personal-answers.ts';
import type { AnswerName, Condition, Country } from '#rules/wizard-country.ts';
import { personalIncomeOrigins } from './lists/options.ts';
import { countryOf } from './register.ts';
import { options } from './steps/fields.ts';

/**
 * The cards of the personal information and their editors, by residence (H2.64 to H2.76). The questions are those of the
 * registration. This file only says which of them stand on which card, and how they differ.
 */
export type CardName = 'basica' | 'conyuge' | 'contacto' | 'domicilio' | 'financiera' | 'legal';

export interface PersonalCard {
  readonly name: CardName;
  readonly title: string;
  /** Read-only lines. */
  readonly shown: readonly {
    readonly name: keyof PersonalInformation;
    readonly label: string;
    readonly as?: 'date' | 'yesNo';
  }[];
  /** Editable fields. A card without any has no editor. */
  readonly fields: readonly PersonalField[];
  /** The card is shown while all of these hold. */
  readonly when?: readonly Condition[];
}

export interface PersonalVariant {
  readonly country: Country;
  readonly cards: readonly PersonalCard[];
}

interface Differing {
  /** Read-only lines of the basic card that not every country has. */
  readonly basic?: PersonalCard['shown'];
  readonly contact: readonly AnswerName[];
  readonly address: readonly AnswerName[];
  readonly financial: readonly AnswerName[];
  readonly spouse?: readonly AnswerName[];
  readonly legal?: PersonalCard['shown'];
}

const nit = { name: 'nit', label: 'NIT' } as const;
const socialSecurity = { name: 'numeroSS', label: 'Número de seguro social' } as const;
const work = ['actEco', 'profesion', 'ingresosPrinc'] as const;
const moreIncome = ['otrosIngresos', 'ingresosAdic', 'ingresosAdicOrig'] as const;

const variants: Record<Residence, Differing> = {
  Ecuador: {
    contact: ['email', 'telefono'],
    address: ['domicilio', 'numeroDomicilio', 'referencia', 'ciudad', 'provincia', 'canton'],
    financial: [...work, ...moreIncome, 'valorActivos', 'valorPasivos'],
    spouse: ['nombreConyuge', 'apellido1Conyuge', 'apellido2Conyuge', 'tipoIdConyuge', 'nifConyuge'],
  },
  'Costa Rica': {
    basic: [socialSecurity],
    contact: ['email', 'telefono'],
    address: ['domicilio', 'provincia', 'canton', 'distrito'],
    // The only country that is asked about foreign funds here (D41).
    financial: [...work, 'fondosExtranjero', 'paisFondos'],
    legal: [
      { name: 'pepConyuge', label: '¿Tu cónyuge o conviviente es una persona expuesta políticamente?', as: 'yesNo' },
    ],
  },
  'República Dominicana': {
    contact: ['email', 'telefono'],
    address: ['domicilio', 'ciudad', 'sector', 'provincia'],
    financial: ['actEco', 'empresa', 'cargo', 'profesion', 'ingresosPrinc', ...moreIncome],
  },
  Guatemala: {
    basic: [nit],
    contact: ['email', 'telefono'],
    address: ['domicilio', 'numeroDomicilio', 'referencia', 'numeroZona', 'departamento', 'canton'],
    financial: [...work, ...moreIncome],
  },
  Colombia: {
    basic: [{ name: 'fechaExpedicion', label: 'Fecha de expedición', as: 'date' }, nit],
    contact: ['email', 'telefono'],
    address: ['domicilio', 'departamento', 'ciudad'],
    financial: [...work, ...moreIncome],
  },
  Internacional: {
    basic: [{ name: 'paisEmision', label: 'País de emisión' }, socialSecurity],
    contact: ['email', 'paisTelefono', 'telefono'],
    address: ['domicilio', 'numeroDomicilio', 'ciudad', 'pais'],
    financial: work,
  },
};

/** How a question differs from the registration's. */
const changed: Partial<Record<AnswerName, Partial<PersonalField>>> = {
  // The spec has one source in the singular here (D9).
  ingresosAdicOrig: {
    from: { options: options(personalIncomeOrigins) },
    hint: 'Puedes elegir varios',
    after: 'ingresosAdic',
  },
  fondosExtranjero: {
    label: '¿Recibes o envías fondos al extranjero?',
    readBack: { whenSent: ['paisFondos'] },
  },
  paisFondos: { label: 'País de los fondos' },
  paisTelefono: { readAs: 'País del celular' },
};

/** The variant of a residence; undefined for a value the product does not know (H2.64). */
export function personalVariant(residence: string): PersonalVariant | undefined {
  const country = countryOf(residence);
  return country && { country, cards: cardsOf(country, variants[country.name]) };
}

function cardsOf(country: Country, differing: Differing): PersonalCard[] {
  const ask = (names: readonly AnswerName[]) => names.flatMap((name) => fieldOf(country, name));
  const spouse = country.steps.find(({ id }) => id === 'conyuge');
  return [
    {
      name: 'basica',
      title: 'Información básica',
      shown: [
        { name: 'nombre', label: 'Nombre' },
        { name: 'apellidos', label: 'Apellidos' },
        { name: 'fechaNacimiento', label: 'Fecha de nacimiento', as: 'date' },
        { name: 'sexo', label: 'Sexo' },
        { name: 'paisNacimiento', label: 'País de nacimiento' },
        { name: 'nacionalidad', label: 'Nacionalidad' },
        { name: 'tipoId', label: 'Tipo de documento' },
        { name: 'nif', label: 'Número de documento' },
        ...(differing.basic ?? []),
      ],
      fields: ask(['estadoCivil']),
    },
    ...(differing.spouse
      ? [
          {
            name: 'conyuge' as const,
            title: 'Cónyuge',
            shown: [],
            fields: ask(differing.spouse),
            ...(spouse?.when && { when: spouse.when }),
          },
        ]
      : []),
    { name: 'contacto', title: 'Contacto', shown: [], fields: ask(differing.contact) },
    { name: 'domicilio', title: 'Domicilio', shown: [], fields: ask(differing.address) },
    { name: 'financiera', title: 'Información financiera', shown: [], fields: ask(differing.financial) },
    {
      name: 'legal',
      title: 'Información legal',
      shown: [
        { name: 'pep', label: '¿Eres una persona expuesta políticamente?', as: 'yesNo' },
        ...(differing.legal ?? []),
      ],
      fields: [],
    },
  ];
}

function fieldOf(country: Country, name: AnswerName): PersonalField[] {
  const field = country.steps.flatMap(({ fields }) => fields).find((one) => one.name === name);
  // Object.assign keeps the kind's type. Only wording, options and `after` change.
  return field ? [Object.assign({}, field, changed[name]) as PersonalField] : [];
}
