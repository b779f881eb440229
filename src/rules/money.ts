import { type Currency, currencies } from '#contract/refunds.ts';
import { cleanText } from '#contract/typed-text.ts';
import { countryFacts, factsOf, homeOf } from '#countries/facts.ts';
import { writtenNumber } from './numbers.ts';

/** How each currency is offered (H9.4). */
export const currencyNames: Record<Currency, string> = {
  USD: 'Dólar estadounidense (USD)',
  EUR: 'Euro (EUR)',
  COP: 'Peso colombiano (COP)',
  DOP: 'Peso dominicano (DOP)',
  CRC: 'Colón costarricense (CRC)',
  GTQ: 'Quetzal (GTQ)',
};

/** A currency beside its amounts: 'en dólares'. */
const currencyPlurals: Record<Currency, string> = {
  USD: 'dólares',
  EUR: 'euros',
  COP: 'pesos colombianos',
  DOP: 'pesos dominicanos',
  CRC: 'colones',
  GTQ: 'quetzales',
};

/** 'dólares' for 'USD'; an unknown code as it is. */
export const currencyPlural = (code: string): string => (isCurrency(code) ? currencyPlurals[code] : code);

/** The locale money is written in for a residence (D22); any other residence reads as Internacional. */
export const localeOf = (residence: string): string => factsOf(residence).locale;

/** All currencies (H9.4), the ones used at home first. */
export function currenciesFor(residence: string): Currency[] {
  const isKnown = Object.hasOwn(countryFacts, residence);
  return [...new Set([...(isKnown ? factsOf(residence).currencies : []), ...currencies])];
}

/**
 * An amount to the cent with its currency: 'US$86.40'; '' for null. USD shows no cents for zero (H9.4). Colombian pesos and
 * colones show cents only when there are any.
 *
 * @param locale of the residence; any other reads as 'es-US'
 */
export function exactMoney(amount: number | null, currency: Currency, locale: string): string {
  if (amount === null) return '';
  const centless = currency === 'COP' || currency === 'CRC' || (currency === 'USD' && Math.abs(amount) < CENT / 2);
  return written(amount, currency, locale, centless ? centsIfAny(amount) : 2);
}

/** An amount in a currency given by its code. An unknown code follows the amount as it came: '86.40 MXN'; without one, figures. */
export function namedMoney(amount: number | null, code: string, locale: string): string {
  if (amount === null || isCurrency(code)) return exactMoney(amount, code as Currency, locale);
  return `${plainNumber(amount, locale, 2)}${code && NO_BREAK + code}`;
}

/** A sum insured or deductible: 'US$500,000', cents only when there are any; '' for null. */
export function wholeMoney(amount: number | null, currency: Currency, locale: string): string {
  return amount === null ? '' : written(amount, currency, locale, centsIfAny(amount));
}

/** The amount in a request's fields: 'US$86.40'; '' when there is none. A text that is no amount stays as it is. */
export function amountText(importe = '', divisa = '', locale: string): string {
  const amount = parseAmount(importe);
  return amount === null ? importe : namedMoney(Number(amount), divisa, locale);
}

/**
 * An answer as the customer's country writes it: '1.250.000,50' for '1250000.50', with a symbol before it where there is one.
 * A text that is no amount stays as it is.
 */
export function writtenAmount(answer: string, locale: string, symbol = ''): string {
  const amount = parseAmount(answer);
  return amount === null ? answer : symbol + wholeNumber(Number(amount), locale);
}

/**
 * The same to be changed: '1250000,50'. A digit taken from a group, as from '428.000', would leave '428.00', which is an amount a
 * thousand times smaller.
 */
export function editedAmount(answer: string, locale: string): string {
  const amount = parseAmount(answer);
  return amount === null ? answer : plainNumber(Number(amount), locale, centsIfAny(Number(amount)), false);
}

/** A number without a currency: '185.000,50' or, when it is whole, '185.000'. */
export function wholeNumber(amount: number, locale: string): string {
  return plainNumber(amount, locale, centsIfAny(amount));
}

/** How each currency is written beside an amount; what several share names none. */
const currencySigns: Readonly<Record<Currency, string>> = {
  USD: 'USD|US\\$|U\\$S|U\\$D',
  EUR: 'EUR|€',
  COP: 'COP|COL\\$|CO\\$',
  DOP: 'DOP|RD\\$',
  CRC: 'CRC|₡',
  GTQ: 'GTQ|Q',
};

/** A currency's sign with the point of its own: 'Q.', 'US$', '$'. The point is never the amount's. */
const SIGN = `(?:${Object.values(currencySigns).join('|')}|\\p{Sc})\\.?`;
const SIGN_BEFORE = new RegExp(`^(?:${SIGN}){1,2}`, 'iu');
const SIGN_BEHIND = new RegExp(`(?:${SIGN}){1,2}$`, 'iu');

/** The currency that was typed beside an amount; null when none was, when two were, or for a sign that several share. */
export function typedCurrency(typed: string): Currency | null {
  const found = currenciesBeside(withoutBlanks(typed));
  return found.length === 1 ? (found[0] ?? null) : null;
}

