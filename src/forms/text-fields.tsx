import { type MaskitoOptions, maskitoTransform } from '@maskito/core';
import type { ComponentProps } from 'react';
import { dateHelp } from '#rules/date-help.ts';
import { today } from '#rules/dates.ts';
import { thisDevice } from '#senses/this-device.ts';
import { TextArea } from '#ui/controls/text-area.tsx';
import { PasswordInput, TextInput } from '#ui/controls/text-input.tsx';
import { AnswerFrame, type FieldBasics, useFieldAnswer } from './answer-frame.tsx';
import { textOf } from './answers.ts';
import { useMask } from './hooks.ts';
import { dateMask } from './masks.ts';
import { formWords } from './words.ts';

type InputHints = Pick<
  ComponentProps<'input'>,
  'autoComplete' | 'inputMode' | 'maxLength' | 'placeholder' | 'type' | 'autoCapitalize' | 'spellCheck'
>;

type TextFieldProps = FieldBasics &
  InputHints & {
    disabled?: boolean;
    mask?: MaskitoOptions;
    /** How many characters its rule takes. Nothing is cut: what was pasted would end in the middle of a word. */
    most?: number;
    /** What exactly is wrong with a text that has an error. */
    detailOf?: (text: string) => string | null;
    /** The text as it stays once the field is left. */
    kept?: (text: string) => string;
  };

/** One line of text. */
export function TextField(props: TextFieldProps) {
  const { name, label, calledAs, hint, optional, mask, most, detailOf, kept, ...rest } = props;
  const answer = useFieldAnswer({ name, label, calledAs });
  const input = useMask(mask);
  const text = textOf(answer.value);
  const leave = () => {
    if (kept && kept(text) !== text) answer.type(kept(text));
    answer.leave();
  };
  const detail = answer.error && (tooLong(text, most) ?? detailOf?.(text));
  return (
    <AnswerFrame {...{ name, label, hint, optional, answer }} errorDetail={detail}>
      <TextInput
        {...rest}
        ref={input}
        name={name}
        enterKeyHint="next"
        value={text}
        // Autofill bypasses the mask's own listener, so the text is masked here as well. The event is 'input', because React
        // reports no change for text that the mask writes itself (a dash and the digit after it).
        onInput={(event) => {
          // A tab, which comes along from a table, looks like a blank.
          const typed = event.currentTarget.value.replace(/\t/g, ' ');
          answer.type(mask ? maskitoTransform(typed, mask) : typed);
        }}
        onBlur={leave}
        onKeyDown={answer.onKey}
      />
    </AnswerFrame>
  );
}

/** A date typed as dd-mm-aaaa. The answer is that text; `dateAnswer` turns it into a calendar date. */
export function DateField({ hint = formWords.dateHint, ...rest }: FieldBasics & Pick<InputHints, 'autoComplete'>) {
  return (
    <TextField
      {...rest}
      hint={hint}
      mask={dateMask}
      detailOf={(text) => dateHelp(text, today(new Date()), thisDevice())}
      inputMode="numeric"
      maxLength={10}
      placeholder="dd-mm-aaaa"
    />
  );
}

interface PasswordFieldProps extends FieldBasics, Pick<TextFieldProps, 'detailOf'> {
  autoComplete: 'current-password' | 'new-password';
}

/** A password with a button that shows it. */
export function PasswordField({ autoComplete, detailOf, ...field }: PasswordFieldProps) {
  const answer = useFieldAnswer(field, 'as-typed');
  const text = textOf(answer.value);
  return (
    <AnswerFrame {...field} answer={answer} errorDetail={answer.error && detailOf?.(text)}>
      <PasswordInput
        about={field.label}
        name={field.name}
        enterKeyHint="next"
        autoComplete={autoComplete}
        value={text}
        onChange={(event) => answer.type(event.target.value)}
        onBlur={answer.leave}
        onKeyDown={answer.onKey}
      />
    </AnswerFrame>
  );
}

type TextAreaFieldProps = FieldBasics & Pick<ComponentProps<'textarea'>, 'rows'> & Pick<TextFieldProps, 'most'>;

/** Several lines of text. */
export function TextAreaField({ rows, most, ...field }: TextAreaFieldProps) {
  const answer = useFieldAnswer(field);
  const text = textOf(answer.value);
  return (
    <AnswerFrame {...field} answer={answer} errorDetail={answer.error && tooLong(text, most)}>
      <TextArea
        rows={rows}
        name={field.name}
        value={text}
        onChange={(event) => answer.type(event.target.value)}
        onBlur={answer.leave}
        onKeyDown={answer.onKey}
      />
    </AnswerFrame>
  );
}

/** How much of a text is too much. Blanks around it are not sent. */
function tooLong(text: string, most = Number.POSITIVE_INFINITY): string | null {
  const over = text.trim().length - most;
  return over > 0 ? formWords.tooLong(most, over) : null;
}
