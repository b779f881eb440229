import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** How dear one guess is: scrypt's N; 32768 with r 8 costs 32 MB and about 80 ms. Stored with each password, so it can be raised. */
export const PASSWORD_COST = 2 ** 15;
const BLOCK = 8;
const KEY_LENGTH = 32;

/** 'scrypt$N$r$p$salt$key' (RFC 7914). */
export async function sealPassword(password: string, cost = PASSWORD_COST): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, { N: cost, r: BLOCK, p: 1 });
  return ['scrypt', cost, BLOCK, 1, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/**
 * Whether the password is the sealed one. Without a sealed one it takes the same time and is never right, so that an
 * unknown account cannot be told from a wrong password (S5).
 */
export async function isPassword(password: string, sealed: string | undefined, cost = PASSWORD_COST): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = (sealed ?? `scrypt$${cost}$${BLOCK}$1$${'A'.repeat(22)}$`).split('$');
  const expected = Buffer.from(key, 'base64url');
  const given = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) });
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function derive(password: string, salt: Uint8Array, options: ScryptOptions): Promise<Buffer> {
  // The same password typed on two keyboards may arrive composed or decomposed (RFC 8265, section 4).
  const text = password.normalize('NFC');
  return new Promise((resolve, reject) => {
    scrypt(text, salt, KEY_LENGTH, { ...options, maxmem: 256 * 1024 * 1024 }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
