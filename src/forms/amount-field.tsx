import { useState } from 'react';
import { cleanText } from '#contract/typed-text.ts';
import { amountIn, editedAmount, writtenAmount } from '#rules/money.ts';
import { TextInput } from '#ui/controls/text-input.tsx';
import { AmountEcho } from './amount-echo.tsx';
import { AnswerFrame, type FieldBasics, useFieldAnswer } from './answer-frame.tsx';
import { textOf } from './answers.ts';

interface AmountFieldProps extends FieldBasics {
  /** A currency, shown in front. */
  before?: string;
  /** The code of the currency that is chosen beside it; '' while none is. */
  currency?: string;
  /** How the customer reads numbers. */
  locale: string;
}

/**
 * An amount as customers of these countries type it: '25.000', '25,000' and '25000' are the same. The answer is the wire's
 * text ('25000', '86.40'), or the typed text while that is no amount. Once the field is left, it shows the amount as the
 * customer's country writes it (D74). While it has the focus, the amount has no groups. How a rewritten amount was read stands
 * below it. So does every amount from a thousand on, since a point may separate thousands or decimals.
 */
export function AmountField({ before = '', currency = '', locale, ...field }: AmountFieldProps) {
  const answer = useFieldAnswer(field);
  const value = textOf(answer.value);
  const shown = writtenAmount(value, locale);
  const [text, setText] = useState(shown);
  /** The answer that the text stands for. */
  const [read, setRead] = useState(value);
  /** What was typed last. The field itself shows how it was read once it is left. */
  const [typed, setTyped] = useState(value);
  // The answer changed from outside: a draft filled it in, or it was cleared.
  if (read !== value) {
    setRead(value);
    setText(shown);
    setTyped(value);
  }
  return (
    <AnswerFrame {...field} answer={answer} below={<AmountEcho {...{ value, typed, before, currency, locale }} />}>
      <TextInput
        name={field.name}
        inputMode="decimal"
        autoComplete="off"
        before={before || undefined}
        value={text}
        // No character is dropped: '-5' without its sign, or '1e3' without its letter, is another amount.
        onChange={(event) => {
          const next = cleanText(event.target.value);
          setText(next);
          setTyped(next);
          setRead(amountIn(next));
          answer.type(amountIn(next));
        }}
        onFocus={() => setText(editedAmount(value, locale))}
        onBlur={() => {
          setText(shown);
          answer.leave();
        }}
        onKeyDown={answer.onKey}
      />
    </AnswerFrame>
  );
}
