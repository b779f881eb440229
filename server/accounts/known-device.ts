import { timingSafeEqual } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import { DAY_MS } from '#contract/age.ts';
import { after, type Clock } from '../clock.ts';
import type { Transaction } from '../database/open.ts';
import { installations } from '../database/schema.ts';
import type { World } from '../handler.ts';
import type { Network } from '../http/address.ts';
import type { KeyedHash } from '../secrets.ts';

/** How long a device that signed in is known. */
const KNOWN_DEVICE_LIFE_MS = 365 * DAY_MS;
/** How long the network of a recovery is: long enough to sign in on the phone after the mail was read on the desk. */
const KNOWN_NETWORK_LIFE_MS = DAY_MS;

/**
 * A mark that a browser shows at its next sign-in, so that a stranger's wrong passwords do not lock its owner out (OWASP, 'Slow
 * Down Online Guessing Attacks with Device Cookies'). It is signed and grants no access. It is good while the server knows the
 * browser, so a new password ends it (S33).
 *
 * @returns nothing for a browser that does not say which it is
 */
export function knownDevice(clock: Clock, hash: KeyedHash, customerId: string, installation: string | undefined) {
  if (installation === undefined) return {};
  const payload = [customerId, after(clock, KNOWN_DEVICE_LIFE_MS).getTime(), installation].join('.');
  return { dispositivo: `${payload}.${hash('device', payload)}` };
}

/**
 * Under which name the tries of a known browser are counted: all marks of one have the same. Besides, the network from which the
 * password was recovered is known for a day. Null for a stranger.
 */
export async function deviceNamed(
  world: Pick<World, 'db' | 'clock' | 'hash'>,
  customerId: string,
  shown: string,
  networks: readonly Network[],
): Promise<string | null> {
  const { clock } = world;
  const named = installationIn(world, customerId, shown);
  if (named !== null && (await isKnown(world, customerId, named, new Date(0)))) return `${customerId} ${named}`;
  const from = networkName(world.hash, customerId, networks);
  const isRecovered = await isKnown(world, customerId, from, after(clock, -KNOWN_NETWORK_LIFE_MS));
  return isRecovered ? `${customerId} ${from}` : null;
}

/** Knows the network from which somebody who reads the customer's mail set a password. It lies here as a keyed hash. */
export async function knowNetwork(
  tx: Transaction,
  { clock, hash }: Pick<World, 'clock' | 'hash'>,
  customerId: string,
  networks: readonly Network[],
): Promise<void> {
  const row = { customerId, name: networkName(hash, customerId, networks), last: clock() };
  await tx.insert(installations).values(row).onConflictDoNothing();
}

/** By the narrowest of the caller's networks. */
const networkName = (hash: KeyedHash, customerId: string, [narrowest]: readonly Network[]): string =>
  `network ${hash('device', `${customerId}\n${narrowest?.name ?? ''}`)}`;

async function isKnown({ db }: Pick<World, 'db'>, customerId: string, name: string, since: Date): Promise<boolean> {
  const own = and(
    eq(installations.customerId, customerId),
    eq(installations.name, name),
    gt(installations.last, since),
  );
  return (await db.select({ name: installations.name }).from(installations).where(own)).length > 0;
}

/** The browser that a mark of this customer names; null when the mark is not ours, another's, or over. */
function installationIn({ clock, hash }: Pick<World, 'clock' | 'hash'>, customerId: string, shown: string) {
  const payload = shown.slice(0, Math.max(0, shown.lastIndexOf('.')));
  const [customer, expires = '', name = ''] = payload.split('.');
  if (!isSame(shown.slice(payload.length + 1), hash('device', payload))) return null;
  return customer === customerId && Number(expires) > clock().getTime() ? name : null;
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
