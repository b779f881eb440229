import {
  type EditableField,
  editableFields,
  type PersonalInformation,
  type PersonalInformationPart,
} from '#contract/account.ts';
import { sameMailbox } from '#contract/mailbox.ts';
import { bareNumber } from './document-numbers.ts';
import { amountIn, writtenAmount } from './money.ts';
import { groupedPhone, wirePhone } from './phones.ts';
import { writtenName } from './registration-fields.ts';
import { allHold, type Given } from './wizard.ts';
import type { AnswerName, Country, Field, Lists } from './wizard-country.ts';
import {
  andStored,
  entryOf,
  optionsAt,
  prefixOf,
  severalOf,
  stepProblems,
  textOf,
  writtenChoice,
} from './wizard-fields.ts';

/**
 * A question of the personal information. `after`: it is asked once that answer is given (H5.9). `readAs`: the card's label,
 * where the question does not name the answer.
 */
export type PersonalField = Field & { readonly after?: AnswerName; readonly readAs?: string };
type Fields = readonly PersonalField[];
export type PersonalAnswers = Record<string, string | readonly string[]>;

/** The answers an editor opens with: the stored values in the form's notation. */
export function answersFromInformation(fields: Fields, info: PersonalInformation, lists: Lists): PersonalAnswers {
  const answers: PersonalAnswers = {};
  // The order matters: a phone number is shown without the prefix of the country answered before it.
  for (const field of fields) answers[field.name] = answerOf(field, info, { ...answers }, lists);
  return answers;
}

/** The questions that are asked, given the answers so far. */
export function askedFields(fields: Fields, given: Given): Fields {
  return fields.filter(({ when, after }) => allHold(when, given) && (!after || textOf(given[after]) !== ''));
}

/**
 * The problems that prevent saving, by field. They are the registration's checks, except on stored values. An unchanged
 * value passes, and an empty one may stay empty, unless the choice above it needs it (H5.9) or has just begun to ask for it
 * (V5.19).
 */
export function personalProblems(
  country: Country,
  fields: Fields,
  before: Given,
  given: Given,
  around: { today: string; lists: Lists },
): Record<string, string> {
  const asked = askedFields(fields, given).map((field) => withStored(field, before, given, around.lists));
  const problems = stepProblems(country, { id: 'financiera', title: '', fields: asked }, given, around);
  const counted = asked.filter((field) => {
    const [old, now] = [written(before[field.name]), written(given[field.name])];
    if (field.kind === 'several') return now !== '' && now !== old;
    const begins = !allHold(field.when, before);
    const needed = isPlaceBelow(field) || !isOptional(field) || begins;
    // An unchanged canton is checked again when its province changes, a phone when its country changes. Another number asks
    // for the country too: without its prefix nobody can be called.
    const leans = [...dependenciesOf(field), ...(field.name === 'paisTelefono' ? ['telefono'] : [])];
    const moved = leans.some((name) => written(before[name]) !== written(given[name]));
    // Another spouse may have one surname (D80).
    return now === '' ? needed || (old !== '' && !field.excused) : now !== old || moved;
  });
  return Object.fromEntries(counted.flatMap(({ name }) => (problems[name] ? [[name, problems[name]]] : [])));
}

/** Of several answers a stored one stays an option, also where no list has it. */
function withStored(field: PersonalField, before: Given, given: Given, lists: Lists): PersonalField {
  if (field.kind !== 'several') return field;
  return { ...field, from: { options: andStored(optionsAt(field.from, given, lists), severalOf(before[field.name])) } };
}

/**
 * The change to send: only the fields whose answer changed, so that a save on another device meanwhile stays. Fields that
 * have no meaning alone are sent together: a canton with its province, a phone with its country. A question that is no
 * longer asked is emptied. Several origins are sent as a JSON list, none as null (H5.9).
 */
export function changeFrom(
  fields: Fields,
  before: Given,
  given: Given,
  lists: Lists,
): Partial<Record<EditableField, string | null>> {
  const [was, now] = [writtenAnswers(fields, before, lists), writtenAnswers(fields, given, lists)];
  const wasAsked = new Set(askedFields(fields, before).map(({ name }) => name));
  const isAsked = new Set(askedFields(fields, given).map(({ name }) => name));
  const changed = fields.filter(
    ({ name }) => was.get(name) !== now.get(name) || (wasAsked.has(name) && !isAsked.has(name)),
  );
  const sent = withCompany(fields, changed);
  return Object.fromEntries(
    editableFields.filter((name) => sent.has(name) && now.has(name)).map((name) => [name, now.get(name) ?? null]),
  );
}

