import { singleBlanks } from '#contract/typed-text.ts';
import { fromTypedDate } from './dates.ts';
import { bareNumber, type DocumentNumberKind, documentNumberProblem } from './document-numbers.ts';
import { phoneProblem } from './phones.ts';
import {
  birthDateProblem,
  emailConfirmationProblem,
  emailProblem,
  GENERIC_PROBLEM,
  issueDateProblem,
  type NameField,
  nameProblem,
  nitProblem,
  passwordConfirmationProblem,
  passwordProblem,
} from './registration-fields.ts';
import { allHold, type Given, pathFor } from './wizard.ts';
import type {
  AnswerName,
  Country,
  DocumentType,
  Field,
  Lists,
  ListTree,
  Option,
  OptionSource,
  Step,
  TabId,
} from './wizard-country.ts';

type PhoneField = Extract<Field, { kind: 'phone' }>;

/** What the checks need beside the answers. */
export interface Around {
  /** 'YYYY-MM-DD' where the customer is. */
  today: string;
  /** The lists that are loaded; an answer from one that is not yet there is believed. */
  lists: Lists;
}

/** What is wrong with each shown field of the step, in the order of the fields; empty when the step is complete (V5.18 to V5.21). */
export function stepProblems(
  country: Country,
  step: Step,
  given: Given,
  around: Around,
): Partial<Record<AnswerName, string>> {
  const problems: Partial<Record<AnswerName, string>> = {};
  for (const field of shownFields(country, step, given)) {
    const problem = fieldProblem(country, field, given, around);
    if (problem !== null) problems[field.name] = problem;
  }
  return problems;
}

/** The first step of the path that is not complete; null when the registration can be sent. */
export function firstIncomplete(country: Country, given: Given, around: Around): TabId | null {
  const lacking = pathFor(country, given).find(
    (step) => Object.keys(stepProblems(country, step, given, around)).length > 0,
  );
  return lacking?.id ?? null;
}

/** The first step after this one that is not complete, else the last: where a step that was changed before the sending leads on. */
export function afterChange(country: Country, given: Given, tab: TabId, around: Around): TabId | null {
  const path = pathFor(country, given);
  const after = path.slice(path.findIndex(({ id }) => id === tab) + 1);
  const lacking = after.find((step) => Object.keys(stepProblems(country, step, given, around)).length > 0);
  return (lacking ?? path.at(-1))?.id ?? null;
}

/** The fields that are asked, given what was answered. Photos are asked as the chosen document needs them (V3.8, V4.4). */
export function shownFields(country: Country, step: Step, given: Given): readonly Field[] {
  return step.fields.filter(
    (field) =>
      allHold(field.when, given) &&
      (field.kind !== 'photo' ||
        documentOf(country, 'tipoId', given)?.photos.some((side) => side === field.name) === true),
  );
}

/** Whether the field can be answered now: a number waits for its document's type, a canton for its province (V2.29). */
export function isAnswerable(country: Country, field: Field, given: Given): boolean {
  if (field.locked && allHold(field.locked, given)) return false;
  if (field.kind === 'document') return documentOf(country, field.type, given) !== undefined;
  if (field.kind !== 'select' || 'options' in field.from) return true;
  return (field.from.under ?? []).every((name) => textOf(given[name]) !== '');
}

/** Other answers that change with this choice (V4.4); null empties one. */
export function effectsOf(field: Field, chosen: string): Partial<Record<AnswerName, string | null>> {
  const effects = field.kind === 'select' || field.kind === 'choice' ? (field.effects ?? []) : [];
  const changes: Partial<Record<AnswerName, string | null>> = {};
  for (const { on, clears, sets } of effects) {
    if (on && !on.includes(chosen)) continue;
    for (const name of clears ?? []) changes[name] = null;
    Object.assign(changes, sets);
  }
  return changes;
}

/** The options to choose from; none while the list is not loaded or what leads to them is not answered. */
export function optionsAt(from: OptionSource, given: Given, lists: Lists): readonly Option[] {
  return readBy(given, 'options' in from ? from.options : branchOf(from, given, lists));
}

/** The chosen entry as it is written today: a district that was renamed is still where who chose it lives. */
export function entryOf<T extends Pick<Option, 'value' | 'also'>>(options: readonly T[], text: string): T | undefined {
  return options.find(({ value }) => value === text) ?? options.find(({ also }) => also?.includes(text));
}

/** The answer of a list as it travels, in today's words. */
export function writtenChoice(from: OptionSource, text: string, given: Given, lists: Lists): string {
  return entryOf(optionsAt(from, given, lists), text)?.value ?? text;
}

/** The question as this customer is asked it. */
export function labelFor({ label, feminineLabel }: Pick<Field, 'label' | 'feminineLabel'>, given: Given): string {
  return feminineLabel !== undefined && isWoman(given) ? feminineLabel : label;
}

/** The chosen document, or the only one the country knows where none is chosen (V3.8: Internacional). */
export function documentOf(country: Country, type: 'tipoId' | 'tipoIdConyuge', given: Given): DocumentType | undefined {
  const name = country.fixed[type] ?? textOf(given[type]);
  return country.documents.find((document) => document.name === name);
}

