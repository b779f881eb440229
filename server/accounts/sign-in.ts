import { and, eq } from 'drizzle-orm';
import { fail, ok } from '#contract/result.ts';
import { passwordProblem } from '#rules/registration-fields.ts';
import { customers } from '../database/schema.ts';
import type { Handler } from '../handler.ts';
import { plainEmail, sameNumber } from './document-number.ts';
import { isPassword, sealPassword } from './passwords.ts';
import { closeDevice, closeOtherDevices, issueAccess, openDevice, renewInternal } from './tokens.ts';
import { usable } from './usable.ts';

/** POST /usuarios/login: a wrong password and an unknown account get the same answer in the same time (S5). */
export const login: Handler<'login'> = async (call) => {
  const { db, clock, core, attempts, passwordCost, input, address } = call;
  const email = plainEmail(input.email);
  const wait = (await attempts.take('signInPerAddress', address)) || (await attempts.take('signInPerAccount', email));
  if (wait > 0) return fail('rate-limited', { retryAfter: wait });
  const [customer] = await db
    .select()
    .from(customers)
    .where(and(eq(customers.email, email), usable(call)));
  const right = await isPassword(input.password, customer?.password, passwordCost);
  if (!right || !customer) return fail('bad-credentials');

  await attempts.giveBack('signInPerAccount', email);
  await attempts.giveBack('signInPerAddress', address);
  const { internal } = await openDevice(db, clock, customer.id);
  const { id, nif, nombre, residenciaFiscal } = customer;
  return ok({
    usuario: { id, nif, nombre, token: internal, residenciaFiscal },
    polizas: await core.policiesOf(nif),
  });
};

/** POST /auth/salesforce/getAccessToken: only for the caller's own number (D27). */
export const accessToken: Handler<'accessToken'> = async ({ db, clock, who, input }) =>
  sameNumber(input.cedula, who.customer.nif) ? ok(await issueAccess(db, clock, who.deviceId)) : fail('forbidden');

/** POST /usuarios/resetToken. */
export const renewInternalToken: Handler<'renewInternalToken'> = async ({ db, clock, who, internalToken }) =>
  ok({ token: await renewInternal(db, clock, who.deviceId, internalToken) });

/** POST /usuarios/logout: ends the device session, all its tokens included. */
export const logout: Handler<'logout'> = async ({ db, who }) => {
  await closeDevice(db, who.deviceId);
  return ok({});
};

/** PATCH /usuarios/changePassword: as strong as at registration (V5.11); every other sign-in ends. */
export const changePassword: Handler<'changePassword'> = async ({ db, attempts, passwordCost, who, input }) => {
  const { customer, deviceId } = who;
  if (input.new !== input.confirm) {
    return fail('invalid', {
      text: 'Las contraseñas no coinciden',
      fields: { confirm: 'Las contraseñas no coinciden' },
    });
  }
  const weak = passwordProblem(input.new);
  if (weak) return fail('invalid', { text: weak, fields: { new: weak } });
  const wait = await attempts.take('signInPerAccount', customer.email);
  if (wait > 0) return fail('rate-limited', { retryAfter: wait });
  if (!(await isPassword(input.current, customer.password, passwordCost))) {
    const text = 'La contraseña actual no es correcta';
    return fail('invalid', { text, fields: { current: text } });
  }
  await attempts.giveBack('signInPerAccount', customer.email);
  const password = await sealPassword(input.new, passwordCost);
  await db.transaction(async (tx) => {
    await tx.update(customers).set({ password }).where(eq(customers.id, customer.id));
    await closeOtherDevices(tx, customer.id, deviceId);
  });
  return ok({});
};
