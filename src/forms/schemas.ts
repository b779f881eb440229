import * as v from 'valibot';
import { fromTypedDate } from '#rules/dates.ts';
import { type Answers, type FileAnswer, fileOf } from './answers.ts';
import { formWords } from './words.ts';

/** Schemas of single fields: what goes in is what the field holds, what comes out is what the business wants. */

export const textAnswer = (message: string = formWords.required) =>
  v.pipe(v.string(message), v.trim(), v.nonEmpty(message));

/** In 'dd-mm-aaaa', out 'YYYY-MM-DD'. */
export const dateAnswer = (message: string = formWords.invalidDate) =>
  v.pipe(
    v.string(message),
    v.check((text) => fromTypedDate(text) !== null, message),
    v.transform((text) => fromTypedDate(text) ?? ''),
  );

/** '86.40', more than nothing. */
export const amountAnswer = (message: string = formWords.invalidAmount) =>
  v.pipe(
    v.string(message),
    v.regex(/^\d{1,12}(\.\d{1,2})?$/, message),
    v.check((text) => Number(text) > 0, message),
  );

export const choiceAnswer = (options: readonly string[], message: string = formWords.choose) =>
  v.picklist(options, message);

/** FileField lets nothing in that is not acceptable, so being there is enough. */
export const fileAnswer = (message: string = formWords.fileMissing) =>
  v.custom<FileAnswer>((answer) => fileOf(answer) !== null, message);

/** Answers checked by a rule that names the problem of each field, as the rules room writes them. */
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
