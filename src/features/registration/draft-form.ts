import * as v from 'valibot';
import { type Residence, residences } from '#contract/account.ts';
import { commandKey } from '#contract/values.ts';
import { countryOf } from '#countries/register.ts';
import { fileOf } from '#forms/answers.ts';
import type { Country, PhotoSide } from '#rules/wizard-country.ts';

/** A registration in progress: the current step, the answers, and the idempotency key it will be sent with. */
export interface Registering {
  country: Residence;
  tab: string;
  /** Answers, photos and passwords included; `formOf` decides what is stored. */
  given: Readonly<Record<string, unknown>>;
  key: string;
}

export const photoSides: readonly PhotoSide[] = ['frontal', 'reverso'];
/** D45: never stored. */
const secrets = ['password', 'passwordConfirmacion'];

const stored = v.object({
  version: v.literal(1),
  country: v.picklist(residences),
  tab: v.string(),
  given: v.record(v.string(), v.union([v.string(), v.boolean(), v.array(v.string()), v.null()])),
  key: commandKey,
});

/** The stored part: all answers but the passwords. Photos are rows of their own. */
export function formOf({ country, tab, given, key }: Registering): v.InferOutput<typeof stored> {
  const kept = Object.entries(given).filter(
    ([name, answer]) => !secrets.includes(name) && !photoSides.some((side) => side === name) && answer !== undefined,
  );
  return { version: 1, country, tab, given: Object.fromEntries(kept) as v.InferOutput<typeof stored>['given'], key };
}

/** Reads a stored registration; null when there is none or this version cannot read it. */
export function registeringIn(form: unknown, photos: Readonly<Record<string, unknown>>): Registering | null {
  const parsed = v.safeParse(stored, form);
  if (!parsed.success) return null;
  const { country, tab, given, key } = parsed.output;
  return { country, tab, key, given: { ...given, ...photos } };
}

/** The photos among the answers. */
export const photosOf = (given: Registering['given']) =>
  Object.fromEntries(photoSides.map((side) => [side, fileOf(given[side]) ?? undefined]));

/** Whether anything was answered. A chosen country with what it presets is not worth resuming. */
export function isBegun({ country, given }: Registering): boolean {
  const preset = initialAnswers(countryOf(country));
  return Object.entries(given).some(
    ([name, answer]) => answer !== '' && answer !== null && answer !== false && answer !== preset[name],
  );
}

/** The initial values of the country's fields. */
export function initialAnswers(country: Country | undefined): Record<string, unknown> {
  const fields = country?.steps.flatMap((step) => step.fields) ?? [];
  return Object.fromEntries(fields.filter((field) => field.initial).map((field) => [field.name, field.initial]));
}

/** The answers without the passwords. */
export function withoutSecrets(given: Registering['given']): Registering['given'] {
  return Object.fromEntries(Object.entries(given).filter(([name]) => !secrets.includes(name)));
}

/** Whether both hold the same answers, the passwords aside. */
export function areSameAnswers(one: Registering['given'], other: Registering['given']): boolean {
  const names = Object.keys(withoutSecrets({ ...one, ...other }));
  return names.every((name) => isSameAnswer(name, one, other));
}

export const isSameAnswer = (name: string, one: Registering['given'], other: Registering['given']): boolean =>
  (one[name] ?? null) === (other[name] ?? null);
