import { cleanText, plainHyphens } from '#contract/typed-text.ts';
import { anyOf } from './joined.ts';

/**
 * Phone numbers as customers type them (D55). Lengths are those of national numbers without the trunk zero
 * (docs/decisions/phones.md names each source), each with the countries that have them.
 */
const codesByLengths: readonly (readonly [lengths: readonly number[], codes: string])[] = [
  [[7], '297'],
  [[8], '226 227 502 503 504 505 506 509 591 598 852'],
  [[9], '31 33 34 41 48 56 242 351 992'],
  [[10], '1 52 57 58 225 229'],
  // Bonaire and its neighbours have seven digits, Curazao a nine before them.
  [[7, 8], '53 507 599'],
  [[8, 9], '32 51 383 593 886'],
  [[9, 10], '44'],
  [[10, 11], '54 55 86'],
  // Asunción's landlines have eight digits, those of other places seven to nine; mobiles nine.
  [[7, 8, 9], '595'],
];
const lengthsByCode: Readonly<Record<string, readonly number[]>> = Object.fromEntries(
  codesByLengths.flatMap(([lengths, codes]) => codes.split(' ').map((code) => [code, lengths])),
);
/** V5.15: the limits for every country, and the only ones for a country without a line above. */
const [MIN_DIGITS, MAX_DIGITS] = [7, 11];

/**
 * Codes of countries whose leading zero is part of the number: Italy, San Marino, the Vatican, Côte d'Ivoire, Burkina Faso,
 * Niger, Benin, Congo, Tajikistan.
 */
const codesKeepingZero = new Set(['39', '378', '379', '225', '226', '227', '229', '242', '992']);

/**
 * What else falls away before a national number, by code: Mexico's signs of a mobile and of another city, which ended in 2019 and
 * are in many contacts still.
 */
const droppedMarks: Readonly<Record<string, RegExp>> = { '52': /^(?:04[45]|0?1)(?=\d{10}$)/ };

/** What a national number looks like where its length alone would take one that lacks a digit. */
const shapes: Readonly<Record<string, RegExp>> = {
  /** D82: any number of the plan, whichever of its countries gave it: neither area nor exchange begins with 0 or 1. */
  '1': /^[2-9][0-9]{2}[2-9][0-9]{6}$/,
  /** Eight digits of a fixed line, or nine of a mobile. */
  '593': /^(?:[2-7][0-9]{7}|9[0-9]{8})$/,
};

/**
 * V5.15, D55: the problem of a phone number. It needs 7 to 11 digits without the prefix, in a length of the prefix's
 * country, with one of its area codes if it has any.
 */
export function phoneProblem(typed: string, prefix: string, areas?: readonly string[]): string | null {
  const number = nationalNumber(typed, prefix);
  const inArea = areas === undefined || areas.some((area) => number.startsWith(area));
  const code = digitsOf(prefix);
  const isPlanned = shapes[code]?.test(number) ?? true;
  return /^[0-9]+$/.test(number) && fits(number, code) && isPlanned && inArea ? null : 'El teléfono no es válido';
}

/**
 * The typed national number in digits, without blanks, signs, trunk zero and the country's own code. Another country's
 * number keeps its plus, and a text with letters stays unchanged; the check refuses both.
 */
export function nationalNumber(typed: string, prefix: string): string {
  const text = plainHyphens(cleanText(typed).trim()).replace(/^tel:\s*|[,;]$/gi, '');
  if (!/^[\d\s().+/•·_-]*$/.test(text)) return text;
  const code = digitsOf(prefix);
  const digits = digitsOf(text);
  const [, sign] = /^\(?\s*(\+|00)/.exec(text) ?? [];
  if (sign) {
    const whole = sign === '00' ? digits.slice(2) : digits;
    return code !== '' && whole.startsWith(code) ? withoutTrunk(whole.slice(code.length), code) : `+${whole}`;
  }
  const plain = withoutTrunk(digits, code);
  if (fits(plain, code)) return plain;
  // Caribbean codes such as '1-809' may be typed with or without the 1.
  const codes = code.length > 3 ? [code, code.slice(1)] : [code];
  const meant = codes
    .filter((one) => one !== '' && digits.startsWith(one))
    .map((one) => withoutTrunk(digits.slice(one.length), code));
  return meant.find((number) => fits(number, code)) ?? plain;
}

/** The number as it is sent (D42): prefix and digits without blanks, '+593991234567'. */
export const wirePhone = (typed: string, prefix: string): string =>
  `${prefix.replace(/[^+\d]/g, '')}${nationalNumber(typed, prefix)}`;

/** What a fixed line's national number looks like, where mobiles differ (docs/decisions/phones.md). */
const fixedLines: Readonly<Record<string, RegExp>> = {
  '57': /^60\d{8}$/,
  '502': /^[267]\d{7}$/,
  '506': /^2\d{7}$/,
  '593': /^[2-7]\d{7}$/,
};

/** Whether a valid national number is a fixed line's. False where numbers do not tell. */
export const isFixedLine = (number: string, prefix: string): boolean =>
  fixedLines[digitsOf(prefix)]?.test(nationalNumber(number, prefix)) ?? false;

/** '991234567' in groups: '99 123 4567'. Any other text stays unchanged. */
export function groupedNumber(number: string, prefix: string): string {
  const groups = digitsOf(prefix) === '593' && number.length === 9 ? [2, 3, 4] : groupsByLength[number.length];
  if (!groups || !/^\d+$/.test(number)) return number;
  const starts = groups.map((_, place) => groups.slice(0, place).reduce((sum, size) => sum + size, 0));
  return groups.map((size, place) => number.slice(starts[place], (starts[place] ?? 0) + size)).join(' ');
}

/** A hint with the area codes, for a prefix that several countries share; undefined for others. */
export function areaHint(areas: readonly string[] | undefined): string | undefined {
  return areas && `Con su código de área: ${anyOf(areas)}`;
}

/** A stored number, prefix and digits, in groups: '+506 8812 3456'. */
export function groupedPhone(stored: string, prefix: string): string {
  const digits = digitsOf(stored);
  if (!/^\+?[\d\s-]+$/.test(stored)) return stored;
  const known = Object.keys(lengthsByCode).sort((one, other) => other.length - one.length);
  const code = digitsOf(prefix) || known.find((one) => digits.startsWith(one) && fits(digits.slice(one.length), one));
  if (!code) return stored;
  // Some systems store a number without its prefix.
  const number =
    digits.startsWith(code) && digits.length - code.length >= MIN_DIGITS ? digits.slice(code.length) : digits;
  return `+${code} ${groupedNumber(number, code)}`;
}

const groupsByLength: Readonly<Record<number, readonly number[]>> = {
  7: [3, 4],
  8: [4, 4],
  9: [3, 3, 3],
  10: [3, 3, 4],
  11: [3, 4, 4],
};

/**
 * Removes all leading trunk digits, because no national number begins with one. For codes that begin with 1, the trunk digit
 * is 1.
 */
function withoutTrunk(number: string, code: string): string {
  if (codesKeepingZero.has(code)) return number;
  return number.replace(droppedMarks[code] ?? '', '').replace(code.startsWith('1') ? /^[01]+/ : /^0+/, '');
}

function fits({ length }: string, code: string): boolean {
  // '1-242' and similar codes are areas of +1, which leaves seven digits.
  const lengths = code.length > 3 && code.startsWith('1') ? [7] : lengthsByCode[code];
  return length >= MIN_DIGITS && length <= MAX_DIGITS && (lengths?.includes(length) ?? true);
}

const digitsOf = (text: string): string => text.replace(/\D/g, '');
