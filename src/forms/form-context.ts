import type { ReactFormExtendedApi } from '@tanstack/react-form';
import { createContext, useContext } from 'react';
import type { Answer } from './answers.ts';

/** The form of one step; field names and values are the step's own data, so both are checked by its schema. */
// biome-ignore format: one line per group of the library's twelve type parameters
export type StepFormApi = ReactFormExtendedApi<
  Record<string, unknown>,
  undefined, undefined, undefined, StepCheck, undefined, StepCheck,
  undefined, undefined, undefined, undefined, undefined
>;

/** The step's schema as the form library takes it: field names to what is wrong with them. */
export type StepCheck = (step: { value: Record<string, unknown> }) => { fields: Record<string, string> } | undefined;

export interface StepScope {
  form: StepFormApi;
  /** Tells the step that a field is being typed in, and which name it goes by when something is wrong with it. */
  typing: (name: string, now: boolean) => void;
  /** Keeps a file that was ready only after its step was left. */
  late: (name: string, answer: Answer) => void;
  pending: ReadonlySet<string>;
  /** The whole form is on its way: what is changed now would not be what was sent. */
  sending: boolean;
  /** Registers the words a field goes by in the summary; gives back how to leave. */
  introduce: (name: string, label: string) => () => void;
}

export const StepContext = createContext<StepScope | null>(null);

export function useStep(): StepScope {
  const scope = useContext(StepContext);
  if (!scope) throw new Error('a field stands outside of its StepForm');
  return scope;
}
