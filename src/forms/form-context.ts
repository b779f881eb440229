import type { ReactFormExtendedApi } from '@tanstack/react-form';
import { createContext, useContext } from 'react';
import type { Answer, FileAnswer } from './answers.ts';

/** The form of one step. Field names and values are plain data; the step's schema checks both. */
// biome-ignore format: one line per group of the library's twelve type parameters
export type StepFormApi = ReactFormExtendedApi<
  Record<string, unknown>,
  undefined, undefined, undefined, StepCheck, undefined, StepCheck,
  undefined, undefined, undefined, undefined, undefined
>;

/** The step's schema as the form library takes it: returns an error text for each wrong field. */
export type StepCheck = (step: { value: Record<string, unknown> }) => { fields: Record<string, string> } | undefined;

export interface StepScope {
  form: StepFormApi;
  /** Tells the step whether somebody is typing in a field. `settle` checks what was typed; a file is waited for instead. */
  typing: (name: string, now: boolean, settle?: () => void) => void;
  /** Keeps a file that became ready after its step was left. `before`: what the field held when it was picked. */
  late: (name: string, answer: Answer, before: FileAnswer | null) => void;
  /** Told as the preparing of a file begins and ends, which may be after its step was left. */
  onPreparing?: ((now: boolean) => void) | undefined;
  /** Gives a field what another answer makes of it. Its problem goes, and what is being prepared for it ends (V4.4). */
  reset: (name: string, answer: Answer) => void;
  /** What ends the preparing of a field's file, by its name. */
  preparing: Map<string, () => void>;
  pending: ReadonlyMap<string, (() => void) | undefined>;
  /** The answers are on their way, so a change now would differ from what is sent. */
  sending: boolean;
  /** Registers a field's name for the summary. Returns a function that removes it. */
  registerField: (name: string, label: string) => () => void;
}

/** Shows the server's text at a field until its answer changes, or one that is judged together with it (`useLifted`). */
export function refuseField(form: StepFormApi, name: string, text: string): void {
  form.setFieldMeta(name, (meta) => ({ ...meta, isTouched: true, errorMap: { ...meta.errorMap, onServer: text } }));
}

export const StepContext = createContext<StepScope | null>(null);

export function useStep(): StepScope {
  const scope = useContext(StepContext);
  if (!scope) throw new Error('a field stands outside of its StepForm');
  return scope;
}
