import { cleanText } from '#contract/typed-text.ts';

/**
 * Phone numbers as customers type them (D55). National lengths are those of significant national numbers of people, after the
 * trunk zero (docs/decisions/phones.md says where each was read).
 */
const lengthsByCode: Readonly<Record<string, readonly number[]>> = {
  '1': [10],
  '31': [9],
  '32': [8, 9],
  '33': [9],
  '34': [9],
  '41': [9],
  '44': [9, 10],
  '48': [9],
  '51': [8, 9],
  '52': [10],
  '53': [7, 8],
  '54': [10, 11],
  '55': [10, 11],
  '56': [9],
  '57': [10],
  '58': [10],
  '86': [10, 11],
  '225': [10],
  '226': [8],
  '227': [8],
  '229': [10],
  '242': [9],
  '297': [7],
  '351': [9],
  '383': [8, 9],
  '502': [8],
  '503': [8],
  '504': [8],
  '505': [8],
  '506': [8],
  '507': [7, 8],
  '509': [8],
  '591': [8],
  '593': [8, 9],
  // Asunción's landlines have eight digits, those of other places seven to nine; mobiles nine.
  '595': [7, 8, 9],
  '598': [8],
  // Bonaire and its neighbours have seven digits, Curazao a nine before them.
  '599': [7, 8],
  '852': [8],
  '886': [8, 9],
  '992': [9],
};
/** V5.15: the outer limit, and the only one where a country has no line above. */
const [LEAST, MOST] = [7, 11];

/**
 * Here a zero in front belongs to the number: Italy, San Marino, the Vatican, Côte d'Ivoire, Burkina Faso, Niger, Benin, Congo,
 * Tajikistan.
 */
const codesKeepingZero = new Set(['39', '378', '379', '225', '226', '227', '229', '242', '992']);

/**
 * V5.15, D55: 7 to 11 digits without the prefix. They are as many as the prefix's country has, with one of its area codes if it
 * has some.
 */
export function phoneProblem(typed: string, prefix: string, areas?: readonly string[]): string | null {
  const number = nationalNumber(typed, prefix);
  const inArea = areas === undefined || areas.some((area) => number.startsWith(area));
  return /^[0-9]+$/.test(number) && fits(number, digitsOf(prefix)) && inArea ? null : 'El teléfono no es válido';
}

/**
 * The national number that was meant, in digits: blanks, signs, the trunk zero and the country's own code fall away, however they
 * were typed along. Another country's number keeps its plus, and what holds letters stays as it is; both are refused.
 */
export function nationalNumber(typed: string, prefix: string): string {
  const text = cleanText(typed).trim();
  if (!/^[\d\s().+/\-\u2010-\u2015]*$/.test(text)) return text;
  const code = digitsOf(prefix);
  const digits = digitsOf(text);
  const [, sign] = /^\(?\s*(\+|00)/.exec(text) ?? [];
  if (sign) {
    const whole = sign === '00' ? digits.slice(2) : digits;
    return code !== '' && whole.startsWith(code) ? withoutTrunk(whole.slice(code.length), code) : `+${whole}`;
  }
  const plain = withoutTrunk(digits, code);
  if (fits(plain, code)) return plain;
  // '1-809…' of the Caribbean: the code may stand there with its one or without.
  const codes = code.length > 3 ? [code, code.slice(1)] : [code];
  const meant = codes
    .filter((one) => one !== '' && digits.startsWith(one))
    .map((one) => withoutTrunk(digits.slice(one.length), code));
  return meant.find((number) => fits(number, code)) ?? plain;
}

/** As it travels (D42): prefix and digits without blanks, '+593991234567'. */
export const wirePhone = (typed: string, prefix: string): string =>
  `${prefix.replace(/[^+\d]/g, '')}${nationalNumber(typed, prefix)}`;

/** '991234567' as people read it, '99 123 4567'; what is no national number as it is. */
export function groupedNumber(number: string, prefix: string): string {
  const groups = digitsOf(prefix) === '593' && number.length === 9 ? [2, 3, 4] : groupsByLength[number.length];
  if (!groups || !/^\d+$/.test(number)) return number;
  const starts = groups.map((_, place) => groups.slice(0, place).reduce((sum, size) => sum + size, 0));
  return groups.map((size, place) => number.slice(starts[place], (starts[place] ?? 0) + size)).join(' ');
}

/** Asks for the area code where several countries share a prefix; undefined where no area is held. */
export function areaHint(areas: readonly string[] | undefined): string | undefined {
  return areas && `Con su código de área: ${areas.slice(0, -1).join(', ')} o ${areas.at(-1)}`;
}

/** A stored number, prefix and digits, as people read it: '+506 8812 3456'. */
export function groupedPhone(stored: string, prefix: string): string {
  const digits = digitsOf(stored);
  if (!/^\+?[\d\s-]+$/.test(stored)) return stored;
  const known = Object.keys(lengthsByCode).sort((one, other) => other.length - one.length);
  const code = digitsOf(prefix) || known.find((one) => digits.startsWith(one) && fits(digits.slice(one.length), one));
  if (!code) return stored;
  // Some systems store a number without its prefix.
  const number = digits.startsWith(code) && digits.length - code.length >= LEAST ? digits.slice(code.length) : digits;
  return `+${code} ${groupedNumber(number, code)}`;
}

const groupsByLength: Readonly<Record<number, readonly number[]>> = {
  7: [3, 4],
  8: [4, 4],
  9: [3, 3, 3],
  10: [3, 3, 4],
  11: [3, 4, 4],
};

/** Of the codes that begin with 1 the trunk sign is 1 itself. No national number begins with a trunk sign, so all of them go. */
function withoutTrunk(number: string, code: string): string {
  if (codesKeepingZero.has(code)) return number;
  return number.replace(code.startsWith('1') ? /^[01]+/ : /^0+/, '');
}

function fits({ length }: string, code: string): boolean {
  // '1-242' and the like are an area of the plan of 1: seven digits are left.
  const lengths = code.length > 3 && code.startsWith('1') ? [7] : lengthsByCode[code];
  return length >= LEAST && length <= MOST && (lengths?.includes(length) ?? true);
}

const digitsOf = (text: string): string => text.replace(/\D/g, '');
