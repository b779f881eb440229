import { type RegistrationField, registrationFields } from '#contract/account.ts';
import { singleBlanks } from '#contract/typed-text.ts';
import { fromTypedDate, toTypedDate } from './dates.ts';
import { bareNumber } from './document-numbers.ts';
import { wirePhone } from './phones.ts';
import { writtenName } from './registration-fields.ts';
import { type Given, pathFor } from './wizard.ts';
import type { Country, Field, Lists, PhotoSide } from './wizard-country.ts';
import { isExcused, prefixOf, severalOf, shownFields, textOf, writtenChoice } from './wizard-fields.ts';

/**
 * The registration's fields (V3.9): only the answers on the path, and the country's fixed fields. Numbers are sent without
 * blanks, dots and hyphens, dates as 'YYYY-MM-DD', ticks as 'true' and 'false', several origins as a JSON list.
 */
export function wireFieldsOf(country: Country, given: Given, lists: Lists): Record<string, string> {
  const fields: Record<string, string> = { ...country.fixed, residenciaFiscal: country.name };
  for (const field of fieldsOnPath(country, given)) {
    if (!isSent(field)) continue;
    const text = wireText(field, given, lists);
    if (text !== '') fields[field.name] = text;
  }
  const excused = pathFor(country, given).flatMap((step) => step.fields.filter((field) => isExcused(field, given)));
  for (const { name } of excused) fields[name] = '';
  return fields;
}

/** The photos that the path asks for. */
export function photosOnPath(country: Country, given: Given): readonly PhotoSide[] {
  return fieldsOnPath(country, given)
    .filter((field) => field.kind === 'photo')
    .map((field) => field.name as PhotoSide);
}

/** The answers behind these fields, so that the server can check the form itself. `photos` are the sides that were sent. */
export function answersFromWire(
  country: Country,
  sent: Readonly<Record<string, string>>,
  photos: readonly string[],
  lists: Lists,
): Record<string, unknown> {
  const fields = { ...sent, ...country.fixed };
  const answers: Record<string, unknown> = {};
  for (const field of country.steps.flatMap((step) => step.fields)) {
    answers[field.name] = readBack(field, fields, photos, lists);
  }
  return answers;
}

function fieldsOnPath(country: Country, given: Given): readonly Field[] {
  return pathFor(country, given).flatMap((step) => shownFields(country, step, given));
}

function isSent(field: Field): boolean {
  const sent: readonly string[] = registrationFields;
  return sent.includes(field.name);
}

function wireText(field: Field, given: Given, lists: Lists): string {
  const answer = given[field.name];
  switch (field.kind) {
    case 'ticked':
      return String(answer === true);
    case 'several':
      return JSON.stringify(severalOf(answer));
    case 'password':
      return textOf(answer);
    case 'date':
      return fromTypedDate(textOf(answer)) ?? '';
    case 'document':
    case 'nit':
    case 'socialSecurity':
      return bareNumber(textOf(answer));
    case 'phone':
      return wirePhone(textOf(answer), prefixOf(field, given, lists));
    case 'name':
      return writtenName(textOf(answer));
    case 'select':
      return writtenChoice(field.from, textOf(answer).normalize('NFC').trim(), given, lists);
    default:
      return singleBlanks(textOf(answer).normalize('NFC'));
  }
}

function readBack(
  field: Field,
  sent: Readonly<Record<string, string>>,
  photos: readonly string[],
  lists: Lists,
): unknown {
  if (field.kind === 'photo') return photos.includes(field.name) ? { side: field.name } : null;
  if (field.readBack) return readQuestion(field.readBack, sent);
  const text = sent[field.name] ?? '';
  switch (field.kind) {
    case 'ticked':
      return text === 'true';
    case 'several':
      return listIn(text);
    case 'date':
      return toTypedDate(text) || text;
    case 'phone': {
      const prefix = bareNumber(prefixOf(field, sent, lists));
      return prefix !== '' && text.startsWith(prefix) ? text.slice(prefix.length) : '';
    }
    default:
      return text;
  }
}

function readQuestion(from: NonNullable<Field['readBack']>, sent: Readonly<Record<string, string>>): string {
  if ('copies' in from) return sent[from.copies] ?? '';
  if ('whenEmpty' in from) return (sent[from.whenEmpty] ?? '').trim() === '' ? 'si' : 'no';
  const yes =
    'whenSent' in from
      ? from.whenSent.some((name: RegistrationField) => (sent[name] ?? '') !== '')
      : sent[from.when] === from.is;
  return yes ? 'si' : 'no';
}

function listIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A text that does not parse is no list; the check reports it.
    return null;
  }
}
