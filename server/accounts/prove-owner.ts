import { fail, ok, type Result } from '#contract/result.ts';
import type { Call } from '../handler.ts';
import type { Bearer } from './bearer.ts';
import { judgeTry } from './counted.ts';
import { isPassword, ownersOf } from './passwords.ts';

/** Where a wrong password is told, and how. */
const usual = { field: 'password', text: 'La contraseña no es correcta' };

/**
 * Asks the password of who is signed in, for what an unlocked phone alone must not do. Tries are counted for this device's
 * sign-in, so neither strangers nor other devices can use them up.
 *
 * @returns 'invalid' with a text at the field, or 'rate-limited'
 */
export async function proveOwner(
  { attempts, passwordCost, networks }: Pick<Call, 'attempts' | 'passwordCost' | 'networks'>,
  { customer, deviceId }: Bearer,
  password: string,
  { field, text } = usual,
): Promise<Result<null>> {
  const judged = await judgeTry(attempts, [['signInPerDevice', deviceId]], async () =>
    (await isPassword(password, customer.password, passwordCost, ownersOf(networks, customer.email))) ? 'right' : null,
  );
  if (!judged.ok) return judged;
  return judged.value ? ok(null) : fail('invalid', { text, fields: { [field]: text } });
}
