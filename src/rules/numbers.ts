import { CENTLESS, timesTen } from '#contract/cents.ts';
import { countryFacts, factsOf } from '#countries/facts.ts';
import type { CountryFacts } from '#countries/facts-shape.ts';

interface Digits {
  /** How many decimals are written at least; 0 where nothing is said. */
  least?: number;
  /** How many at most; zeros beyond `least` are left out. As many as `least` where nothing is said. */
  most?: number;
  /** Whether groups of three are set apart. */
  grouped?: boolean;
}

/**
 * A number as a country writes it (D22): '1.234.567,50'. The first use of the browser's own formats takes 35 ms of a desktop's
 * processor, and home would wait for it at each launch.
 *
 * @param locale of a country's facts; any other reads as Internacional's
 */
export function writtenNumber(
  amount: number,
  locale: string,
  { least = 0, most = least, grouped = true }: Digits = {},
): string {
  const { group, decimal } = separatorsOf(locale);
  const digits = roundedTo(most, Math.abs(amount));
  const whole = digits.slice(0, digits.length - most);
  const decimals = digits.slice(whole.length);
  const kept = decimals.slice(0, least) + decimals.slice(least).replace(/0+$/, '');
  const wholes = grouped ? whole.replace(/\B(?=(\d{3})+$)/g, group) : whole;
  const sign = amount < 0 && /[1-9]/.test(digits) ? '-' : '';
  return sign + wholes + (kept && decimal + kept);
}

/** '101' for 1.005 to two places. */
function roundedTo(places: number, amount: number): string {
  if (amount < CENTLESS) return String(timesTen(amount, places)).padStart(places + 1, '0');
  const [digits = '', power = '0'] = String(amount).split('e');
  const [whole, part = ''] = digits.split('.');
  return whole + part.slice(0, Number(power)).padEnd(Number(power), '0') + '0'.repeat(places);
}

/** What separates the digits where this locale is used. */
export function separatorsOf(locale: string): CountryFacts['separators'] {
  const known = Object.values<CountryFacts>(countryFacts).find((facts) => facts.locale === locale);
  return (known ?? factsOf('')).separators;
}

const units = ['KB', 'MB', 'GB'] as const;

/** '0 KB', '840 KB', '2,4 MB': formats bytes, in units of 1024, with the decimal sign of the locale (D22). */
export function sizeText(bytes: number, locale: string): string {
  let amount = bytes > 0 ? Math.max(1, bytes / 1024) : 0;
  let unit = 0;
  while (amount >= 1000 && unit < units.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  const most = unit === 0 || amount >= 100 ? 0 : 1;
  return `${writtenNumber(amount, locale, { most })} ${units[unit]}`;
}
