import type { Problem } from '#contract/result.ts';
import type { EditableItem } from '#outbox/withdraw.ts';
import { reasonsThatHold, refusalIn, tooLargeText } from '#requests/queue-words.ts';
import { judgedWith } from '#rules/judged-together.ts';
import { problemText } from '#rules/problem-words.ts';
import { judgedTogether } from '#rules/refund-request.ts';
import { formOf, isSameAnswer, type RefundForm } from './refund-draft.ts';

/**
 * The server's reasons by field. 'Too large' (F9) is shown at a file, with what to do. When the answer names no file, as a
 * proxy's answer, it is shown at the largest one.
 *
 * @param sizes of the files that were sent, in bytes, by field
 */
export function refusedFields(last: Problem | null, sizes: Record<string, number>): Record<string, string> {
  const problem = refusalIn(last);
  const said = problem?.fields ?? {};
  if (problem?.code !== 'too-large') return said;
  const named = Object.entries(said).filter(([name]) => Object.hasOwn(sizes, name));
  if (named.length > 0)
    return { ...said, ...Object.fromEntries(named.map(([name, text]) => [name, tooLargeText([text])])) };
  const [largest] = Object.entries(sizes).sort(([, one], [, other]) => other - one);
  return largest ? { ...said, [largest[0]]: tooLargeText([problemText(problem)]) } : said;
}

/** The server's reasons for a document that was sent alone; every reason is shown at its one field. */
export function refusedDocument(last: Problem | null, size: number): Record<string, string> {
  const problem = refusalIn(last);
  const { documento } = refusedFields(problem, { documento: size });
  if (documento !== undefined) return { documento };
  const aboutIt = problem?.code === 'invalid' || problem?.code === 'unsupported-type';
  return aboutIt ? { documento: problemText(problem) } : {};
}

/** The server's reasons by wire name, and the form they are about (`stillRefused`). */
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

/** The reasons whose answers have not changed since the refusal, nor any that is judged together with them. */
export function stillRefused({ words, form: before }: Refused, form: RefundForm): Record<string, string> {
  const isAsBefore = (name: string) => !before || isSameAnswer(form, before, name);
  return reasonsThatHold(words, (name) => judgedWith(name, judgedTogether).every(isAsBefore));
}
