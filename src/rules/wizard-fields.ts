import { fromTypedDate } from './dates.ts';
import { bareNumber, documentNumberProblem } from './document-numbers.ts';
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
  FieldOf,
  Lists,
  ListTree,
  Option,
  OptionSource,
  Step,
  TabId,
} from './wizard-country.ts';

type PhoneField = Extract<Field, { kind: 'phone' }>;

/** What the checks need besides the answers. */
export interface CheckContext {
  /** 'YYYY-MM-DD' where the customer is. */
  today: string;
  /** The loaded lists. Answers from a list that is not loaded yet are accepted. */
  lists: Lists;
}

/** The problems of the step's shown fields, in their order; empty when the step is complete (V5.18 to V5.21). */
export function stepProblems(
  country: Country,
  step: Step,
  given: Given,
  around: CheckContext,
): Partial<Record<AnswerName, string>> {
  const problems: Partial<Record<AnswerName, string>> = {};
  for (const field of shownFields(country, step, given)) {
    const problem = fieldProblem(country, field, given, around);
    if (problem !== null) problems[field.name] = problem;
  }
  return problems;
}

/** The first incomplete step of the path; null when the registration can be sent. */
export function firstIncomplete(country: Country, given: Given, around: CheckContext): TabId | null {
  return pathFor(country, given).find(lacksIn(country, given, around))?.id ?? null;
}

/** The first incomplete step after this one, else the last step: the next step after a change from the review. */
export function afterChange(country: Country, given: Given, tab: TabId, around: CheckContext): TabId | null {
  const path = pathFor(country, given);
  const after = path.slice(path.findIndex(({ id }) => id === tab) + 1);
  return (after.find(lacksIn(country, given, around)) ?? path.at(-1))?.id ?? null;
}

const lacksIn = (country: Country, given: Given, around: CheckContext) => (step: Step) =>
  Object.keys(stepProblems(country, step, given, around)).length > 0;

/** The fields to ask, given the answers. The chosen document decides which photos are asked (V3.8, V4.4). */
export function shownFields(country: Country, step: Step, given: Given): readonly Field[] {
  return step.fields.filter(
    (field) =>
      allHold(field.when, given) &&
      !isExcused(field, given) &&
      (field.kind !== 'photo' ||
        documentOf(country, 'tipoId', given)?.photos.some((side) => side === field.name) === true),
  );
}

/** Whether another answer says that there is nothing to write here: 'Tengo un solo apellido'. */
export const isExcused = ({ excused }: Field, given: Given): boolean => !!excused && allHold(excused, given);

/** Whether the field can be answered now: a number needs its document's type, a canton its province (V2.29). */
export function isAnswerable(country: Country, field: Field, given: Given): boolean {
  if (field.locked && allHold(field.locked, given)) return false;
  if (field.kind === 'document') return documentOf(country, field.type, given) !== undefined;
  if (field.kind !== 'select' || 'options' in field.from) return true;
  return (field.from.under ?? []).every((name) => textOf(given[name]) !== '');
}

/** The other answers that this choice changes (V4.4); null clears one. */
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

/** The options to choose from; none while the list is not loaded or the choice above is missing. */
export function optionsAt(from: OptionSource, given: Given, lists: Lists): readonly Option[] {
  return readBy(given, 'options' in from ? from.options : branchOf(from, given, lists));
}

/** The chosen entry in today's spelling. A renamed district is still found by its earlier name. */
export function entryOf<T extends Pick<Option, 'value' | 'also'>>(options: readonly T[], text: string): T | undefined {
  return options.find(({ value }) => value === text) ?? options.find(({ also }) => also?.includes(text));
}

/** What the insurer stored stays an option, also when today's lists write it in another way. */
export function andStored(options: readonly Option[], stored: readonly string[]): readonly Option[] {
  const unknown = [...new Set(stored)].filter((text) => text !== '' && !entryOf(options, text));
  return [...unknown.map((text) => ({ value: text, label: text })), ...options];
}

/** The answer of a list as it is sent, in today's spelling. */
export function writtenChoice(from: OptionSource, text: string, given: Given, lists: Lists): string {
  return entryOf(optionsAt(from, given, lists), text)?.value ?? text;
}

/** The question's label for this customer. */
export function labelFor({ label, feminineLabel }: Pick<Field, 'label' | 'feminineLabel'>, given: Given): string {
  return feminineLabel !== undefined && isWoman(given) ? feminineLabel : label;
}

/** The chosen document, or the country's only one when there is no choice (V3.8: Internacional). */
export function documentOf(country: Country, type: 'tipoId' | 'tipoIdConyuge', given: Given): DocumentType | undefined {
  const name = country.fixed[type] ?? textOf(given[type]);
  return country.documents.find((document) => document.name === name);
}

/** The dial prefix in front of the number; '' while its country is not chosen. */
export function prefixOf(field: PhoneField, given: Given, lists: Lists): string {
  const { prefix } = field;
  return typeof prefix === 'string' ? prefix : (chosenPrefix(prefix, given, lists)?.prefix ?? '');
}

/** The number's area codes, when several countries share its prefix. */
export function areasOf({ prefix }: PhoneField, given: Given, lists: Lists): readonly string[] | undefined {
  return typeof prefix === 'string' ? undefined : chosenPrefix(prefix, given, lists)?.areas;
}

/** A text answer; '' when there is none. */
export const textOf = (answer: unknown): string => (typeof answer === 'string' ? answer : '');

