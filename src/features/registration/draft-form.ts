import * as v from 'valibot';
import { type Residence, residences } from '#contract/account.ts';
import { commandKey } from '#contract/values.ts';
import type { PhotoSide } from '#rules/wizard-country.ts';

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

/** Whether anything was answered. A chosen country alone is not worth resuming. */
export function isBegun({ given }: Registering): boolean {
  return Object.values(given).some((answer) => answer !== '' && answer !== null && answer !== false);
}

/** The answers without the passwords. */
export function withoutSecrets(given: Registering['given']): Registering['given'] {
  return Object.fromEntries(Object.entries(given).filter(([name]) => !secrets.includes(name)));
}
