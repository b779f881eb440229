import * as v from 'valibot';
import { type Given, pathFor, previousTab } from '#rules/wizard.ts';
import type { Country, TabId } from '#rules/wizard-country.ts';
import { type Around, stepProblems } from '#rules/wizard-fields.ts';

/**
 * What an entry of the browser's history says of the wizard, whose steps share one address. Browsers write it to disk: it
 * holds the step's name and nothing that was answered.
 */
export interface StepEntry {
  country: string;
  step: string;
  /** How many entries of this walk lie before it. */
  depth: number;
}

const entryState = v.object({
  registrationStep: v.object({
    country: v.string(),
    step: v.string(),
    depth: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }),
});

/** Null when the history's state belongs to another page, or to a wizard that has not shown a step yet. */
export function stepEntryIn(state: unknown): StepEntry | null {
  const parsed = v.safeParse(entryState, state);
  return parsed.success ? parsed.output.registrationStep : null;
}

/** The entries that lead to the step, the first step's first: what a walk there from the beginning would have left. */
export function entriesTo(country: Country, given: Given, tab: string): readonly StepEntry[] {
  const path = pathFor(country, given);
  const place = path.findIndex((step) => step.id === tab);
  return path.slice(0, Math.max(0, place) + 1).map((step, depth) => ({ country: country.name, step: step.id, depth }));
}

/**
 * The step that the browser's Back or Forward leads to. Back always leads on, past the spouse's step where it is not asked
 * (V2.17). Forward goes no further than Continuar would: over complete steps, and over none that asks the server first (V4.2).
 *
 * @returns null when the customer stays where they are
 */
export function stepFrom(country: Country, given: Given, around: Around, tab: TabId, entry: StepEntry): TabId | null {
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
