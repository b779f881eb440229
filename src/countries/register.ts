import { type Residence, residences } from '#contract/account.ts';
import type { AnswerName, Country, Field } from '#rules/wizard-country.ts';
import { colombia } from './colombia/registration.ts';
import { costaRica } from './costa-rica/registration.ts';
import { dominicanRepublic } from './dominican-republic/registration.ts';
import { ecuador } from './ecuador/registration.ts';
import { guatemala } from './guatemala/registration.ts';
import { international } from './international/registration.ts';

/** A residence without a line here does not compile. */
const countries: Readonly<Record<Residence, Country>> = {
  Ecuador: ecuador,
  'Costa Rica': costaRica,
  'República Dominicana': dominicanRepublic,
  Guatemala: guatemala,
  Colombia: colombia,
  Internacional: international,
};

/** Every country of residence, in the order of the choice (V1.5). */
export const countryRegister: readonly Country[] = residences.map((name) => countries[name]);

/** A field as each country has it that asks for it. */
export const asAskedAnywhere = (name: AnswerName): readonly Field[] =>
  countryRegister.flatMap(({ steps }) => steps.flatMap(({ fields }) => fields.filter((field) => field.name === name)));

/** The country of a residence; undefined for an unknown name. */
export const countryOf = (name: string): Country | undefined => countryRegister.find((one) => one.name === name);
