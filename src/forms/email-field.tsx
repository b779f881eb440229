import { type ComponentProps, useState } from 'react';
import { sameMailbox } from '#contract/mailbox.ts';
import { emailSuggestion } from '#rules/emails.ts';
import { LiveRegion } from '#ui/states/live-region.tsx';
import { NoteWithChoices } from '#ui/states/note-with-choices.tsx';
import { useFieldAnswer } from './answer-frame.tsx';
import { textOf } from './answers.ts';
import { focusField } from './focus-field.ts';
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

  // The question goes with its buttons, so its field takes the focus.
  const leave = (email: string) => {
    settle(email);
    focusField(props.name);
  };
  const correct = (email: string) => {
    if (sending) return;
    if (sameMailbox(textOf(form.getFieldValue(confirmation)), typed)) form.setFieldValue(confirmation, email);
    leave(email);
    answer.choose(email);
  };
  return (
    <>
      <TextField {...props} />
      <LiveRegion>
        {meant !== null && (
          <NoteWithChoices
            role="none"
            advises
            choices={[
              { text: formWords.takeMeant, about: meant, onPress: () => correct(meant) },
              { text: formWords.keepTyped, about: typed, onPress: () => leave(typed) },
            ]}
          >
            {formWords.meant} <b dir="auto">{meant}</b>?
          </NoteWithChoices>
        )}
      </LiveRegion>
    </>
  );
}