/** What an editor kept: what it was opened with, and the answers since. */
interface Kept {
  readonly opened: Given;
  readonly answers: Readonly<PersonalAnswers>;
}

/**
 * D95: the answers that a kept editor opens with. Only what was typed is laid over what the record says now, with the
 * fields that have no meaning alone.
 */
export function laidOver(fields: Fields, now: PersonalAnswers, { opened, answers }: Kept): PersonalAnswers {
  const typed = withCompany(fields, differing(fields, opened, answers));
  const laid = { ...now };
  for (const name of typed) {
    const answer = answers[name];
    if (answer !== undefined && Array.isArray(answer) === Array.isArray(now[name])) laid[name] = answer;
  }
  return laid;
}

/** D95: the fields that changed in the record since the kept editor was opened. */
export const movedSince = (fields: Fields, now: Given, { opened }: Kept): Fields => differing(fields, opened, now);

/** The record with what the customer sent, and over it what the answer names (H7.19). A residence never becomes empty. */
export function withChange(
  info: PersonalInformation,
  sent: Partial<Record<EditableField | 'codigo', string | null | undefined>>,
  answer: PersonalInformationPart,
): PersonalInformation {
  // Another address may wait for its code. Only the answer knows (D59).
  const names = editableFields.filter((name) => name !== 'email' && sent[name] !== undefined);
  const texts = Object.fromEntries(names.map((name) => [name, sent[name] ?? '']));
  // The code that was taken is the one sent to the address that waited.
  const proved = sent.codigo && info.emailPendiente ? { email: info.emailPendiente } : {};
  const changed = { ...info, ...texts, ...proved, ...answer };
  const waits = !sameMailbox(changed.emailPendiente, changed.email);
  return {
    ...changed,
    emailPendiente: waits ? changed.emailPendiente : '',
    residenciaFiscal: answer.residenciaFiscal || info.residenciaFiscal,
  };
}

/** Every answer as it is sent; null for a question that is not asked. */
export function writtenAnswers(fields: Fields, given: Given, lists: Lists): Map<string, string | null> {
  const asked = new Set(askedFields(fields, given).map(({ name }) => name));
  return new Map(fields.map((field) => [field.name, asked.has(field.name) ? wireOf(field, given, lists) : null]));
}

/** Names of the fields, and of those that are sent with them: a canton with its province, a phone with its country. */
function withCompany(fields: Fields, changed: Fields): Set<string> {
  const names = new Set<string>(changed.map(({ name }) => name));
  for (const field of fields) {
    const together = [field.name, ...dependenciesOf(field)];
    if (together.some((name) => names.has(name))) for (const name of together) names.add(name);
  }
  return names;
}

const differing = (fields: Fields, one: Given, other: Given): Fields =>
  fields.filter(({ name }) => written(one[name]) !== written(other[name]));

/** The answers that this field depends on. */
function dependenciesOf(field: Field): readonly AnswerName[] {
  if (field.kind === 'select' && 'list' in field.from) return field.from.under ?? [];
  if (field.kind === 'phone' && typeof field.prefix !== 'string') return [field.prefix.of];
  return field.kind === 'document' ? [field.type] : [];
}

/** A stored value as text, in the list's words when the list is loaded; '' when there is none. */
export function valueText(field: PersonalField, info: PersonalInformation, locale: string, lists: Lists): string {
  const stored = storedText(field, info);
  switch (field.kind) {
    case 'several':
      return originsIn(stored).join(', ');
    case 'amount':
      return writtenAmount(stored, locale, field.symbol);
    case 'phone':
      return groupedPhone(stored, typeof field.prefix === 'string' ? field.prefix : '');
    case 'choice':
    case 'select': {
      if (field.readBack) return yesNoText(answerOf(field, info, {}, {}) === 'si' ? 'si' : 'no');
      return optionsAt(field.from, { ...info }, lists).find(({ value }) => value === stored)?.label ?? stored;
    }
    default:
      return stored;
  }
}

