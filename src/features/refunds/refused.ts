import type { EditableItem } from '#outbox/withdraw.ts';
import { formOf, isSameAnswer, type RefundForm } from './refund-draft.ts';
import { refusedFields } from './refused-fields.ts';

/** What was refused, by wire name, and the answers that were: changed since, an answer is no longer refused. */
export interface Refused {
  words: Record<string, string>;
  form: RefundForm | null;
}

export const nothingRefused: Refused = { words: {}, form: null };

/** What the server said of a queued request, at the answers it was said of. */
export function refusedIn({ problem, fields, files }: EditableItem): Refused {
  const sizes = Object.fromEntries(Object.entries(files).map(([name, { bytes }]) => [name, bytes.byteLength]));
  return { words: refusedFields(problem, sizes), form: formOf(fields, files) };
}

/** The words for answers that stand as they were refused: one that was put right is not told again when its step is. */
export function stillRefused({ words, form: before }: Refused, form: RefundForm): Record<string, string> {
  return Object.fromEntries(Object.entries(words).filter(([name]) => !before || isSameAnswer(form, before, name)));
}
