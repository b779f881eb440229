import type { ParsedInputOf } from '#contract/endpoints.ts';
import type { Problem } from '#contract/result.ts';
import type { ReceivedFile } from '../http/read-input.ts';

/** The shape x@y.z (V5.10). */
export const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;

/**
 * What the server refuses in a registration, in the words of the form, by wire field; null when it can be accepted. The
 * contract's schema has been passed already, and so has each file's kind and size.
 */
export function validateRegistration(
  fields: ParsedInputOf<'register'>,
  files: readonly Pick<ReceivedFile, 'field'>[],
): Problem | null {
  const problems: Record<string, string> = {};
  if (!EMAIL.test(fields.email)) problems.email = 'Ingresa un correo electrónico válido';
  if (!isStrong(fields.password)) {
    problems.password = 'Ingresa una contraseña segura de 8 caracteres (una mayúscula y un nº)';
  }
  if (!files.some((file) => file.field === 'frontal')) problems.frontal = 'Por favor, introduce un valor válido';
  return Object.keys(problems).length > 0 ? { code: 'invalid', fields: problems } : null;
}

/** V5.11. */
export const isStrong = (password: string): boolean =>
  password.length >= 8 && /\d/.test(password) && /\p{Ll}/u.test(password) && /\p{Lu}/u.test(password);
