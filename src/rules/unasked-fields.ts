import { isCalendarDate } from '#contract/calendar.ts';
import { fromTypedDate } from './dates.ts';
import { bareNumber } from './document-numbers.ts';
import { emailProblem, GENERIC_PROBLEM, type NameField, nameProblem } from './registration-fields.ts';
import type { Field, Lists } from './wizard-country.ts';
import { entryOf, isAmount, isText, optionsAt, severalOf } from './wizard-fields.ts';

/**
 * The problem of a value that is sent although the customer's country, or their other answers, do not ask for it. Nothing is kept
 * of it. What no country would take is refused all the same, so that whoever sends it learns of it.
 *
 * @param asked the field as the countries have it that do ask; a field that none asks is a text
 */
export function unaskedProblem(asked: readonly Field[], text: string, lists: Lists): string | null {
  const fits = asked.length === 0 ? isText(text) : asked.some((field) => isTaken(field, text, lists));
  return fits ? null : GENERIC_PROBLEM;
}

function isTaken(field: Field, text: string, lists: Lists): boolean {
  switch (field.kind) {
    case 'email':
      return emailProblem(text) === null;
    case 'name':
      return nameProblem(field.name as NameField, text) === null;
    case 'ticked':
      return text === 'true' || text === 'false';
    case 'date':
      return isCalendarDate(text) || fromTypedDate(text) !== null;
    case 'document':
    case 'nit':
    case 'socialSecurity':
      return /^(?=.*[0-9])[0-9A-Z]{5,20}$/.test(bareNumber(text));
    case 'phone':
      return /^\+?[\d\s().-]+$/.test(text) && text.length <= 30 && text.replace(/\D/g, '').length >= 7;
    case 'amount':
      return isAmount(text);
    case 'several':
      return severalIn(text).every((one) => isOneOf(field, one, lists)) && severalIn(text).length > 0;
    case 'select':
    case 'choice':
      return isOneOf(field, text, lists);
    default:
      return isText(text);
  }
}

/** A place below another is any text here: the choice above it may be of another country. */
function isOneOf(field: Extract<Field, { from: unknown }>, text: string, lists: Lists): boolean {
  if ('list' in field.from && field.from.under) return isText(text);
  return entryOf(optionsAt(field.from, {}, lists), text) !== undefined;
}

function severalIn(text: string): readonly string[] {
  try {
    return severalOf(JSON.parse(text));
  } catch {
    return [];
  }
}
