import * as v from 'valibot';
import type { PersonalField } from '#countries/personal-information.ts';
import type { PersonalAnswers } from '#rules/personal-answers.ts';

/** One editor is open at a time, so one draft is enough. */
export const KEPT_EDIT = 'personal-information';

const keptEdit = v.object({
  card: v.string(),
  answers: v.record(v.string(), v.union([v.string(), v.array(v.string())])),
});
export type KeptEdit = v.InferOutput<typeof keptEdit>;

/** An editor as a lock, a reload or a crash left it. Null when there is none, or when it cannot be read any more. */
export function keptEditFrom(form: unknown): KeptEdit | null {
  const parsed = v.safeParse(keptEdit, form);
  return parsed.success ? parsed.output : null;
}

/** What the editor opens with: the record, and over it what was typed before the session ended. */
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
