import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { thisMachine } from '#ports/machine.ts';
import type { Network } from '../http/address.ts';
import { openLine } from '../overload.ts';

/**
 * The cost of one guess: scrypt's N, with r 8 and p 1 (OWASP Password Storage Cheat Sheet, 2026). It costs 128 MB and a third
 * of a second. Stored with each password, so it can be raised: a password follows at its next sign-in.
 */
export const PASSWORD_COST = 2 ** 17;
/** Every cost before it, since a stored password may still have one. Whoever raises the cost adds the present one here. */
export const EARLIER_COSTS: readonly number[] = [];
const BLOCK_SIZE = 8;
const KEY_BYTES = 32;

/** A customer waits no longer for a sign-in than this. Who would is told so at once. */
const SERVED_WITHIN_MS = 5_000;
/** About what one derivation takes at today's cost. The line measures it as it goes. */
const DERIVATION_MS = 350;

/** At most two derivations run in this process, and one core stays free. */
const inLine = openLine({
  atOnce: Math.max(1, Math.min(2, availableParallelism() - 1)),
  waiting: 64,
  within: { most: SERVED_WITHIN_MS, unit: DERIVATION_MS, steady: thisMachine.steady },
});

/** Whom a derivation counts for: each network of the caller and the account has half of the line at most. */
export const ownersOf = (networks: readonly Network[], account?: string): string[] => [
  ...networks.map(({ name }) => name),
  ...(account === undefined ? [] : [account]),
];

/** 'scrypt$N$r$p$salt$key' (RFC 7914). @throws Overloaded when too many wait already, as every function here */
export async function sealPassword(password: string, cost = PASSWORD_COST, owners: readonly string[]): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, { N: cost, r: BLOCK_SIZE, p: 1 }, owners);
  return ['scrypt', cost, BLOCK_SIZE, 1, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/**
 * Whether the password is the sealed one. Without a sealed one it takes the same time and returns false, so that an unknown
 * account looks like a wrong password (S5).
 */
export async function isPassword(
  password: string,
  sealed: string | undefined,
  cost: number,
  owners: readonly string[],
): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = (sealed ?? `scrypt$${cost}$${BLOCK_SIZE}$1$${'A'.repeat(22)}$`).split('$');
  const expected = Buffer.from(key, 'base64url');
  const options = { N: Number(N), r: Number(r), p: Number(p) };
  const given = await derive(password, Buffer.from(salt, 'base64url'), options, owners);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * The same for a sign-in; a right password that was sealed at another cost comes back sealed at today's. What is typed is derived once
 * at each cost that is or was in use, whether the account exists, and however it was sealed. So the time tells nobody who is
 * registered, not even after the cost was raised (S5).
 */
export async function provePassword(
  password: string,
  sealed: string | undefined,
  cost: number,
  owners: readonly string[],
  earlier = EARLIER_COSTS,
): Promise<{ right: boolean; renewed: string | null }> {
  const own = Number(sealed?.split('$')[1] ?? cost);
  const others = [...new Set([cost, ...earlier])].filter((one) => one !== own);
  const [right, ...resealed] = await Promise.all([
    isPassword(password, sealed, own, owners),
    ...others.map((other) => sealPassword(password, other, owners)),
  ]);
  return { right, renewed: right && own !== cost ? (resealed[others.indexOf(cost)] ?? null) : null };
}

function derive(
  password: string,
  salt: Uint8Array,
  options: ScryptOptions,
  owners: readonly string[],
): Promise<Buffer> {
  // The same password typed on two keyboards may arrive composed or decomposed (RFC 8265, section 4).
  const text = password.normalize('NFC');
  const maxmem = 256 * 1024 * 1024;
  return inLine(
    () =>
      new Promise((resolve, reject) => {
        scrypt(text, salt, KEY_BYTES, { ...options, maxmem }, (error, key) => (error ? reject(error) : resolve(key)));
      }),
    Number(options.N) / PASSWORD_COST,
    owners,
  );
}
