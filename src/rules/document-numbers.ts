import { cleanText, plainHyphens } from '#contract/typed-text.ts';

/** The numbers an identity document can carry; country data names the one that applies. */
export type DocumentNumberKind =
  | 'cedulaEcuador'
  | 'cedulaDominicana'
  | 'dpi'
  | 'cedulaColombia'
  | 'cedulaCostaRica'
  | 'dimex'
  | 'pasaporte'
  | 'pasaporteInternacional';

const INVALID = 'El número de documento no es válido';
const INVALID_PASSPORT = 'El número de pasaporte no es válido';

/**
 * The problem of a document number, in the spec's words (V5.2 to V5.7); null when it is valid. Blanks, dots and hyphens are
 * ignored (D6).
 */
export function documentNumberProblem(kind: DocumentNumberKind, typed: string): string | null {
  return checks[kind](bareNumber(typed));
}

/** The text for a number that already belongs to an account (V5.8). An unknown kind reads as a document. */
export function documentTakenText(kind: DocumentNumberKind | undefined): string {
  return kind && isPassport(kind)
    ? 'El número de pasaporte ya está registrado'
    : 'El número de documento ya está registrado';
}

/** A document, phone or tax number for checking and sending: without blanks, dots and hyphens, in capitals (D6, D42). */
export function bareNumber(typed: string): string {
  return plainHyphens(cleanText(typed))
    .replace(/[\s.-]/gu, '')
    .toUpperCase();
}

const checks: Record<DocumentNumberKind, (number: string) => string | null> = {
  cedulaEcuador: (number) => (/^[0-9]{10}$/.test(number) && checkDigitFits(number, 0) ? null : INVALID),
  cedulaDominicana: (number) => {
    if (!/^[0-9]{11}$/.test(number)) return 'Formato inválido';
    return checkDigitFits(number, 1) ? null : INVALID;
  },
  // V5.5, D5: digits 4 to 8, counted from 1, are the municipality's code.
  dpi: (number) => {
    const municipality = Number(number.slice(3, 8));
    return /^[0-9]{13}$/.test(number) && municipality >= 1 && municipality !== 23 ? null : INVALID;
  },
  cedulaColombia: (number) => (/^[0-9]{6,10}$/.test(number) ? null : INVALID),
  cedulaCostaRica: (number) => (/^[1-9][0-9]{8}$/.test(number) ? null : INVALID),
  dimex: (number) => (/^[0-9]{11,12}$/.test(number) ? null : INVALID),
  pasaporte: (number) => (/^[A-Z0-9]{8,9}$/.test(number) ? null : INVALID_PASSPORT),
  pasaporteInternacional: (number) => (/^[A-Z0-9]{5,15}$/.test(number) ? null : INVALID_PASSPORT),
};

/**
 * D5: every second digit is doubled, and 9 subtracted above 9. The last digit completes the sum of all others to a multiple
 * of ten.
 *
 * @param doubledFrom 0-based index of the first doubled digit
 */
function checkDigitFits(number: string, doubledFrom: 0 | 1): boolean {
  const digits = Array.from(number, Number);
  const sum = digits.slice(0, -1).reduce((total, digit, index) => {
    const value = index % 2 === doubledFrom ? digit * 2 : digit;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return (10 - (sum % 10)) % 10 === digits.at(-1);
}

function isPassport(kind: DocumentNumberKind): boolean {
  return kind === 'pasaporte' || kind === 'pasaporteInternacional';
}
