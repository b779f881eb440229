import { mailboxOf, sameMailbox } from '#contract/mailbox.ts';
import { plainHyphens, singleBlanks } from '#contract/typed-text.ts';
import { MAX_PASSWORD_CHARS } from '#contract/values.ts';
import { ageOn, fromTypedDate } from './dates.ts';
import { bareNumber } from './document-numbers.ts';
import { allOf } from './joined.ts';

/** V5.16: the text for fields without a text of their own. */
export const GENERIC_PROBLEM = 'Por favor, introduce un valor válido';

/** V5.8. */
export const EMAIL_TAKEN = 'El correo electrónico ya está registrado';

/** V5.10: one mailbox, of the shape x@y.z. An address copied from a chat may hold marks that nobody sees; it is refused then. */
export const emailProblem = (typed: string): string | null =>
  mailboxOf(typed) === null ? 'Ingresa un correo electrónico válido' : null;

/** V5.10: equal when both name the same mailbox, which capitals and blanks do not change. */
export const emailConfirmationProblem = (typed: string, confirmation: string): string | null =>
  sameMailbox(typed, confirmation) ? null : 'Los correos electrónicos no coinciden';

/** V5.11: at least eight characters with a digit, a lower-case and an upper-case letter; at most what a sign-in accepts. */
export function passwordProblem(password: string): string | null {
  const fits = missingIn(password).length === 0 && password.length <= MAX_PASSWORD_CHARS;
  return fits ? null : 'Ingresa una contraseña segura de 8 caracteres (una mayúscula y un nº)';
}

/** What a password lacks, beside that sentence, which names no small letter. Null while nothing more can be said. */
export function passwordHelp(password: string): string | null {
  const missing = missingIn(password);
  if (password === '' || missing.length === 0) return null;
  const isOne = missing.length === 1 && !missing[0]?.endsWith('caracteres');
  return `${isOne ? 'Falta' : 'Faltan'} ${allOf(missing)}`;
}

function missingIn(password: string): readonly string[] {
  const short = 8 - Array.from(password).length;
  return [
    ...(short > 0 ? [short === 1 ? '1 carácter' : `${short} caracteres`] : []),
    ...(/\p{Ll}/u.test(password) ? [] : ['una minúscula']),
    ...(/\p{Lu}/u.test(password) ? [] : ['una mayúscula']),
    ...(/[0-9]/.test(password) ? [] : ['un número']),
  ];
}

/** V5.11, H5.7: compared as typed, blanks included. */
export function passwordConfirmationProblem(password: string, confirmation: string): string | null {
  return password === confirmation ? null : 'Las contraseñas no coinciden';
}

const nameProblems = {
  nombre: 'El nombre no es válido',
  apellidoPrimero: 'El primer apellido no es válido',
  apellidoSegundo: 'El segundo apellido no es válido',
  nombreConyuge: 'El nombre no es válido',
  apellido1Conyuge: 'El primer apellido no es válido',
  apellido2Conyuge: 'El segundo apellido no es válido',
};
export type NameField = keyof typeof nameProblems;

/** Longer than any given name or surname in a civil register. */
export const MAX_NAME_CHARS = 80;

/** A Latin letter of any block, with the marks above and below it. Ordinals such as 'ª' are none. */
const LETTER = String.raw`(?=[\p{Lu}\p{Ll}\p{Lt}])\p{Script=Latin}\p{M}*`;
/** Hyphens and apostrophes stand anywhere; the period of an abbreviation stands behind its letter (D80). */
const NAME_WORD = String.raw`[-']*(?:${LETTER}\.?[-']*)+`;
const NAME = new RegExp(`^${NAME_WORD}(?: ${NAME_WORD})*$`, 'u');

/** V5.12, D80: the problem of a name; all are required. */
export function nameProblem(field: NameField, typed: string): string | null {
  const name = writtenName(typed);
  return name.length <= MAX_NAME_CHARS && NAME.test(name) ? null : nameProblems[field];
}

/** D80: the name as it is sent, with single blanks, plain hyphens and plain apostrophes. */
export function writtenName(typed: string): string {
  return plainHyphens(singleBlanks(typed.normalize('NFC'))).replace(/[\u2018\u2019\u02bb\u02bc\u2032\u00b4`]/g, "'");
}

/** V5.13: a real day 'dd-mm-aaaa' of the years 1900 to 2029, at least 18 years ago (D46). */
export function birthDateProblem(typed: string, today: string): string | null {
  const date = typedDateInRange(typed);
  if (date === null) return 'Ingresa una fecha de nacimiento válida';
  return ageOn(date, today) < 18 ? 'Tienes que ser mayor de 18 años' : null;
}

/** V5.14: the same format as a birth date; a document is issued after its holder was born, and not in the future. */
export function issueDateProblem(typed: string, today: string, birth: string | null): string | null {
  const date = typedDateInRange(typed);
  if (date === null) return 'Ingresa una fecha válida';
  if (date > today) return 'La fecha de expedición no puede ser posterior a hoy';
  return birth !== null && date < birth ? 'La fecha de expedición no puede ser anterior a tu nacimiento' : null;
}

/** V5.14, D79: 9 to 13 digits; in Guatemala also a number by the country's own rule. */
export function nitProblem(typed: string, guatemalan = false): string | null {
  const number = bareNumber(typed);
  const fits = /^[0-9]{9,13}$/.test(number) || (guatemalan && isGuatemalanNit(number));
  return fits ? null : 'Ingresa un número de Identificación Tributaria válido';
}

/** Modulo 11: the digits before the last, weighed 2, 3, 4 … from the right, with the last make a multiple of 11; K is 10. */
function isGuatemalanNit(number: string): boolean {
  if (!/^[0-9]{1,11}[0-9K]$/.test(number)) return false;
  const [last, ...rest] = Array.from(number).reverse();
  const sum = rest.reduce((total, digit, place) => total + Number(digit) * (place + 2), 0);
  return (sum + (last === 'K' ? 10 : Number(last))) % 11 === 0;
}

function typedDateInRange(typed: string): string | null {
  const date = fromTypedDate(typed);
  return date !== null && date >= '1900-01-01' && date <= '2029-12-31' ? date : null;
}
