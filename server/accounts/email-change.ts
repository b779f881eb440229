import { and, isNotNull, ne } from 'drizzle-orm';
import { fail, ok, type Result } from '#contract/result.ts';
import { EMAIL_TAKEN } from '#rules/registration-fields.ts';
import type { Transaction } from '../database/open.ts';
import { customers } from '../database/schema.ts';
import { violates } from '../database/violations.ts';
import type { Acting, Call } from '../handler.ts';
import { afterCommit } from '../later.ts';
import { greeting } from '../mail/greeting.ts';
import type { Bearer, Customer } from './bearer.ts';
import { confirmClaim, confirmEmail, pendingOf, sendDueCode } from './claim.ts';
import { ofEmail } from './emails.ts';
import { CodeGone, judgeCode, sendCode, waitingCode } from './mail-codes.ts';
import { endRecoveries } from './new-password.ts';
import { proveOwner } from './prove-owner.ts';
import { isPasswordOf } from './still-signed-in.ts';

const taken = fail('taken', { text: EMAIL_TAKEN, fields: { email: EMAIL_TAKEN } });

/**
 * Whether this customer may change the email: the new one is free and the password correct. A person who reads the mail can
 * set a password, so an unlocked phone must not be enough (S15).
 */
export async function mayChangeEmail(
  world: Acting & Pick<Call, 'networks'>,
  who: Bearer,
  email: string,
  password: string | undefined,
): Promise<Result<null>> {
  // D88: an account that never confirmed it gives way once the code is typed.
  const others = and(ofEmail(email), isNotNull(customers.emailVerified), ne(customers.id, who.customer.id));
  if ((await world.db.select({ id: customers.id }).from(customers).where(others)).length > 0) return taken;
  if (!password) return fail('invalid', { fields: { password: 'Escribe tu contraseña para cambiar el correo' } });
  return proveOwner(world, who, password);
}

/**
 * D59: ends the recovery links, tells the address in force and the other devices, and sends the code to the new address, which waits
 * until it is typed.
 */
export async function beginEmailChange(
  world: Acting,
  { customer, deviceId }: Bearer,
  email: string,
): Promise<Result<null>> {
  const { news } = world;
  const to = { customerId: customer.id, purpose: 'email' as const, target: email };
  const sent = await sendCode(world, to, 'Escríbelo en la app para usar este correo en tu cuenta.', async (tx) => {
    if (!(await isPasswordOf(tx, customer))) return fail('unauthorised');
    await endRecoveries(tx, customer.id);
    await news.tell(tx, customer.id, { tema: 'seguridad' }, deviceId);
    // An address nobody confirmed may be a stranger's, to whom nothing is told.
    if (customer.emailVerified !== null) await tellOld(world, tx, customer, email);
    return ok(null);
  });
  if (!sent.ok) return sent;
  news.sendSoon();
  return sent;
}

/**
 * Takes a typed code for whichever proof waits: a changed email, the registered one, or the insurer's address of the person.
 */
export async function takeCode(
  world: Acting,
  { customer, deviceId }: Bearer,
  typed: string,
): Promise<Result<Customer>> {
  const { attempts, later } = world;
  const purpose =
    pendingOf(customer) === 'codigo' && !(await waitingCode(world, customer.id, 'email')) ? 'claim' : 'email';
  const judged = await judgeCode(world, customer.id, purpose, typed);
  if (!judged.ok) return judged;
  const code = judged.value;
  try {
    const changed =
      purpose === 'claim'
        ? await confirmClaim(world, customer, code)
        : await confirmEmail(world, customer, code, deviceId);
    await afterCommit(later, async () => {
      await attempts.giveBack('codePerTarget', code.target);
      // What is due next is sent at once; when it fails, the screen offers to send it again.
      if (purpose === 'email' && pendingOf(changed) !== null) await sendDueCode(world, changed);
    });
    return ok(changed);
  } catch (error) {
    if (error instanceof CodeGone) return error.result;
    // Another account took the address since the code was sent.
    if (violates(error, 'customers_email')) return taken;
    throw error;
  }
}

/** Sends the code that waits, or is due, once more. */
export async function sendAgain(world: Acting, customer: Customer): Promise<Result<null>> {
  const target = await waitingCode(world, customer.id, 'email');
  return target !== null && target !== customer.email
    ? sendCode(
        world,
        { customerId: customer.id, purpose: 'email', target },
        'Escríbelo en la app para usar este correo.',
      )
    : sendDueCode(world, customer);
}

async function tellOld(
  { mail, publicOrigin }: Acting,
  tx: Transaction,
  customer: Customer,
  next: string,
): Promise<void> {
  const message = {
    customerId: customer.id,
    to: customer.email,
    subject: 'Pidieron cambiar el correo de tu cuenta de Amparo',
    text: [
      greeting(customer),
      `Alguien con tu contraseña pidió cambiar el correo de tu cuenta a ${masked(next)}. El cambio se hace cuando se escriba el código que enviamos allí.`,
      `Si no fuiste tú, cambia tu contraseña ahora mismo: ${publicOrigin}`,
    ].join('\n\n'),
    link: publicOrigin,
  };
  await mail(message, tx);
}

/** 'm•••@correo.com': enough to know one's own. */
export const masked = (email: string): string => email.replace(/^(.)[^@]*/u, '$1•••');
