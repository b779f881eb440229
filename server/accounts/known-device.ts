import { randomBytes, timingSafeEqual } from 'node:crypto';
import { after, type Clock, DAY_MS } from '../clock.ts';
import type { KeyedHash } from '../secrets.ts';

/** How long a device that signed in is known. */
const KNOWN_DEVICE_LIFE_MS = 365 * DAY_MS;

/**
 * A token that a device shows at its next sign-in, so that a stranger's wrong passwords do not lock its owner out (OWASP,
 * 'Slow Down Online Guessing Attacks with Device Cookies'). It is signed, not stored, and grants no access.
 */
export function knownDevice(clock: Clock, hash: KeyedHash, customerId: string): string {
  const expires = after(clock, KNOWN_DEVICE_LIFE_MS).getTime();
  const payload = [customerId, expires, randomBytes(12).toString('base64url')].join('.');
  return `${payload}.${hash('device', payload)}`;
}

/** The name of the device under which its own tries are counted; null when it is not known to this customer. */
export function deviceNamed(clock: Clock, hash: KeyedHash, shown: string, customerId: string): string | null {
  const payload = shown.slice(0, Math.max(0, shown.lastIndexOf('.')));
  const [customer, expires = '', name = ''] = payload.split('.');
  if (!isSame(shown.slice(payload.length + 1), hash('device', payload))) return null;
  return customer === customerId && Number(expires) > clock().getTime() ? name : null;
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
