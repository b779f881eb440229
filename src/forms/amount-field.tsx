import { useState } from 'react';
import { cleanText } from '#contract/typed-text.ts';
import { moneyWithCode, parseAmount } from '#rules/money.ts';
import { TextInput } from '#ui/text-input.tsx';
import styles from './amount-field.module.css';
import { AnswerFrame, type FieldBasics, useFieldAnswer } from './answer-frame.tsx';
import { textOf } from './answers.ts';

interface AmountFieldProps extends FieldBasics {
  /** A currency, shown in front. */
  before?: string;
  /** How the customer reads numbers. */
  locale: string;
}

/**
 * An amount as customers of these countries type it: '25.000', '25,000' and '25000' are the same. The answer is the wire's
 * text ('25000', '86.40'), or the typed text while that is no amount. From a thousand on, the field shows how it read the
 * amount, since a point may separate thousands or decimals.
 */
export function AmountField({ before, locale, ...field }: AmountFieldProps) {
  const answer = useFieldAnswer(field);
  const value = textOf(answer.value);
  const [text, setText] = useState(value);
  // The answer changed from outside: a draft filled it in, or it was cleared.
  if (amountIn(text) !== value) setText(value);
  const amount = parseAmount(value);
  const large = amount !== null && Number(amount) >= 1000;
  return (
    <AnswerFrame
      {...field}
      answer={answer}
      below={
        <p className={styles.echo} aria-live="polite" hidden={!large}>
          {large && `Son ${before ?? ''}${moneyWithCode(Number(amount), '', locale)}`}
        </p>
      }
    >
      <TextInput
        name={field.name}
        inputMode="decimal"
        autoComplete="off"
        before={before}
        disabled={field.disabled ?? false}
        value={text}
        maxLength={MAX_CHARS}
        // No character is dropped: '-5' without its sign, or '1e3' without its letter, is another amount.
        onChange={(event) => {
          const typed = cleanText(event.target.value);
          setText(typed);
          answer.type(amountIn(typed));
        }}
        onBlur={() => {
          setText(value);
          answer.leave();
        }}
        onKeyDown={answer.onKey}
      />
    </AnswerFrame>
  );
}

/** Enough for the largest amount with separators, currency and blanks. */
const MAX_CHARS = 30;

/** '25.000' to '25000', '86,4' to '86.40'. Any other text stays as it is. */
export function amountIn(typed: string): string {
  return parseAmount(typed)?.replace(/\.00$/, '') ?? typed;
}
