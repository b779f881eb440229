import type { RegistrationField } from '#contract/account.ts';
import { listsOfStep, loadLists } from '#countries/load-lists.ts';
import { asAskedAnywhere } from '#countries/register.ts';
import { unaskedProblem } from '#rules/unasked-fields.ts';

/** The problems of values that the customer's form does not ask for, by field. An empty one says nothing. */
export async function unaskedProblems(
  values: readonly (readonly [name: RegistrationField, text: string])[],
): Promise<Record<string, string>> {
  const problems: Record<string, string> = {};
  for (const [name, text] of values) {
    if (['', 'null', '[]'].includes(text)) continue;
    const fields = asAskedAnywhere(name);
    const lists = await loadLists(listsOfStep({ id: 'financiera', title: '', fields }));
    const problem = unaskedProblem(fields, text, lists);
    if (problem !== null) problems[name] = problem;
  }
  return problems;
}
