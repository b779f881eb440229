import type { AnswerName, Condition, Country, Field, Step, TabId } from './wizard-country.ts';

/** What the customer has answered so far. Texts, ticks, lists of texts and photos; null and absent mean unanswered. */
export type Given = Readonly<Record<string, unknown>>;

/** The steps of this customer, in order. They are computed from the answers each time and never stored (V2.17, V2.35). */
export function pathFor(country: Country, given: Given): readonly Step[] {
  return country.steps.filter((step) => allHold(step.when, given));
}

/** The step after this one; null after the last, which sends the registration (V4.1). */
export function nextTab(country: Country, given: Given, tab: TabId): TabId | null {
  return neighbour(country, given, tab, 1);
}

/** The step before this one; null before the first, whose Back leads to the choice of residence (V2.17). */
export function previousTab(country: Country, given: Given, tab: TabId): TabId | null {
  return neighbour(country, given, tab, -1);
}

export interface Progress {
  /** V2.15, D1: counted over all steps of the country, whatever the answers (D36). */
  percent: number;
  /** From 1. */
  step: number;
  total: number;
}

export function progressAt(country: Country, tab: TabId): Progress {
  const index = Math.max(0, indexOfStep(country, tab));
  const total = country.steps.length;
  return { percent: Math.min(100, (index / total) * 100 + 5), step: index + 1, total };
}

/** The number of a step for the customer, with those that the answers left out before it: '11', '10 y 11', '8 a 11'. */
export function stepNumber(country: Country, given: Given, tab: TabId): string {
  const { step } = progressAt(country, tab);
  const before = previousTab(country, given, tab);
  const first = before === null ? step : progressAt(country, before).step + 1;
  if (first >= step) return `${step}`;
  return `${first} ${first + 1 === step ? 'y' : 'a'} ${step}`;
}

/** The step of that name, or the first step: a stored name may come from another country or version. */
export function stepAt(country: Country, tab: string): Step | undefined {
  return country.steps.find((step) => step.id === tab) ?? country.steps[0];
}

/**
 * The answers that stay after a change of country: those of steps that are equal in both. A province or document number of
 * the other country must not stay unseen. Conditions are a country's own (V2.28): what was accepted of one is asked again.
 */
export function carriedOver(from: Country, to: Country, given: Given): Record<string, unknown> {
  const kept = from.steps
    .filter((step) => !step.lookup || step.lookup.call === 'checkEmail')
    .filter((step) => to.steps.some((other) => other.id === step.id && sameData(other, step)))
    .flatMap((step) => step.fields.filter((field) => !accepts(field)).map((field) => field.name));
  return pickAnswers(kept, given);
}

/** The steps with answers that such a change drops. What a country presets, or asks to accept, is no answer. */
export function droppedSteps(from: Country, to: Country, given: Given): readonly Step[] {
  const kept = carriedOver(from, to, given);
  const isDropped = (field: Field) => {
    const { name, initial } = field;
    return !(name in kept) && !accepts(field) && !!given[name] && given[name] !== initial && `${given[name]}` !== '';
  };
  return from.steps.filter((step) => step.fields.some(isDropped));
}

/** Whether it accepts a country's papers. */
const accepts = (field: Field) => field.kind === 'ticked' && field.mandatory;

/** The named answers and no others. */
export function pickAnswers(names: readonly AnswerName[], given: Given): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => name in given).map((name) => [name, given[name]]));
}

export function allHold(conditions: readonly Condition[] | undefined, given: Given): boolean {
  return (conditions ?? []).every(({ field, is }) => {
    const answer = given[field] === true ? 'si' : given[field];
    return typeof answer === 'string' && is.includes(answer);
  });
}

/** A step that is no longer on the path still has an index among the country's steps, so its neighbours can be found. */
function neighbour(country: Country, given: Given, tab: TabId, way: 1 | -1): TabId | null {
  const index = indexOfStep(country, tab);
  const candidates = way === 1 ? country.steps.slice(index + 1) : country.steps.slice(0, Math.max(0, index)).reverse();
  return candidates.find((step) => allHold(step.when, given))?.id ?? null;
}

const indexOfStep = (country: Country, tab: TabId) => country.steps.findIndex((step) => step.id === tab);

/** Whether two steps are equal, compared as JSON. */
const sameData = (one: Step, other: Step) => JSON.stringify(one) === JSON.stringify(other);
