import { fail, ok, type Result } from '#contract/result.ts';
import type { World } from '../handler.ts';
import type { Bearer } from './bearer.ts';
import { isPassword } from './passwords.ts';

/**
 * Asks the password of who is signed in, for what an unlocked phone alone must not do. Tries are counted for this device's
 * sign-in, so neither strangers nor other devices can use them up.
 *
 * @returns 'invalid' with a text at the field `password`, or 'rate-limited'
 */
export async function proveOwner(
  { attempts, passwordCost }: Pick<World, 'attempts' | 'passwordCost'>,
  { customer, deviceId }: Bearer,
  password: string,
): Promise<Result<null>> {
  const wait = await attempts.take('signInPerDevice', deviceId);
  if (wait > 0) return fail('rate-limited', { retryAfter: wait });
  if (!(await isPassword(password, customer.password, passwordCost))) {
    const text = 'La contraseña no es correcta';
    return fail('invalid', { text, fields: { password: text } });
  }
  await attempts.giveBack('signInPerDevice', deviceId);
  return ok(null);
}
