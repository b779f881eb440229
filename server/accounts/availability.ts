import { eq } from 'drizzle-orm';
import { fail, ok } from '#contract/result.ts';
import { customers } from '../database/schema.ts';
import type { Handler } from '../handler.ts';
import { plainEmail, plainNumber } from './document-number.ts';

/** The words for an email or number that belongs to an account (V5.8). */
export const takenWords = {
  email: 'El correo electrónico ya está registrado',
  nif: 'El número de documento ya está registrado',
} as const;

/** GET /usuarios/getUserByEmail: success means that it is free (V7.2). */
export const checkEmail: Handler<'checkEmail'> = async ({ db, attempts, address, input }) => {
  const wait = await attempts.take('lookupPerAddress', address);
  if (wait > 0) return fail('rate-limited', { retryAfter: wait });
  const [found] = await db
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.email, plainEmail(input.email)));
  return found ? fail('taken', { text: takenWords.email, fields: { email: takenWords.email } }) : ok({});
};

/** GET /usuarios/getUserByNif. */
export const checkNif: Handler<'checkNif'> = async ({ db, attempts, address, input }) => {
  const wait = await attempts.take('lookupPerAddress', address);
  if (wait > 0) return fail('rate-limited', { retryAfter: wait });
  const [found] = await db
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.nif, plainNumber(input.nif)));
  return found ? fail('taken', { text: takenWords.nif, fields: { nif: takenWords.nif } }) : ok({});
};
