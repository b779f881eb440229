import type { ComponentProps } from 'react';
import { Field } from '#ui/field.tsx';
import { PasswordInput, TextArea, TextInput } from '#ui/text-input.tsx';
import { textOf } from './answers.ts';
import { useAnswer, useMask } from './hooks.ts';
import { type MaskName, masked } from './masks.ts';
import { formWords } from './words.ts';

/** What every field takes. */
export interface FieldBasics {
  /** The wire name, a key of the step's answers. */
  name: string;
  label: string;
  /** What it is called where it is named, when its label is a sentence. */
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
          // Filling in by the browser passes by the mask's own listener, so the text is masked here as well. Heard as 'input':
          // what the mask writes itself (a dash and the digit behind it) React takes for its own and reports no change.
          onInput={(event) => answer.type(mask ? masked(mask, event.currentTarget.value) : event.currentTarget.value)}
          onBlur={answer.leave}
          onKeyDown={answer.onKey}
        />
      </Field>
    </div>
  );
}

/** A day typed as dd-mm-aaaa; the answer is that text, `dateAnswer` makes a calendar date of it. */
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
