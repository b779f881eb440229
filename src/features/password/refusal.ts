import type { Problem, ProblemCode } from '#contract/result.ts';
import type { Refusal } from '#forms/step-form.tsx';
import { problemText } from '#rules/problem-words.ts';

/** The server may have taken the new password without our hearing of it. */
const unclear = new Set<ProblemCode>(['offline', 'timeout', 'nonsense', 'unavailable']);
const bothWork =
  'Si el cambio llegó a hacerse, entra con la nueva: hasta saberlo, en este dispositivo sirven la anterior y la nueva.';

/** H8.11: the server's words, at their field where they are about one. */
export function refusalOf(problem: Problem, online: boolean): Refusal {
  if (problem.fields && Object.keys(problem.fields).length > 0) return { fields: problem.fields };
  const text = problemText(problem);
  const reached = problem.text === undefined && unclear.has(problem.code) && online;
  return { text: reached ? `${text} ${bothWork}` : text };
}
