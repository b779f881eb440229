import { and, eq } from 'drizzle-orm';
import { fail, ok } from '#contract/result.ts';
import type { Database } from '../database/open.ts';
import { customers } from '../database/schema.ts';
import type { Handler } from '../handler.ts';
import { provedPolicies } from './claim.ts';
import { newPasswordProblem } from './common-passwords.ts';
import { sameNumber } from './document-number.ts';
import { ofEmail, plainEmail } from './emails.ts';
import { deviceNamed, knownDevice } from './known-device.ts';
import { giveTriesBack, setPassword } from './new-password.ts';
import { isPassword, provePassword, sealPassword } from './passwords.ts';
import { openSession, replaceEarlier } from './sessions.ts';
import { closeDevice, endOpenTokens, issueAccess, renewInternal } from './tokens.ts';
import { usable } from './usable.ts';

/**
 * POST /usuarios/login: a wrong password and an unknown account get the same answer in the same time (S5). Tries of a device
 * known to the customer are counted separately, so that strangers cannot use them up.
 */
export const login: Handler<'login'> = async (call) => {
  const { db, clock, hash, attempts, passwordCost, input, networks } = call;
  const email = plainEmail(input.email);
  const [customer] = await db
    .select()
    .from(customers)
    .where(and(ofEmail(input.email), usable(call)));
  const device = customer ? await deviceNamed(call, customer.id, input.dispositivo ?? '', networks) : null;
  const counts = device
    ? ([
        ['signInPerDevice', device],
        ['signInPerKnown', customer?.id ?? ''],
      ] as const)
    : ([
        ['signInPerAddress', networks],
        ['signInPerAccount', email],
      ] as const);
  for (const [rule, subject] of counts) {
    const wait = await attempts.take(rule, subject);
    if (wait > 0) return fail('rate-limited', { retryAfter: wait });
  }
  const { right, renewed } = await provePassword(input.password, customer?.password, passwordCost);
  if (!right || !customer) return fail('bad-credentials');
  if (renewed) await renewPassword(db, customer, renewed);

  for (const [rule, subject] of counts) await attempts.giveBack(rule, subject);
  const internal = await openSession(call, customer, input.instalacion);
  const { id, nif, nombre, residenciaFiscal } = customer;
  return ok({
    usuario: { id, nif, nombre, token: internal, residenciaFiscal, ...knownDevice(clock, hash, id, input.instalacion) },
    polizas: await provedPolicies(call, customer),
  });
};

/** Replaces only the hash that was proved: the customer may have changed the password meanwhile. */
async function renewPassword(db: Database, { id, password }: typeof customers.$inferSelect, renewed: string) {
  await db
    .update(customers)
    .set({ password: renewed })
    .where(and(eq(customers.id, id), eq(customers.password, password)));
}

/** POST /auth/salesforce/getAccessToken: only for the caller's own number (D27). */
export const accessToken: Handler<'accessToken'> = async ({ db, clock, who, input }) => {
  if (!sameNumber(input.cedula, who.customer.nif)) return fail('forbidden');
  const issued = await issueAccess(db, clock, who.deviceId);
  // This call shows that the sign-in's answer arrived, so the earlier tokens can end.
  await replaceEarlier(db, who);
  return ok(issued);
};

/** POST /usuarios/resetToken. */
export const renewInternalToken: Handler<'renewInternalToken'> = async ({ db, clock, who, internalToken }) =>
  ok({ token: await renewInternal(db, clock, who.deviceId, internalToken) });

/** POST /usuarios/logout: ends the device session, all its tokens included. */
export const logout: Handler<'logout'> = async ({ db, who }) => {
  await closeDevice(db, who.deviceId);
  return ok({});
};

/** POST /usuarios/bloquear: ends the tokens that read and change (D57); the device's queue is still sent (F30). */
export const lock: Handler<'lock'> = async ({ db, who }) => {
  await endOpenTokens(db, who.deviceId);
  return ok({});
};

/** PATCH /usuarios/changePassword: as strong as at registration (V5.11); what was set up elsewhere ends (D84). */
export const changePassword: Handler<'changePassword'> = async (call) => {
  const { db, news, attempts, passwordCost, who, input } = call;
  const { customer, deviceId } = who;
  if (input.new !== input.confirm) {
    return fail('invalid', {
      text: 'Las contraseñas no coinciden',
      fields: { confirm: 'Las contraseñas no coinciden' },
    });
  }
  const weak = newPasswordProblem(input.new);
  if (weak) return fail('invalid', { text: weak, fields: { new: weak } });
  const wait = await attempts.take('signInPerDevice', deviceId);
  if (wait > 0) return fail('rate-limited', { retryAfter: wait });
  if (!(await isPassword(input.current, customer.password, passwordCost))) {
    const text = 'La contraseña actual no es correcta';
    return fail('invalid', { text, fields: { current: text } });
  }
  await attempts.giveBack('signInPerDevice', deviceId);
  const password = await sealPassword(input.new, passwordCost);
  await db.transaction((tx) => setPassword(tx, call, customer, password, 'changed', deviceId));
  await giveTriesBack(call, customer);
  news.sendSoon();
  return ok({});
};
