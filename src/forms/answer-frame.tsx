import type { ReactNode } from 'react';
import { Field, FieldGroup } from '#ui/controls/field.tsx';
import { type Answered, useAnswer } from './hooks.ts';

/** Props of every field. */
export interface FieldBasics {
  /** The wire name, a key of the step's answers. */
  name: string;
  label: string;
  /** A short name for lists of errors, when the label is a sentence. */
  calledAs?: string | undefined;
  hint?: string | undefined;
  optional?: boolean | undefined;
}

/** The answer of a field with these props. */
export function useFieldAnswer({ name, label, calledAs }: FieldBasics, text?: 'cleaned' | 'as-typed'): Answered {
  return useAnswer(name, calledAs ?? label, text);
}

interface AnswerFrameProps extends FieldBasics {
  answer: Answered;
  /** What exactly is wrong, below the error. */
  errorDetail?: string | null | undefined;
  /** Whether several controls answer the question together. */
  several?: boolean;
  /** Content of the field below its error. */
  below?: ReactNode;
  children: ReactNode;
}

/** Label, hint and error around the control of a field. Lists of errors find the field by `data-field`. */
export function AnswerFrame(props: AnswerFrameProps) {
  const { name, label, hint, optional, answer, errorDetail, several, below, children } = props;
  const Frame = several ? FieldGroup : Field;
  return (
    <div data-field={name}>
      <Frame {...{ label, hint, errorDetail }} error={answer.error} optional={optional ?? false}>
        {children}
      </Frame>
      {below}
    </div>
  );
}
