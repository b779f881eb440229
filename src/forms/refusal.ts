import type { Problem } from '#contract/result.ts';
import { problemText } from '#rules/problem-words.ts';

/** A refusal after a submit: texts for single fields, for the whole form, or both. */
export interface Refusal {
  text?: string;
  fields?: Readonly<Record<string, string>>;
  /** Nobody refused it: the server could not be reached. */
  unreached?: true;
}

/** Whether the server could not be reached, so that the same may be tried again by itself. */
export const isUnreached = ({ code }: Problem): boolean => code === 'offline' || code === 'timeout';

/** The server's reasons at their fields, or one text where it names none. */
export function refusalOf(problem: Problem): Refusal {
  const { fields = {} } = problem;
  return Object.keys(fields).length > 0 ? { fields } : { text: problemText(problem) };
}