/** 'Sí' or 'No' for what different systems store ('si', 'true', '1'); '' for anything else. */
export function yesNoText(stored: string): string {
  if (/^(s[ií]|true|1)$/i.test(stored.trim())) return 'Sí';
  return /^(no|false|0)$/i.test(stored.trim()) ? 'No' : stored.trim();
}

/** The dependent answers that are no longer an option after a new choice (H5.9). */
export function orphaned(fields: Fields, cleared: readonly string[], given: Given, lists: Lists): string[] {
  return cleared.filter((name) => {
    const field = fields.find((one) => one.name === name);
    if (field?.kind !== 'select' || !isPlaceBelow(field)) return true;
    const answer = textOf(given[name]);
    return answer !== '' && !entryOf(optionsAt(field.from, given, lists), answer);
  });
}

function answerOf(field: Field, info: PersonalInformation, given: Given, lists: Lists): string | readonly string[] {
  if (field.readBack && 'whenSent' in field.readBack) {
    return field.readBack.whenSent.some((name) => isFilled(info[name as keyof PersonalInformation])) ? 'si' : 'no';
  }
  const stored = storedText(field, info);
  if (field.kind === 'several') return originsIn(stored);
  if (field.kind === 'phone') return withoutPrefix(stored, prefixOf(field, given, lists));
  if (field.kind === 'amount') return amountIn(stored);
  return stored;
}

function wireOf(field: Field, given: Given, lists: Lists): string | null {
  if (field.kind === 'several') {
    const chosen = severalOf(given[field.name]);
    return chosen.length > 0 ? JSON.stringify(chosen) : null;
  }
  const text = textOf(given[field.name]).normalize('NFC').trim();
  if (field.kind === 'name') return writtenName(text);
  if (field.kind === 'phone') return text === '' ? '' : wirePhone(text, prefixOf(field, given, lists));
  if (field.kind === 'select') return writtenChoice(field.from, text, given, lists);
  return field.kind === 'document' ? bareNumber(text) : text;
}

/** A national number has at least seven digits (V5.15). A shorter rest means that the number only starts like the prefix. */
function withoutPrefix(stored: string, prefix: string): string {
  // A text that is no number stays unchanged; the check reports it.
  if (!/^[+\d\s().-]*$/.test(stored)) return stored;
  const number = stored.replace(/\D/g, '');
  const dial = prefix.replace(/\D/g, '');
  const rest = number.slice(dial.length);
  const isOwn = dial !== '' && number.startsWith(dial);
  if (isOwn && rest.length >= 7) return rest;
  // The number of a country that is not the chosen one says so by its sign.
  return !isOwn && stored.trim().startsWith('+') ? `+${number}` : number;
}

const originsIn = (stored: string): string[] =>
  isFilled(stored) ? listedIn(stored).map((origin) => (origin === 'Negocios' ? 'Negocio' : origin)) : [];

function listedIn(stored: string): readonly string[] {
  try {
    const read: unknown = JSON.parse(stored);
    // Something else than a list is no origin, and is said to be none where it is sent.
    return Array.isArray(read) ? severalOf(read) : [stored];
  } catch {
    // Another system may have written them as a plain list.
    return stored.split(',').map((origin) => origin.trim());
  }
}

/** Other systems send the text 'null' for nothing. */
const isFilled = (stored: string | undefined): boolean => !['', 'null', '[]'].includes((stored ?? '').trim());

function storedText(field: Field, info: PersonalInformation): string {
  const stored = info[field.name as keyof PersonalInformation] ?? '';
  return isFilled(stored) ? stored : '';
}

/** An answer as one text; several answers in their order. */
const written = (answer: unknown): string => textOf(answer) || severalOf(answer).join('\n');

/** Whether the field depends on the choice above it, such as a canton. */
const isPlaceBelow = (field: Field): boolean =>
  field.kind === 'select' && 'list' in field.from && (field.from.under?.length ?? 0) > 0;

/** Whether the field may be empty. Without the others an account cannot be reached. */
const isOptional = ({ name }: Field): boolean => !['email', 'telefono', 'paisTelefono', 'estadoCivil'].includes(name);
