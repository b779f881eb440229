import type { ComponentProps } from 'react';
import { Field } from '#ui/field.tsx';
import { PasswordInput, TextArea, TextInput } from '#ui/text-input.tsx';
import { textOf } from './answers.ts';
import { useAnswer, useMask } from './hooks.ts';
import { type MaskName, masked } from './masks.ts';
import { formWords } from './words.ts';

/** Props of every field. */
export interface FieldBasics {
  /** The wire name, a key of the step's answers. */
  name: string;
  label: string;
  /** A short name for lists of errors, when the label is a sentence. */
  calledAs?: string | undefined;
  hint?: string;
  optional?: boolean;
  disabled?: boolean;
}

type InputHints = Pick<
  ComponentProps<'input'>,
  'autoComplete' | 'inputMode' | 'maxLength' | 'placeholder' | 'type' | 'autoCapitalize' | 'spellCheck'
>;

/** One line of text. */
export function TextField({
  name,
  label,
  calledAs,
  hint,
  optional,
  disabled,
  mask,
  ...rest
}: FieldBasics & InputHints & { mask?: MaskName }) {
  const answer = useAnswer(name, calledAs ?? label);
  const input = useMask(mask);
  return (
    <div data-field={name}>
      <Field label={label} hint={hint} error={answer.error} optional={optional ?? false}>
        <TextInput
          {...rest}
          ref={input}
          name={name}
          disabled={disabled ?? false}
          value={textOf(answer.value)}
          // Autofill bypasses the mask's own listener, so the text is masked here as well. The event is 'input', because React
          // reports no change for text that the mask writes itself (a dash and the digit after it).
          onInput={(event) => answer.type(mask ? masked(mask, event.currentTarget.value) : event.currentTarget.value)}
          onBlur={answer.leave}
          onKeyDown={answer.onKey}
        />
      </Field>
    </div>
  );
}

/** A date typed as dd-mm-aaaa. The answer is that text; `dateAnswer` turns it into a calendar date. */
export function DateField({ hint = formWords.dateHint, ...rest }: FieldBasics & Pick<InputHints, 'autoComplete'>) {
  return <TextField {...rest} hint={hint} mask="date" inputMode="numeric" maxLength={10} placeholder="dd-mm-aaaa" />;
}

/** A password with a button that shows it. */
export function PasswordField({
  name,
  label,
  calledAs,
  hint,
  disabled,
  autoComplete,
}: FieldBasics & { autoComplete: 'current-password' | 'new-password' }) {
  const answer = useAnswer(name, calledAs ?? label, 'as-typed');
  return (
    <div data-field={name}>
      <Field label={label} hint={hint} error={answer.error}>
        <PasswordInput
          name={name}
          autoComplete={autoComplete}
          disabled={disabled ?? false}
          value={textOf(answer.value)}
          onChange={(event) => answer.type(event.target.value)}
          onBlur={answer.leave}
          onKeyDown={answer.onKey}
        />
      </Field>
    </div>
  );
}

/** Several lines of text. */
export function TextAreaField({
  name,
  label,
  calledAs,
  hint,
  optional,
  disabled,
  ...rest
}: FieldBasics & Pick<ComponentProps<'textarea'>, 'rows' | 'maxLength' | 'placeholder'>) {
  const answer = useAnswer(name, calledAs ?? label);
  return (
    <div data-field={name}>
      <Field label={label} hint={hint} error={answer.error} optional={optional ?? false}>
        <TextArea
          {...rest}
          name={name}
          disabled={disabled ?? false}
          value={textOf(answer.value)}
          onChange={(event) => answer.type(event.target.value)}
          onBlur={answer.leave}
        />
      </Field>
    </div>
  );
}