/** The answers of a question that takes several. */
export const severalOf = (answer: unknown): readonly string[] =>
  Array.isArray(answer) ? answer.filter((one): one is string => typeof one === 'string') : [];

type Kind = Field['kind'];
/** What a rule looks at: the answer as it is and as a text, and all that it may depend on. */
interface Checked<K extends Kind> extends CheckContext {
  country: Country;
  field: FieldOf<K>;
  given: Given;
  answer: unknown;
  text: string;
}

const unless = (isRight: boolean): string | null => (isRight ? null : GENERIC_PROBLEM);

const chosenProblem = ({ field, text, given, lists }: Checked<'select' | 'choice'>): string | null => {
  if (!isOption(field.from, text, given, lists)) return GENERIC_PROBLEM;
  return field.contradictions?.find(({ is, when }) => is === text && allHold(when, given))?.text ?? null;
};

/** One rule per kind of field. A kind without one does not compile. */
const problems: { [K in Kind]: (checked: Checked<K>) => string | null } = {
  email: ({ text }) => emailProblem(text),
  password: ({ text }) => passwordProblem(text),
  repeated: ({ field, given, text }) =>
    field.of === 'email'
      ? emailConfirmationProblem(textOf(given.email), text)
      : passwordConfirmationProblem(textOf(given.password), text),
  ticked: ({ field, answer }) => unless(!field.mandatory || answer === true),
  name: ({ field, text }) => nameProblem(field.name as NameField, text),
  text: ({ text }) => unless(isText(text)),
  date: ({ field, given, text, today }) =>
    field.rule === 'birth'
      ? birthDateProblem(text, today)
      : issueDateProblem(text, today, fromTypedDate(textOf(given.fechaNacimiento))),
  document({ country, field, given, text }) {
    if (field.name === 'nifConyuge' && isOwnNumber(text, given)) return OWN_NUMBER;
    const document = documentOf(country, field.type, given);
    return document ? documentNumberProblem(document.number, text) : GENERIC_PROBLEM;
  },
  nit: ({ field, text }) => nitProblem(text, field.guatemalan),
  socialSecurity: ({ text }) => unless(/^(?=.*[0-9])[0-9A-Z]{1,20}$/.test(bareNumber(text))),
  phone: ({ field, given, lists, text }) =>
    phoneProblem(text, prefixOf(field, given, lists), areasOf(field, given, lists)),
  amount: ({ text }) => unless(isAmount(text)),
  photo: ({ answer }) => unless(typeof answer === 'object' && answer !== null),
  select: chosenProblem,
  choice: chosenProblem,
  several({ field, answer, given, lists }) {
    const chosen = severalOf(answer);
    const known = chosen.every((one) => isOption(field.from, one, given, lists));
    return unless(chosen.length > 0 && known && new Set(chosen).size === chosen.length);
  },
};

function fieldProblem(country: Country, field: Field, given: Given, around: CheckContext): string | null {
  const answer = given[field.name];
  const text = textOf(answer);
  if (field.optional && text.trim() === '') return null;
  const rule = problems[field.kind] as (checked: Checked<Kind>) => string | null;
  return rule({ ...around, country, field, given, answer, text });
}

function chosenPrefix({ of, list }: Exclude<PhoneField['prefix'], string>, given: Given, lists: Lists) {
  return entryOf(optionsAt({ list }, given, lists), textOf(given[of]));
}

const OWN_NUMBER = 'El documento de tu cónyuge no puede ser el tuyo';

/** Whether the spouse's number is the customer's own. */
function isOwnNumber(text: string, given: Given): boolean {
  const number = bareNumber(textOf(given.nif));
  return number !== '' && bareNumber(text) === number;
}

/** Whether a text is readable and short enough for an address. */
export function isText(text: string): boolean {
  const written = text.trim();
  return written.length <= MAX_TEXT_CHARS && /[\p{L}\p{N}]/u.test(written) && !/\p{Cc}/u.test(written);
}

/** Whether a text is an amount as it is sent: digits, and at most two behind a point. */
export const isAmount = (text: string): boolean => /^[0-9]{1,12}(\.[0-9]{1,2})?$/.test(text);

/** Longer than any address, company or position. */
export const MAX_TEXT_CHARS = 160;

function isOption(from: OptionSource, text: string, given: Given, lists: Lists): boolean {
  if (text === '') return false;
  if ('list' in from && lists[from.list] === undefined) return true;
  return entryOf(optionsAt(from, given, lists), text) !== undefined;
}

/** Names are compared, not used as object keys: a name from outside may be 'constructor'. */
function branchOf(from: Extract<OptionSource, { list: unknown }>, given: Given, lists: Lists): readonly Option[] {
  let branch: ListTree = lists[from.list] ?? [];
  for (const name of from.under ?? []) {
    branch = entryOf(branch, textOf(given[name]))?.below ?? [];
  }
  return branch;
}

/** For a woman, options show their feminine form; a search still finds the masculine one. The value is the same. */
function readBy(given: Given, options: readonly Option[]): readonly Option[] {
  if (!isWoman(given) || !options.some(({ feminine }) => feminine !== undefined)) return options;
  return options.map((option) =>
    option.feminine === undefined
      ? option
      : { ...option, label: option.feminine, also: [option.label, ...(option.also ?? [])] },
  );
}

const isWoman = (given: Given): boolean => textOf(given.sexo) === 'Femenino';
