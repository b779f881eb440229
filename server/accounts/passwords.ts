import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { openLine } from '../overload.ts';

/**
 * The cost of one guess: scrypt's N, with r 8 and p 1 (OWASP Password Storage Cheat Sheet, 2026). It costs 128 MB and a third
 * of a second. Stored with each password, so it can be raised: a password follows at its next sign-in.
 */
export const PASSWORD_COST = 2 ** 17;
const BLOCK_SIZE = 8;
const KEY_BYTES = 32;

/** At most two derivations run in this process, and one core stays free. 64 more may wait, about a minute's work. */
const inLine = openLine(Math.max(1, Math.min(2, availableParallelism() - 1)), 64);

/** 'scrypt$N$r$p$salt$key' (RFC 7914). @throws Overloaded when too many wait already, as every function here */
export async function sealPassword(password: string, cost = PASSWORD_COST): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, { N: cost, r: BLOCK_SIZE, p: 1 });
  return ['scrypt', cost, BLOCK_SIZE, 1, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/**
 * Whether the password is the sealed one. Without a sealed one it takes the same time and returns false, so that an unknown
 * account looks like a wrong password (S5).
 */
export async function isPassword(password: string, sealed: string | undefined, cost = PASSWORD_COST): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = (sealed ?? `scrypt$${cost}$${BLOCK_SIZE}$1$${'A'.repeat(22)}$`).split('$');
  const expected = Buffer.from(key, 'base64url');
  const given = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) });
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * The same for a sign-in. A password sealed at another cost is sealed again. It is then always derived at today's cost too,
 * because a faster refusal would reveal that the account exists.
 */
export async function provePassword(
  password: string,
  sealed: string | undefined,
  cost = PASSWORD_COST,
): Promise<{ right: boolean; renewed: string | null }> {
  if (!sealed || sealed.startsWith(`scrypt$${cost}$${BLOCK_SIZE}$1$`)) {
    return { right: await isPassword(password, sealed, cost), renewed: null };
  }
  const [right, renewed] = await Promise.all([isPassword(password, sealed, cost), sealPassword(password, cost)]);
  return { right, renewed: right ? renewed : null };
}

function derive(password: string, salt: Uint8Array, options: ScryptOptions): Promise<Buffer> {
  // The same password typed on two keyboards may arrive composed or decomposed (RFC 8265, section 4).
  const text = password.normalize('NFC');
  const maxmem = 256 * 1024 * 1024;
  return inLine(
    () =>
      new Promise((resolve, reject) => {
        scrypt(text, salt, KEY_BYTES, { ...options, maxmem }, (error, key) => (error ? reject(error) : resolve(key)));
      }),
  );
}
