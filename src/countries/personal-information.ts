import type { PersonalField } from '#rules/personal-answers.ts';
import type { AnswerName, Condition, Country, ShownLine } from '#rules/wizard-country.ts';
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
  readonly shown: readonly ShownLine[];
  /** Editable fields. A card without any has no editor. */
  readonly fields: readonly PersonalField[];
  /** The card is shown while all of these hold. */
  readonly when?: readonly Condition[];
}

export interface PersonalVariant {
  readonly country: Country;
  readonly cards: readonly PersonalCard[];
}

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
  return country && { country, cards: cardsOf(country) };
}

function cardsOf(country: Country): PersonalCard[] {
  const { record } = country;
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
        ...(record.basic ?? []),
      ],
      fields: ask(['estadoCivil']),
    },
    ...(record.spouse
      ? [
          {
            name: 'conyuge' as const,
            title: 'Cónyuge',
            shown: [],
            fields: ask(record.spouse),
            ...(spouse?.when && { when: spouse.when }),
          },
        ]
      : []),
    { name: 'contacto', title: 'Contacto', shown: [], fields: ask(record.contact) },
    { name: 'domicilio', title: 'Domicilio', shown: [], fields: ask(record.address) },
    { name: 'financiera', title: 'Información financiera', shown: [], fields: ask(record.financial) },
    {
      name: 'legal',
      title: 'Información legal',
      shown: [
        { name: 'pep', label: '¿Eres una persona expuesta políticamente?', as: 'yesNo' },
        ...(record.legal ?? []),
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
