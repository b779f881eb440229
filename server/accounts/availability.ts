import { and, eq } from 'drizzle-orm';
import { fail, ok } from '#contract/result.ts';
import { bareNumber, documentTakenText } from '#rules/document-numbers.ts';
import { EMAIL_TAKEN } from '#rules/registration-fields.ts';
import { customers } from '../database/schema.ts';
import type { Handler } from '../handler.ts';
import { ofEmail } from './emails.ts';
import { holdsEmail, holdsNumber } from './unproven.ts';

const taken = (field: string, text: string) => fail('taken', { text, fields: { [field]: text } });

/** GET /usuarios/getUserByEmail: success means that it is free (V7.2). */
export const checkEmail: Handler<'checkEmail'> = async ({ db, ageClock, attempts, networks, input }) => {
  const wait = await attempts.take('lookupPerAddress', networks);
  if (wait > 0) return fail('rate-limited', { retryAfter: wait });
  const [found] = await db
    .select({ id: customers.id })
    .from(customers)
    .where(and(ofEmail(input.email), holdsEmail(await ageClock())));
  return found ? taken('email', EMAIL_TAKEN) : ok({});
};

/** GET /usuarios/getUserByNif. Without kind and country, the number is looked up under all of them (D52). */
export const checkNif: Handler<'checkNif'> = async ({ db, attempts, networks, input }) => {
  const wait = await attempts.take('lookupPerAddress', networks);
  if (wait > 0) return fail('rate-limited', { retryAfter: wait });
  const { nif, tipoId, pais } = input;
  const [found] = await db
    .select({ id: customers.id })
    .from(customers)
    .where(
      and(
        eq(customers.nif, bareNumber(nif)),
        holdsNumber,
        tipoId ? eq(customers.documentKind, tipoId) : undefined,
        pais ? eq(customers.documentCountry, pais) : undefined,
      ),
    );
  const kind = tipoId === 'Pasaporte' ? 'pasaporte' : undefined;
  return found ? taken('nif', documentTakenText(kind)) : ok({});
};
