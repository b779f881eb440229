import { textOf } from '#forms/answers.ts';
import { focusField } from '#forms/focus-field.ts';
import { useStep } from '#forms/form-context.ts';
import { PAPER_READ } from '#requests/open-drafts.ts';
import { amountIn, amountText, namedMoney, writtenAmount } from '#rules/money.ts';
import { useLocale } from '#screens/use-locale.ts';
import { Button } from '#ui/controls/button.tsx';
import { act, Line } from './paper-line.tsx';
import type { Read } from './reading.ts';
import { setAnswer, type Values } from './use-reading.ts';

interface AmountProps {
  read: Read;
  facts: NonNullable<Read['facts']>;
  values: Values;
  /** Whether it stands for the two fields. */
  isFolded: boolean;
  onOpen: () => void;
}

/** The amount that the paper says, and what of it is filled in. */
export function Amount({ read, facts, values, isFolded, onOpen }: AmountProps) {
  const locale = useLocale();
  const { form, sending } = useStep();
  if (facts.amount === undefined) return null;
  if (facts.total !== undefined) return <Totals {...{ read, values, ...facts }} />;
  const [amount, currency] = [amountIn(facts.amount), facts.currency ?? ''];
  const [given, givenCurrency] = [textOf(values.importe), textOf(values.divisa)];
  const said = namedMoney(Number(amount), currency, locale);
  const label = currency ? 'Importe y divisa' : 'Importe';
  const isOther = given !== amount || (currency !== '' && givenCurrency !== currency);
  if (!isOther) {
    return (
      <Line
        isLead
        label={label}
        from={read.filled.importe === given ? read.from : 'typed'}
        text={said}
        field={isFolded ? 'importe' : undefined}
      >
        <Button {...act} about={label} onClick={onOpen}>
          Cambiar
        </Button>
      </Line>
    );
  }
  const use = () => {
    if (sending) return;
    const answers = { importe: amount, ...(currency && { divisa: currency }) };
    for (const [name, text] of Object.entries(answers)) setAnswer(form, name, text);
    setAnswer(form, PAPER_READ, JSON.stringify({ ...read, filled: { ...read.filled, ...answers } }));
  };
  const isTyped = given !== '';
  return (
    <Line
      isLead
      label={label}
      from={isTyped ? 'typed' : read.from}
      text={amountText(given, givenCurrency, locale) || said}
      {...(isTyped && { other: `La factura dice ${said}` })}
    >
      <Button {...act} about={label} onClick={use}>
        Usar {writtenAmount(amount, locale)}
      </Button>
    </Line>
  );
}

interface TotalsProps {
  read: Read;
  values: Values;
  total?: string | undefined;
  /** Without what was paid in advance. */
  amount?: string | undefined;
  currency?: string | undefined;
}

/** Of an invoice that was partly paid in advance: only the customer knows which of it was theirs, so nothing is filled in. */
function Totals({ read, values, total = '', amount: rest = '', currency = '' }: TotalsProps) {
  const locale = useLocale();
  const { form, sending } = useStep();
  const lines = [
    { label: 'Total de la factura', amount: amountIn(total) },
    { label: 'Total menos lo pagado por adelantado', amount: amountIn(rest) },
  ];
  const isUsed = (amount: string) =>
    textOf(values.importe) === amount && (currency === '' || textOf(values.divisa) === currency);
  const use = (amount: string) => {
    if (sending) return;
    setAnswer(form, 'importe', amount);
    if (currency) setAnswer(form, 'divisa', currency);
  };
  return (
    <>
      {lines.map(({ label, amount }, index) => (
        <Line
          key={label}
          isLead={index === 0}
          label={label}
          from={read.from}
          text={namedMoney(Number(amount), currency, locale)}
          {...(index > 0 && { other: 'Una parte ya estaba pagada. Escribe lo que pagaste tú.' })}
        >
          {Number(amount) > 0 && (
            <Button {...act} about={label} onClick={() => (isUsed(amount) ? focusField('importe') : use(amount))}>
              {isUsed(amount) ? 'Cambiar' : `Usar ${writtenAmount(amount, locale)}`}
            </Button>
          )}
        </Line>
      ))}
    </>
  );
}
