import { type Answers, type FileAnswer, fileOf } from './answers.ts';

const late = new WeakSet<ArrayBuffer>();

/** Notes a file that became ready after its step was left. */
export function noteLate(answer: unknown): void {
  const file = fileOf(answer);
  if (file) late.add(file.bytes);
}

/**
 * Whether a file that comes late may take the place of what is held now. It may not if something else was attached since it was
 * picked. Files are prepared in turn, so of two that come late the second was picked last.
 *
 * @param before what the field held when the file was picked
 */
export function mayReplace(held: unknown, before: FileAnswer | null): boolean {
  const bytes = fileOf(held)?.bytes;
  return bytes === before?.bytes || (bytes !== undefined && late.has(bytes));
}

/** The same of all answers that come late together. @param held what their fields hold now */
export const mayReplaceAll = (
  held: Readonly<Record<string, unknown>>,
  answers: Answers,
  before: FileAnswer | null,
): boolean => Object.keys(answers).every((name) => mayReplace(held[name], before));