/** The dial prefix in front of the number; '' while its country is not chosen. */
export function prefixOf(field: PhoneField, given: Given, lists: Lists): string {
  const { prefix } = field;
  return typeof prefix === 'string' ? prefix : (chosenPrefix(prefix, given, lists)?.prefix ?? '');
}

/** The area codes the number begins with, where its country shares the prefix with others. */
export function areasOf({ prefix, areas }: PhoneField, given: Given, lists: Lists): readonly string[] | undefined {
  return typeof prefix === 'string' ? areas : chosenPrefix(prefix, given, lists)?.areas;
}

/** A text answer; '' when there is none. */
export const textOf = (answer: unknown): string => (typeof answer === 'string' ? answer : '');

/** The answers of a question that takes several. */
export const severalOf = (answer: unknown): readonly string[] =>
  Array.isArray(answer) ? answer.filter((one): one is string => typeof one === 'string') : [];

function fieldProblem(country: Country, field: Field, given: Given, { today, lists }: Around): string | null {
  const answer = given[field.name];
  const text = textOf(answer);
  switch (field.kind) {
    case 'email':
      return emailProblem(text);
    case 'password':
      return passwordProblem(text);
    case 'repeated':
      return field.of === 'email'
        ? emailConfirmationProblem(textOf(given.email), text)
        : passwordConfirmationProblem(textOf(given.password), text);
    case 'ticked':
      return field.mandatory && answer !== true ? GENERIC_PROBLEM : null;
    case 'name':
      return nameProblem(field.name as NameField, singleBlanks(text));
    case 'text':
      return isText(text) ? null : GENERIC_PROBLEM;
    case 'date':
      return field.rule === 'birth'
        ? birthDateProblem(text, today)
        : issueDateProblem(text, today, fromTypedDate(textOf(given.fechaNacimiento)));
    case 'document':
      if (field.name === 'nifConyuge' && isOwnNumber(text, given)) return OWN_NUMBER;
      return numberProblem(documentOf(country, field.type, given)?.number, text);
    case 'nit':
      return nitProblem(text);
    case 'socialSecurity':
      return /^(?=.*[0-9])[0-9A-Z]{1,20}$/.test(bareNumber(text)) ? null : GENERIC_PROBLEM;
    case 'phone':
      return phoneProblem(text, prefixOf(field, given, lists), areasOf(field, given, lists));
    case 'amount':
      return /^[0-9]{1,12}(\.[0-9]{1,2})?$/.test(text) ? null : GENERIC_PROBLEM;
    case 'photo':
      return typeof answer === 'object' && answer !== null ? null : GENERIC_PROBLEM;
    case 'select':
    case 'choice':
      return isOption(field.from, text, given, lists) ? null : GENERIC_PROBLEM;
    case 'several': {
      const chosen = severalOf(answer);
      const known = chosen.every((one) => isOption(field.from, one, given, lists));
      return chosen.length > 0 && known && new Set(chosen).size === chosen.length ? null : GENERIC_PROBLEM;
    }
  }
}

function numberProblem(kind: DocumentNumberKind | undefined, text: string): string | null {
  return kind ? documentNumberProblem(kind, text) : GENERIC_PROBLEM;
}

function chosenPrefix({ of, list }: Exclude<PhoneField['prefix'], string>, given: Given, lists: Lists) {
  const chosen = textOf(given[of]);
  return entryOf(optionsAt({ list }, given, lists), chosen);
}

const OWN_NUMBER = 'El documento de tu cónyuge no puede ser el tuyo';

/** Nobody is their own spouse. */
function isOwnNumber(text: string, given: Given): boolean {
  const own = bareNumber(textOf(given.nif));
  return own !== '' && bareNumber(text) === own;
}

/** Something readable, of a length that a letter could be addressed with. */
function isText(text: string): boolean {
  const written = text.trim();
  return written.length <= MAX_TEXT_CHARS && /[\p{L}\p{N}]/u.test(written) && !/\p{Cc}/u.test(written);
}

/** Longer than any address, company or position. */
export const MAX_TEXT_CHARS = 160;

function isOption(from: OptionSource, text: string, given: Given, lists: Lists): boolean {
  if (text === '') return false;
  if ('list' in from && lists[from.list] === undefined) return true;
  return entryOf(optionsAt(from, given, lists), text) !== undefined;
}

/** Names are compared, never looked up: one that arrived from outside may be 'constructor'. */
function branchOf(from: Extract<OptionSource, { list: unknown }>, given: Given, lists: Lists): readonly Option[] {
  let branch: ListTree = lists[from.list] ?? [];
  for (const name of from.under ?? []) {
    const chosen = textOf(given[name]);
    branch = entryOf(branch, chosen)?.below ?? [];
  }
  return branch;
}

/** A woman reads the feminine of what she may say of herself; the masculine still finds it. The value is the same. */
function readBy(given: Given, options: readonly Option[]): readonly Option[] {
  if (!isWoman(given) || !options.some(({ feminine }) => feminine !== undefined)) return options;
  return options.map((option) =>
    option.feminine === undefined
      ? option
      : { ...option, label: option.feminine, also: [option.label, ...(option.also ?? [])] },
  );
}

const isWoman = (given: Given): boolean => textOf(given.sexo) === 'Femenino';
