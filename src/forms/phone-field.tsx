import { useState } from 'react';
import { cleanText } from '#contract/typed-text.ts';
import { groupedNumber, isFixedLine, nationalNumber } from '#rules/phones.ts';
import { TextInput } from '#ui/controls/text-input.tsx';
import { LiveRegion } from '#ui/states/live-region.tsx';
import { NoteWithChoices } from '#ui/states/note-with-choices.tsx';
import { AnswerFrame, type FieldBasics, useFieldAnswer } from './answer-frame.tsx';
import { textOf } from './answers.ts';
import { focusField } from './focus-field.ts';
import { useStep } from './form-context.ts';
import { formWords } from './words.ts';

/**
 * A phone number without its prefix, which `before` shows. People may type or paste it in any common way. The answer is the
 * national number; when the field is left, it shows the number in groups (D55). A fixed line's number is asked about once: the field
 * asks for a mobile.
 */
export function PhoneField({ before = '', ...field }: FieldBasics & { before?: string }) {
  const { pending } = useStep();
  const answer = useFieldAnswer(field);
  const value = textOf(answer.value);
  // What the field opened with was asked about when it was typed.
  const [settled, settle] = useState(value);
  const asks = !pending.has(field.name) && !answer.error && value !== settled && isFixedLine(value, before);
  const leave = () => {
    settle(value);
    focusField(field.name);
  };
  const [text, setText] = useState(() => groupedNumber(value, before));
  // The answer changed from outside: a draft filled it in, or the prefix changed.
  if (nationalNumber(text, before) !== nationalNumber(value, before)) setText(groupedNumber(value, before));
  return (
    <AnswerFrame
      {...field}
      answer={answer}
      below={
        <LiveRegion>
          {asks && (
            <NoteWithChoices
              role="none"
              advises
              choices={[
                { text: formWords.takeMeant, about: field.label, onPress: () => focusField(field.name) },
                { text: formWords.keepTyped, about: field.label, onPress: leave },
              ]}
            >
              {formWords.fixedLine}
            </NoteWithChoices>
          )}
        </LiveRegion>
      }
    >
      <TextInput
        name={field.name}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        {...(before !== '' && { before, beforeName: formWords.prefix })}
        value={text}
        onChange={(event) => {
          const typed = cleanText(event.target.value);
          setText(typed);
          answer.type(nationalNumber(typed, before));
        }}
        onBlur={() => {
          setText(groupedNumber(nationalNumber(value, before), before));
          answer.leave();
        }}
        onKeyDown={answer.onKey}
      />
    </AnswerFrame>
  );
}
