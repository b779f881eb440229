import { namedMoney, parseAmount, typedCurrency } from '#rules/money.ts';
import { LiveRegion } from '#ui/states/live-region.tsx';
import styles from './amount-echo.module.css';

interface AmountEchoProps {
  /** The wire's text, or the typed text while that is no amount. */
  value: string;
  typed: string;
  /** A currency's sign, shown in front. */
  before?: string;
  /** The code of the currency that is chosen; '' while none is. */
  currency?: string;
  /** How the customer reads numbers. */
  locale: string;
}

/** How a typed amount is read, below its field. It needs no form, so that home can show it without the form library. */
export function AmountEcho(props: AmountEchoProps) {
  const echo = echoOf(props);
  return <LiveRegion>{echo !== '' && <p className={styles.echo}>{echo}</p>}</LiveRegion>;
}

/** 'Son 50.00' for an amount that was not read as it was typed, and from a thousand on; else ''. */
function echoOf({ value, typed, before = '', currency = '', locale }: AmountEchoProps): string {
  const amount = parseAmount(value);
  if (amount === null) return '';
  const figures = namedMoney(Number(amount), '', locale);
  const money = namedMoney(Number(amount), currency, locale);
  const other = typedCurrency(typed);
  if (currency !== '' && other !== null && other !== currency)
    return `Son ${money}. Escribiste ${other}: revisa la divisa.`;
  const asTyped = [value, figures].includes(typed.trim());
  return asTyped && Number(amount) < 1000 ? '' : `Son ${currency === '' ? before : ''}${money}`;
}
