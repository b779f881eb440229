import type { EditableItem } from '#outbox/withdraw.ts';
import { formOf, isSameAnswer, type RefundForm } from './refund-draft.ts';
import { refusedFields } from './refused-fields.ts';

/** The server's reasons by wire name, and the form they are about. A reason no longer holds once its answer has changed. */
export interface Refused {
  words: Record<string, string>;
  form: RefundForm | null;
}

export const nothingRefused: Refused = { words: {}, form: null };

/** The server's reasons for a queued request, with the form as it was sent. */
export function refusedIn({ problem, fields, files }: EditableItem): Refused {
  const sizes = Object.fromEntries(Object.entries(files).map(([name, { bytes }]) => [name, bytes.byteLength]));
  return { words: refusedFields(problem, sizes), form: formOf(fields, files) };
}

/** The reasons whose answers have not changed since the refusal. */
export function stillRefused({ words, form: before }: Refused, form: RefundForm): Record<string, string> {
  return Object.fromEntries(Object.entries(words).filter(([name]) => !before || isSameAnswer(form, before, name)));
}
