import type { ReactNode } from 'react';
import { entryOf } from '#rules/wizard-fields.ts';
import { type Choice, ChoiceCards, type ChoiceLayout } from '#ui/controls/choice-cards.tsx';
import { AnswerFrame, type FieldBasics, useFieldAnswer } from './answer-frame.tsx';
import { textOf } from './answers.ts';
import { useStep } from './form-context.ts';
import { Select, type SelectOption } from './select.tsx';
import { TickBox } from './tick-box.tsx';

interface SelectFieldProps extends FieldBasics {
  options: readonly SelectOption[];
  placeholder?: string;
  disabled?: boolean;
  onChosen?: (value: string) => void;
}

/** A choice from a list. `onChosen` may reset fields that depend on it. */
export function SelectField({ options, placeholder, disabled = false, onChosen, ...field }: SelectFieldProps) {
  const { answer, choose } = useChoice(field, options, onChosen);
  return (
    <AnswerFrame {...field} answer={answer}>
      <Select
        title={field.label}
        options={options}
        value={textOf(answer.value) || null}
        placeholder={placeholder}
        disabled={disabled}
        onChange={choose}
      />
    </AnswerFrame>
  );
}

/** A choice from a few options, all in sight. */
export function ChoiceField({
  choices,
  layout,
  onChosen,
  ...field
}: FieldBasics & { choices: readonly Choice[]; layout?: ChoiceLayout; onChosen?: (value: string) => void }) {
  const { answer, choose } = useChoice(field, choices, onChosen);
  return (
    <AnswerFrame {...field} answer={answer} several>
      <ChoiceCards choices={choices} value={textOf(answer.value) || null} layout={layout} onChange={choose} />
    </AnswerFrame>
  );
}

/** What is chosen already is no choice, also under an earlier name: people open a list to look. */
function useChoice(
  field: FieldBasics,
  options: readonly Pick<SelectOption, 'value' | 'also'>[],
  onChosen: ((value: string) => void) | undefined,
) {
  const answer = useFieldAnswer(field);
  const { sending } = useStep();
  const choose = (value: string) => {
    if (sending || entryOf(options, textOf(answer.value))?.value === value) return;
    answer.choose(value);
    onChosen?.(value);
  };
  return { answer, choose };
}

/** A checkbox. `children` is its text and may hold links. */
export function CheckboxField({
  children,
  ...field
}: Pick<FieldBasics, 'name' | 'label' | 'calledAs'> & { children?: ReactNode }) {
  const answer = useFieldAnswer(field);
  return (
    <TickBox name={field.name} answer={answer} checked={answer.value === true} onTick={answer.choose}>
      {children ?? field.label}
    </TickBox>
  );
}
