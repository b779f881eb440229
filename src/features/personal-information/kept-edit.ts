import * as v from 'valibot';
import type { PersonalAnswers, PersonalField } from '#rules/personal-answers.ts';

/** Id of the draft. One editor is open at a time, so one draft is enough. */
export const KEPT_EDIT = 'personal-information';

const keptEdit = v.object({
  card: v.string(),
  answers: v.record(v.string(), v.union([v.string(), v.array(v.string())])),
});
export type KeptEdit = v.InferOutput<typeof keptEdit>;

/** An editor as a lock, a reload or a crash left it. Null when there is none, or when this version cannot read it. */
export const keptEditFrom = (form: unknown): KeptEdit | null => v.parse(v.fallback(v.nullable(keptEdit), null), form);

/** The answers that the editor opens with: the record, overlaid by the draft. */
export function withKept(
  fields: readonly PersonalField[],
  before: PersonalAnswers,
  kept: KeptEdit | null,
): PersonalAnswers {
  const answers = { ...before };
  for (const { name } of fields) {
    const typed = kept?.answers[name];
    if (typed !== undefined && Array.isArray(typed) === Array.isArray(before[name])) answers[name] = typed;
  }
  return answers;
}
