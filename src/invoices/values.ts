import { isKnownDay } from '#contract/calendar.ts';
import { refuse } from './reading.ts';

/** Characters that nobody sees: controls but tab and line ends, directions of writing, blanks without width, marks of languages. */
const UNSEEN = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u;

export const hasUnseen = (text: string): boolean => UNSEEN.test(text);

/** The longest name that an authority takes: 450 characters (DIAN); SRI takes 300. */
const MAX_NAME_CHARS = 450;

/** A name with single blanks; undefined when it is empty. @throws Refusal 'hostile' */
export function nameIn(text: string | null): string | undefined {
  const name = (text ?? '').replace(/\s+/g, ' ').trim();
  if (hasUnseen(name) || name.length > MAX_NAME_CHARS) refuse('hostile');
  return name || undefined;
}

/** The text, when it is wholly of this shape. @throws Refusal 'nothing' */
export function shaped(text: string | null | undefined, shape: RegExp): string {
  return text && shape.test(text) ? text : refuse('nothing');
}

/** The day made of year, month and day. @throws Refusal for a day that does not exist */
export function dayOf(
  [year, month, day]: readonly (string | undefined)[],
  why: 'nothing' | 'check' = 'nothing',
): string {
  const date = `${year}-${month}-${day}`;
  return isKnownDay(date) ? date : refuse(why);
}

/** The day of 'dd-mm-aaaa' or 'dd/mm/aaaa', with this separator. @throws Refusal 'nothing' */
export function dayFirst(text: string | null | undefined, separator: '-' | '/'): string {
  const [day, month, year] = shaped(text, /^\d\d[-/]\d\d[-/]\d{4}$/).split(separator);
  return dayOf([year, month, day]);
}

/** The day that an ISO date or instant begins with, as it is written there. @throws Refusal 'nothing' */
export function dayWritten(text: string | null | undefined): string {
  const [, ...day] = /^(\d{4})-(\d\d)-(\d\d)(?:[T ].*|Z|[+-]\d\d:\d\d)?$/.exec(text ?? '') ?? refuse('nothing');
  return dayOf(day);
}

/** An amount with a dot before its decimals, to the cent; half a cent counts as one. @throws Refusal 'nothing' */
export function plainAmount(text: string | null | undefined): string {
  const parts = /^(-?)(\d{1,15})(?:\.(\d{0,10}))?$/.exec(text ?? '');
  if (!parts) return refuse('nothing');
  const [, sign, whole = '', decimals = ''] = parts;
  const thousandths = `${whole}${decimals.padEnd(3, '0').slice(0, 3)}`;
  const cents = `${(BigInt(thousandths) + 5n) / 10n}`.padStart(3, '0');
  return `${sign}${cents.slice(0, -2)}.${cents.slice(-2)}`;
}

/** An amount whose thousands may be parted by commas: '12,345.60'. @throws Refusal 'nothing' */
export function amountWithCommas(text: string): string {
  return plainAmount(/^-?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(text) ? text.replaceAll(',', '') : text);
}

/** ISO 4217, as it is written. @throws Refusal 'nothing' */
export const currencyIn = (text: string | null): string => shaped(text, /^[A-Z]{3}$/);

/** The sum of digits times weights. */
export const weighed = (digits: string, weights: readonly number[]): number =>
  Array.from(digits).reduce((sum, digit, index) => sum + Number(digit) * (weights[index % weights.length] ?? 0), 0);

export const reversed = (digits: string): string => Array.from(digits).reverse().join('');
