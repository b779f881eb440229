import * as v from 'valibot';
import { fromTypedDate } from '#rules/dates.ts';
import { type Answers, type FileAnswer, fileOf } from './answers.ts';
import { formWords } from './words.ts';

/** Schemas of single fields. Input is the field's answer; output is the value in the form the contract needs. */

export const textAnswer = (message: string = formWords.required) =>
  v.pipe(v.string(message), v.trim(), v.nonEmpty(message));

/** From 'dd-mm-aaaa' to 'YYYY-MM-DD'. */
export const dateAnswer = (message: string = formWords.invalidDate) =>
  v.pipe(
    v.string(message),
    v.check((text) => fromTypedDate(text) !== null, message),
    v.transform((text) => fromTypedDate(text) ?? ''),
  );

/** A password is not trimmed: a blank may be part of it. */
export const passwordAnswer = (message: string = formWords.required) =>
  v.pipe(v.string(), v.nonEmpty(message), v.maxLength(1024, 'Es demasiado larga'));

/** FileField accepts only valid files, so any file is enough. */
export const fileAnswer = (message: string = formWords.fileMissing) =>
  v.custom<FileAnswer>((answer) => fileOf(answer) !== null, message);

/** A schema from a rule of the rules room, which returns a problem text for each field. */
export const answersCheckedBy = (
  problemsOf: (answers: Answers) => Readonly<Record<string, string | null | undefined>>,
) =>
  v.pipe(
    v.custom<Answers>((answers) => typeof answers === 'object' && answers !== null),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      for (const [key, message] of Object.entries(problemsOf(dataset.value))) {
        if (!message) continue;
        addIssue({
          message,
          path: [{ type: 'object', origin: 'value', input: dataset.value, key, value: dataset.value[key] }],
        });
      }
    }),
  );
