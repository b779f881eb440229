import { type ComponentProps, useState } from 'react';
import { emailSuggestion, sameMailbox } from '#rules/emails.ts';
import { NoteWithChoices } from '#ui/states/note-with-choices.tsx';
import { useFieldAnswer } from './answer-frame.tsx';
import { textOf } from './answers.ts';
import { useStep } from './form-context.ts';
import { TextField } from './text-fields.tsx';
import { formWords } from './words.ts';

type EmailFieldProps = ComponentProps<typeof TextField> & {
  /** The question that repeats the address. If it has the same slip, it is corrected too. */
  confirmation: string;
};

/** An email. A slip that many make, such as 'gmail.con', is asked about once. The address may be right, so it stays. */
export function EmailField({ confirmation, ...props }: EmailFieldProps) {
  const { form, pending, sending } = useStep();
  const answer = useFieldAnswer(props);
  const typed = textOf(answer.value);
  // What the field opened with was asked about when it was typed.
  const [settled, settle] = useState(typed);
  const meant = pending.has(props.name) || sameMailbox(typed, settled) ? null : emailSuggestion(typed);

  const correct = (email: string) => {
    if (sending) return;
    if (sameMailbox(textOf(form.getFieldValue(confirmation)), typed)) form.setFieldValue(confirmation, email);
    settle(email);
    answer.choose(email);
  };
  return (
    <>
      <TextField {...props} />
      {meant !== null && (
        <NoteWithChoices
          advises
          choices={[
            { text: formWords.takeMeant, about: meant, onPress: () => correct(meant) },
            { text: formWords.keepTyped, about: typed, onPress: () => settle(typed) },
          ]}
        >
          {formWords.meant} <b dir="auto">{meant}</b>?
        </NoteWithChoices>
      )}
    </>
  );
}
