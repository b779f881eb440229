import { useState } from 'react';
import { cleanText } from '#contract/typed-text.ts';
import { groupedNumber, nationalNumber } from '#rules/phones.ts';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { textOf } from './answers.ts';
import { useAnswer } from './hooks.ts';
import type { FieldBasics } from './text-fields.tsx';
import { formWords } from './words.ts';

/**
 * A phone number without its prefix, which `before` shows. It may be typed or pasted in any way people write one; the answer is the
 * national number that was meant, and left, the field shows it in groups (D55).
 */
export function PhoneField({
  name,
  label,
  calledAs,
  hint,
  optional,
  disabled,
  before = '',
}: FieldBasics & { before?: string }) {
  const answer = useAnswer(name, calledAs ?? label);
  const value = textOf(answer.value);
  const [text, setText] = useState(() => groupedNumber(value, before));
  // What stands there came from elsewhere: from the draft, or the prefix is another one.
  if (nationalNumber(text, before) !== nationalNumber(value, before)) setText(groupedNumber(value, before));
  return (
    <div data-field={name}>
      <Field label={label} hint={hint} error={answer.error} optional={optional ?? false}>
        <TextInput
          name={name}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          {...(before !== '' && { before, beforeName: formWords.prefix })}
          maxLength={LONGEST}
          disabled={disabled ?? false}
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
      </Field>
    </div>
  );
}

/** The longest number with its prefix, brackets and blanks. */
const LONGEST = 30;
