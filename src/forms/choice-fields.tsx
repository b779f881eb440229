import type { ReactNode } from 'react';
import { Checkbox } from '#ui/checkbox.tsx';
import { type Choice, ChoiceCards } from '#ui/choice-cards.tsx';
import { Field, FieldGroup } from '#ui/field.tsx';
import { Select, type SelectOption } from '#ui/select.tsx';
import { textOf } from './answers.ts';
import { useAnswer } from './hooks.ts';
import type { FieldBasics } from './text-fields.tsx';

/** A choice from a list. `onChosen` may reset fields that depend on it. */
export function SelectField({
  name,
  label,
  calledAs,
  hint,
  optional,
  disabled,
  options,
  placeholder,
  onChosen,
}: FieldBasics & { options: readonly SelectOption[]; placeholder?: string; onChosen?: (value: string) => void }) {
  const answer = useAnswer(name, calledAs ?? label);
  return (
    <div data-field={name}>
      <Field label={label} hint={hint} error={answer.error} optional={optional ?? false}>
        <Select
          title={label}
          options={options}
          value={textOf(answer.value) || null}
          {...(placeholder === undefined ? {} : { placeholder })}
          disabled={disabled ?? false}
          onChange={(value) => {
            answer.choose(value);
            onChosen?.(value);
          }}
        />
      </Field>
    </div>
  );
}

/** A choice from a few options, all in sight. */
export function ChoiceField({
  name,
  label,
  calledAs,
  hint,
  optional,
  disabled,
  choices,
  layout,
  onChosen,
}: FieldBasics & { choices: readonly Choice[]; layout?: 'row' | 'list'; onChosen?: (value: string) => void }) {
  const answer = useAnswer(name, calledAs ?? label);
  return (
    <div data-field={name}>
      <FieldGroup label={label} hint={hint} error={answer.error} optional={optional ?? false}>
        <ChoiceCards
          choices={choices}
          value={textOf(answer.value) || null}
          {...(layout === undefined ? {} : { layout })}
          disabled={disabled ?? false}
          onChange={(value) => {
            answer.choose(value);
            onChosen?.(value);
          }}
        />
      </FieldGroup>
    </div>
  );
}

/** A checkbox. `children` is its text and may hold links. */
export function CheckboxField({
  name,
  label,
  calledAs,
  disabled,
  children,
}: Pick<FieldBasics, 'name' | 'label' | 'calledAs' | 'disabled'> & { children?: ReactNode }) {
  const answer = useAnswer(name, calledAs ?? label);
  return (
    <div data-field={name}>
      <Checkbox
        name={name}
        checked={answer.value === true}
        disabled={disabled ?? false}
        onChange={(event) => answer.choose(event.target.checked)}
      >
        {children ?? label}
      </Checkbox>
    </div>
  );
}
