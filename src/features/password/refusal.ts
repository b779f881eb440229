import type { Problem, ProblemCode } from '#contract/result.ts';
import type { Refusal } from '#forms/refusal.ts';
import { problemText } from '#rules/problem-words.ts';

/** Problems after which the server may have changed the password without the device knowing. */
const unclear = new Set<ProblemCode>(['offline', 'timeout', 'nonsense', 'unavailable']);
const bothWork =
  'Si el cambio llegó a hacerse, entra con la nueva: hasta saberlo, en este dispositivo sirven la anterior y la nueva.';

/** H8.11: the server's reasons, at their field where they name one. */
export function refusalOf(problem: Problem, online: boolean): Refusal {
  if (problem.fields && Object.keys(problem.fields).length > 0) return { fields: problem.fields };
  const text = problemText(problem);
  const reached = problem.text === undefined && unclear.has(problem.code) && online;
  return { text: reached ? `${text} ${bothWork}` : text };
}
