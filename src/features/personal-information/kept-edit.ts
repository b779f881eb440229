import * as v from 'valibot';

/** Id of the draft. One editor is open at a time, so one draft is enough. */
export const KEPT_EDIT = 'personal-information';

const answers = v.record(v.string(), v.union([v.string(), v.array(v.string())]));
/** `opened`: what the editor was opened with (D95). */
const keptEdit = v.object({ card: v.string(), opened: answers, answers });
export type KeptEdit = v.InferOutput<typeof keptEdit>;

/** An editor as a lock, a reload or a crash left it. Null when there is none, or when this version cannot read it. */
export const keptEditFrom = (form: unknown): KeptEdit | null => v.parse(v.fallback(v.nullable(keptEdit), null), form);
