import * as v from 'valibot';
import { type Given, pathFor, previousTab } from '#rules/wizard.ts';
import type { Country, TabId } from '#rules/wizard-country.ts';
import { type CheckContext, stepProblems } from '#rules/wizard-fields.ts';

const stepEntry = v.object({
  country: v.string(),
  step: v.string(),
  /** How many of the wizard's entries come before it. */
  depth: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
const step = v.fallback(v.nullable(stepEntry), null);

/**
 * What a history entry says about the wizard, whose steps share one address. Browsers write it to disk, so it holds the
 * step's name and no answer.
 */
export type StepEntry = v.InferOutput<typeof stepEntry>;

/** What the history's entry says (`stepNow`); null when it belongs to another page or no step was shown yet. */
export const stepEntryOf = (said: unknown): StepEntry | null => v.parse(step, said);

/** The entries that a customer would have left on the way from the first step to this one. */
export function entriesTo(country: Country, given: Given, tab: string): readonly StepEntry[] {
  const path = pathFor(country, given);
  const index = path.findIndex((step) => step.id === tab);
  return path.slice(0, Math.max(0, index) + 1).map((step, depth) => ({ country: country.name, step: step.id, depth }));
}

/**
 * The step that the browser's Back or Forward leads to. Back skips the spouse's step when it is not asked (V2.17). Forward
 * goes no further than Continuar would: it needs complete steps, and stops before a step that asks the server (V4.2).
 *
 * @returns null when the step does not change
 */
export function stepFrom(
  country: Country,
  given: Given,
  around: CheckContext,
  tab: TabId,
  entry: StepEntry,
): TabId | null {
  if (entry.country !== country.name) return null;
  const order = country.steps.map((step) => step.id as string);
  const path = pathFor(country, given);
  const asked = path.find((step) => step.id === entry.step);
  if (!order.includes(entry.step)) return null;
  if (order.indexOf(entry.step) < order.indexOf(tab)) return asked?.id ?? previousTab(country, given, tab);
  if (!asked) return null;
  const between = path.slice(
    path.findIndex((step) => step.id === tab),
    path.indexOf(asked),
  );
  const isOpen = between.every(
    (step) => !step.lookup && Object.keys(stepProblems(country, step, given, around)).length === 0,
  );
  return isOpen ? asked.id : null;
}
