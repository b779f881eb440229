import { and, eq } from 'drizzle-orm';
import { fail, ok, type Result } from '#contract/result.ts';
import { customers } from '../database/schema.ts';
import type { Call, Handler } from '../handler.ts';
import { afterCommit } from '../later.ts';
import { accountOf } from './account-of.ts';
import type { Customer } from './bearer.ts';
import { provedPolicies } from './claim.ts';
import { newPasswordProblem } from './common-passwords.ts';
import { judgeTry } from './counted.ts';
import { sameNumber } from './document-number.ts';
import { ofEmail, plainEmail } from './emails.ts';
import { deviceNamed } from './known-device.ts';
import { giveTriesBack, setPassword } from './new-password.ts';
import { ownersOf, provePassword, sealPassword } from './passwords.ts';
import { proveOwner } from './prove-owner.ts';
import { openSession, replaceEarlier } from './sessions.ts';
import { isPasswordOf } from './still-signed-in.ts';
import { closeDevice, endLocked, issueAccess, type Opened, renewInternal } from './tokens.ts';
import { isUsableAccount } from './usable.ts';

/**
 * POST /usuarios/login: a wrong password and an unknown account get the same answer in the same time (S5). Tries of a device
 * known to the customer are counted separately, so that strangers cannot use them up.
 */
export const login: Handler<'login'> = async (call) => {
  const { attempts, input, networks } = call;
  const email = plainEmail(input.email);
  const customer = await customerOf(call, input.email);
  // Before a derivation is spent on it. Only who proved a way in makes an account wait here.
  const wait = await attempts.waitOf('entriesPerCustomer', customer?.id ?? email);
  if (wait > 0) return fail('rate-limited', { retryAfter: wait });
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
  const judged = await judgeTry(attempts, counts, () => enter(call, customer));
  if (!judged.ok) return judged;
  const entered = judged.value ?? fail('bad-credentials');
  if (!entered.ok) return entered;
  const { tokens, customer: owner } = entered.value;
  return ok({
    usuario: accountOf(call, owner, tokens, input.instalacion),
    polizas: await provedPolicies(call, owner),
  });
};

async function customerOf(call: Call<'login'>, email: string): Promise<Customer | undefined> {
  const [customer] = await call.db
    .select()
    .from(customers)
    .where(and(ofEmail(email), isUsableAccount(call)));
  return customer;
}

/**
 * Opens a sign-in under the password that was proved. A password that was replaced meanwhile is proved anew: what was typed may be
 * the new one, or the same sealed again by another sign-in.
 */
async function enter(
  call: Call<'login'>,
  customer: Customer | undefined,
): Promise<Result<{ customer: Customer; tokens: Opened }> | null> {
  const { passwordCost, input, networks } = call;
  const owners = ownersOf(networks, plainEmail(input.email));
  const { right, renewed } = await provePassword(input.password, customer?.password, passwordCost, owners);
  if (!right || !customer) return null;
  const opened = await openSession(call, customer, input.instalacion, async (tx, { password }) => {
    if (password !== customer.password) return false;
    if (renewed) await tx.update(customers).set({ password: renewed }).where(eq(customers.id, customer.id));
    return true;
  });
  if (opened !== null) return opened.ok ? ok({ customer, tokens: opened.value }) : opened;
  const now = await customerOf(call, customer.email);
  return now && now.password !== customer.password ? enter(call, now) : null;
}

/** POST /auth/salesforce/getAccessToken: only for the caller's own number (D27). */
export const accessToken: Handler<'accessToken'> = async (call) => {
  const { db, who, input } = call;
  if (!sameNumber(input.cedula, who.customer.nif)) return fail('forbidden');
  return db.transaction(async (tx) => {
    // This call shows that the sign-in's answer arrived, so the earlier tokens can end.
    await replaceEarlier(tx, who);
    return ok(await issueAccess(tx, call, who.deviceId));
  });
};

/** POST /usuarios/resetToken. */
export const renewInternalToken: Handler<'renewInternalToken'> = async (call) =>
  ok({ token: await call.db.transaction((tx) => renewInternal(tx, call, call.who.deviceId, call.internalToken)) });

/** POST /usuarios/logout: ends the device session, all its tokens included. */
export const logout: Handler<'logout'> = async ({ db, who }) => {
  await db.transaction((tx) => closeDevice(tx, who.deviceId));
  return ok({});
};

/** POST /usuarios/bloquear: ends the tokens that read and change (D57); the device's queue is still sent (F30). */
export const lock: Handler<'lock'> = async ({ db, who }) => {
  await db.transaction((tx) => endLocked(tx, who));
  return ok({});
};

/** PATCH /usuarios/changePassword: as strong as at registration (V5.11); what was set up elsewhere ends (D84). */
export const changePassword: Handler<'changePassword'> = async (call) => {
  const { db, news, passwordCost, networks, who, input } = call;
  const { customer, deviceId } = who;
  if (input.new !== input.confirm) {
    return fail('invalid', {
      text: 'Las contraseñas no coinciden',
      fields: { confirm: 'Las contraseñas no coinciden' },
    });
  }
  const weak = newPasswordProblem(input.new);
  if (weak) return fail('invalid', { text: weak, fields: { new: weak } });
  const wrong = { field: 'current', text: 'La contraseña actual no es correcta' };
  const owner = await proveOwner(call, who, input.current, wrong);
  if (!owner.ok) return owner;
  const password = await sealPassword(input.new, passwordCost, ownersOf(networks, customer.email));
  const isChanged = await db.transaction(async (tx) => {
    if (!(await isPasswordOf(tx, customer))) return false;
    await setPassword(tx, call, customer, password, 'changed', deviceId);
    return true;
  });
  if (!isChanged) return fail('unauthorised');
  await afterCommit(call.later, () => giveTriesBack(call, customer, false));
  news.sendSoon();
  return ok({});
};
