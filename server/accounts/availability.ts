import { eq } from 'drizzle-orm';
import { fail, ok } from '#contract/result.ts';
import { bareNumber, documentTakenText } from '#rules/document-numbers.ts';
import { EMAIL_TAKEN } from '#rules/registration-fields.ts';
import { customers } from '../database/schema.ts';
import type { Handler } from '../handler.ts';
import { plainEmail } from './document-number.ts';

const taken = (field: string, text: string) => fail('taken', { text, fields: { [field]: text } });

/** GET /usuarios/getUserByEmail: success means that it is free (V7.2). */
export const checkEmail: Handler<'checkEmail'> = async ({ db, attempts, address, input }) => {
  const wait = await attempts.take('lookupPerAddress', address);
  if (wait > 0) return fail('rate-limited', { retryAfter: wait });
  const [found] = await db
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.email, plainEmail(input.email)));
  return found ? taken('email', EMAIL_TAKEN) : ok({});
};

/** GET /usuarios/getUserByNif. */
export const checkNif: Handler<'checkNif'> = async ({ db, attempts, address, input }) => {
  const wait = await attempts.take('lookupPerAddress', address);
  if (wait > 0) return fail('rate-limited', { retryAfter: wait });
  const [found] = await db
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.nif, bareNumber(input.nif)));
  return found ? taken('nif', documentTakenText(undefined)) : ok({});
};
