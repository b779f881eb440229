import { localeOf, writtenAmount } from './money.ts';
import { groupedNumber, nationalNumber } from './phones.ts';
import { type Given, pathFor } from './wizard.ts';
import type { Country, Field, Lists, Step } from './wizard-country.ts';
import { entryOf, labelFor, optionsAt, prefixOf, severalOf, shownFields, textOf } from './wizard-fields.ts';

export interface StepInWords {
  step: Step;
  /** `text` is '' where an answer is missing; what may be left empty, and was, is not among them. */
  answers: readonly { name: string; label: string; text: string }[];
}

/** The answers of each step as texts, without passwords and repeated entries. */
export function answersInWords(country: Country, given: Given, lists: Lists): readonly StepInWords[] {
  return pathFor(country, given).map((step) => ({
    step,
    answers: shownFields(country, step, given)
      .filter(({ kind }) => kind !== 'password' && kind !== 'repeated')
      // Who has two surnames reads them, and not that there is no single one.
      .filter(({ kind, readBack, name }) => kind !== 'ticked' || !readBack || given[name] === true)
      .filter(({ optional, name }) => !optional || textOf(given[name]).trim() !== '')
      .map((field) => ({
        name: field.name,
        label: field.calledAs ?? labelFor(field, given),
        text: inWords(country, field, given, lists),
      })),
  }));
}

function inWords(country: Country, field: Field, given: Given, lists: Lists): string {
  const answer = given[field.name];
  const text = textOf(answer);
  switch (field.kind) {
    case 'ticked':
      return answer === true ? 'Sí' : 'No';
    case 'photo':
      return answer ? 'Foto lista' : '';
    case 'several':
      return severalOf(answer)
        .map((one) => entryOf(optionsAt(field.from, given, lists), one)?.label ?? one)
        .join(', ');
    case 'select':
    case 'choice':
      return entryOf(optionsAt(field.from, given, lists), text)?.label ?? text;
    case 'phone': {
      const prefix = prefixOf(field, given, lists);
      return text && `${prefix} ${groupedNumber(nationalNumber(text, prefix), prefix)}`.trim();
    }
    case 'amount':
      return writtenAmount(text, localeOf(country.name), field.symbol);
    default:
      return text;
  }
}
