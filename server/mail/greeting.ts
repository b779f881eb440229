import type { customers } from '../database/schema.ts';

/**
 * How a mail begins. A name is whatever was typed at the registration. To an address that nobody confirmed, which may be a
 * stranger's, the insurer would send those words as its own.
 */
export const greeting = ({ nombre, emailVerified }: Pick<typeof customers.$inferSelect, 'nombre' | 'emailVerified'>) =>
  emailVerified === null ? 'Hola:' : `Hola, ${nombre}:`;