function currenciesBeside(bare: string): Currency[] {
  const beside = [SIGN_BEFORE, SIGN_BEHIND].map((sign) => sign.exec(bare)?.[0] ?? '').join(' ');
  return beside === ' ' ? [] : currencies.filter((code) => new RegExp(currencySigns[code], 'iu').test(beside));
}

const withoutBlanks = (typed: string): string => cleanText(typed).replace(/\s/gu, '');

/** A typed amount as an answer: '25.000' to '25000', '86,4' to '86.40'. Any other text stays as it is. */
export function amountIn(typed: string): string {
  return parseAmount(typed)?.replace(/\.00$/, '') ?? typed;
}

/** Millions behind an apostrophe, as Colombians write them beside another sign for thousands: "1'250.000". */
const MILLIONS = /^(\d{1,3})['’´](\d{3})(?=([.,])\d{3}(?!\d))/;

/**
 * Converts a typed amount to the wire's text with two decimals: '1.234,56' and '1,234.56' to '1234.56'. Null when it is not
 * an amount. Blanks are ignored, and so are currency signs in front or behind, each with its own point ('Q.50' is fifty
 * quetzales). The decimal sign is found like this:
 *
 * 1. both appear: the last one, once; the other separates groups of three. 2. one of them, once, with two digits or fewer
 * behind it: it is the decimal sign ('86,4', '86.40', '86.', and '.5' where nothing stands before it). 3. one of them with exactly three digits behind each: it
 * separates groups ('1.234' is 1234, since no currency of ours has thousandths).
 *
 * Anything else ('1.2345', '12,34,56', '0.123', '1e3', a minus sign) has no single reading and is null.
 */
export function parseAmount(typed: string): string | null {
  const bare = withoutBlanks(typed);
  const begun = bare.replace(SIGN_BEFORE, '');
  if ((begun !== bare && /^[.,]/.test(begun)) || currenciesBeside(bare).length > 1) return null;
  const text = begun.replace(SIGN_BEHIND, '').replace(MILLIONS, '$1$3$2');
  const parts =
    /^(\d{1,3}(?:\.\d{3})*|\d*)(?:,(\d{0,2}))?$/.exec(text) ?? /^(\d{1,3}(?:,\d{3})*|\d*)(?:\.(\d{0,2}))?$/.exec(text);
  if (!/\d/.test(text)) return null;
  if (!parts) return null;
  const grouped = /[.,]/.test(parts[1] ?? '');
  const whole = (parts[1] ?? '').replace(/[.,]/g, '');
  if (grouped && whole.startsWith('0')) return null;
  const trimmed = whole.replace(/^0+(?=\d)/, '') || '0';
  return trimmed.length > 12 ? null : `${trimmed}.${(parts[2] ?? '').padEnd(2, '0')}`;
}

/**
 * Whether an amount is the typed one, as any language writes it; null where none was typed. Without decimals it is any amount
 * of so many whole units.
 */
export function amountTyped(typed: string): ((amount: number) => boolean) | null {
  const sought = parseAmount(typed);
  if (sought === null) return null;
  const end = /[.,]\d{1,2}\D*$/.test(typed) ? undefined : -3;
  return (amount) => amount.toFixed(2).slice(0, end) === sought.slice(0, end);
}

/** The smallest amount, a cent. Amounts below half a cent are written as zero, without a sign. */
const CENT = 0.01;

function centsIfAny(amount: number): 0 | 2 {
  return Number.isInteger(Math.round(amount * 100) / 100) ? 0 : 2;
}

/** An amount is one word, so nothing in it breaks over two lines. */
const NO_BREAK = '\u00a0';

/** The form of all money (D74), by a table of our own: browsers differ in their symbols. */
function written(amount: number, currency: Currency, locale: string, cents: 0 | 2): string {
  const figures = plainNumber(Math.abs(amount), locale, cents);
  const sign = signOf(currency, locale);
  const money = sign === null ? figures + NO_BREAK + currency : sign + figures;
  return withoutMinusZero(amount) < 0 ? `-${money}` : money;
}

/** What its own country writes before an amount; null for money that is used anywhere. */
const ownSigns: Readonly<Record<Currency, string | null>> = {
  USD: null,
  EUR: null,
  COP: '$',
  DOP: 'RD$',
  CRC: '₡',
  GTQ: 'Q',
};

/** What stands before an amount (D74); null where the currency's code stands behind it. '$' alone is one currency in each country. */
export function signOf(currency: Currency, locale: string): string | null {
  if (currency === 'USD') return locale === countryFacts.Ecuador.locale ? '$' : 'US$';
  const home = homeOf(currency);
  return home !== null && countryFacts[home].locale === locale ? ownSigns[currency] : null;
}

const isCurrency = (code: string): code is Currency => (currencies as readonly string[]).includes(code);

/** '1.234': a count of things. */
export const countText = (count: number, locale: string): string => plainNumber(count, locale, 0);

function plainNumber(amount: number, locale: string, cents: 0 | 2, grouped = true): string {
  return writtenNumber(withoutMinusZero(amount), locale, { least: cents, grouped });
}

const withoutMinusZero = (amount: number): number => (Math.abs(amount) < CENT / 2 ? 0 : amount);
