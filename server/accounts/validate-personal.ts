import { type EditableField, editableFields } from '#contract/account.ts';
import type { AnswerOf, ParsedInputOf } from '#contract/endpoints.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import { listsOfStep, loadLists } from '#countries/load-lists.ts';
import { personalVariant } from '#countries/personal-information.ts';
import { answersFromInformation, askedFields, personalProblems, writtenAnswers } from '#rules/personal-answers.ts';
import { GENERIC_PROBLEM } from '#rules/registration-fields.ts';
import { unaskedProblems } from './unasked.ts';

/**
 * Checks a change of the personal information as its editors do: with the country's own questions, lists and rules. What was not
 * sent is not judged. A field that the country does not ask is left out, and one that the answers no longer ask is emptied,
 * unless it is nonsense.
 *
 * @param info what is stored now
 * @param today the latest day anywhere on earth, 'YYYY-MM-DD': the server does not know where the customer is
 * @returns the fields to store, written as the form writes them; 'invalid' with the form's text for each field
 */
export async function readPersonalChange(
  info: AnswerOf<'personalInformation'>,
  sent: ParsedInputOf<'updatePersonalInformation'>,
  today: string,
): Promise<Result<Partial<Record<EditableField, string>>>> {
  const given = editableFields.filter((name) => sent[name] !== undefined);
  const variant = personalVariant(info.residenciaFiscal);
  if (!variant) return fail('invalid', { fields: Object.fromEntries(given.map((name) => [name, GENERIC_PROBLEM])) });
  const fields = variant.cards.flatMap((card) => card.fields);
  const lists = await loadLists(listsOfStep({ id: 'financiera', title: '', fields }));
  const changed = { ...info, ...Object.fromEntries(given.map((name) => [name, (sent[name] ?? '').trim()])) };
  const before = answersFromInformation(fields, info, lists);
  const after = answersFromInformation(fields, changed, lists);
  const answers = { nif: info.nif, ...after };
  const problems = personalProblems(variant.country, fields, before, answers, { today, lists });
  if (Object.keys(problems).length > 0) return fail('invalid', { fields: problems });
  const asked = new Set<string>(askedFields(fields, after).map(({ name }) => name));
  const others = given.filter((name) => !asked.has(name) && changed[name] !== info[name]);
  const nonsense = await unaskedProblems(others.map((name) => [name, changed[name]]));
  if (Object.keys(nonsense).length > 0) return fail('invalid', { fields: nonsense });
  const written = writtenAnswers(fields, after, lists);
  const kept = given.filter((name) => written.has(name));
  return ok(Object.fromEntries(kept.map((name) => [name, written.get(name) ?? ''])));
}
