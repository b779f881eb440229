import type { ReactNode } from 'react';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { OwnLabelField } from '#ui/controls/field.tsx';
import type { Answered } from './hooks.ts';

interface TickBoxProps {
  /** The wire name, by which lists of errors find it. */
  name: string;
  answer: Answered;
  checked: boolean;
  onTick: (checked: boolean) => void;
  children: ReactNode;
}

/** A tick box of a step, with its text beside it and what is wrong with it below. */
export function TickBox({ name, answer, checked, onTick, children }: TickBoxProps) {
  return (
    <div data-field={name}>
      <OwnLabelField error={answer.error}>
        <Checkbox name={name} checked={checked} onChange={(event) => onTick(event.target.checked)}>
          {children}
        </Checkbox>
      </OwnLabelField>
    </div>
  );
}
