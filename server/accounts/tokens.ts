import { and, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import type { AccessToken } from '#contract/account.ts';
import { DAY_MS } from '#contract/age.ts';
import { after, type Clock } from '../clock.ts';
import type { Database, Transaction } from '../database/open.ts';
import { customers, devices, endedTokens, tokens } from '../database/schema.ts';
import type { World } from '../handler.ts';
import { tellLast } from '../push/news.ts';
import { hashOf, newToken } from '../secrets.ts';
import type { Bearer } from './bearer.ts';
import { usable } from './usable.ts';

export type TokenKind = 'access' | 'internal' | 'send';

/** How long a token of each kind is valid, in milliseconds (D27). */
export const tokenLife: Record<TokenKind, number> = { access: 30 * DAY_MS, internal: 90 * DAY_MS, send: 90 * DAY_MS };

/** Opens a device session for the customer and issues its internal token; `agent` and `installation` say from where. */
export async function openDevice(
  db: Transaction,
  { clock, uuid }: Pick<World, 'clock' | 'uuid'>,
  customerId: string,
  { agent, installation = null }: { agent: string; installation?: string | null | undefined },
) {
  const deviceId = uuid();
  await db.insert(devices).values({ id: deviceId, customerId, created: clock(), seen: clock(), agent, installation });
  return { deviceId, internal: await issue(db, clock, deviceId, 'internal') };
}

/**
 * An access token and a send-only token for the device, as the contract words them. The earlier access token ends, since
 * only a thief would still use it. Earlier send-only tokens stay valid, because one may be sending a body.
 */
export async function issueAccess(db: Transaction, clock: Clock, deviceId: string): Promise<AccessToken> {
  await db.delete(tokens).where(and(eq(tokens.deviceId, deviceId), eq(tokens.kind, 'access')));
  const access_token = await issue(db, clock, deviceId, 'access');
  const sendToken = await issue(db, clock, deviceId, 'send');
  return { access_token, updated: clock().toISOString(), sendToken };
}

/**
 * A new internal token. The old one stays valid until the new one is first used, so a lost answer leaves the device with a
 * valid token.
 */
export async function renewInternal(db: Transaction, clock: Clock, deviceId: string, old: string): Promise<string> {
  return issue(db, clock, deviceId, 'internal', hashOf(old));
}

/** The bearer of the token; null when it is unknown, expired, revoked or of another kind (S8). */
export async function findBearer(
  world: Pick<World, 'db' | 'clock' | 'demo'>,
  token: string,
  kinds: readonly TokenKind[],
): Promise<Bearer | null> {
  const { db, clock } = world;
  const hash = hashOf(token);
  const [row] = await db
    .select({ customer: customers, deviceId: devices.id, seen: devices.seen, replaces: tokens.replaces })
    .from(tokens)
    .innerJoin(devices, eq(devices.id, tokens.deviceId))
    .innerJoin(customers, eq(customers.id, devices.customerId))
    .where(and(eq(tokens.hash, hash), inArray(tokens.kind, [...kinds]), gt(tokens.expires, clock()), usable(world)));
  if (!row) return null;
  if (row.replaces !== null) {
    await db.delete(tokens).where(eq(tokens.hash, row.replaces));
    await db.update(tokens).set({ replaces: null }).where(eq(tokens.hash, hash));
  }
  return { customer: row.customer, deviceId: row.deviceId, seen: row.seen, presented: [hash] };
}

/** Ends one sign-in with all its tokens. */
export async function closeDevice(db: Transaction, deviceId: string): Promise<void> {
  await db.delete(devices).where(eq(devices.id, deviceId));
}

/** Ends the tokens that read and change; the sign-in keeps its send-only tokens. */
export async function endOpenTokens(db: Transaction, deviceId: string): Promise<void> {
  await db.delete(tokens).where(and(eq(tokens.deviceId, deviceId), ne(tokens.kind, 'send')));
}

/** Which sign-ins of a customer their owner ends. */
export type Ending = { only: string } | { but: string } | 'all';

export interface EndingWays {
  /** Whether the devices are also to erase what they keep of the customer. */
  erase?: boolean;
  /** Keeps no push address for a last message. */
  untold?: boolean;
}

/**
 * Ends sign-ins of the customer from elsewhere (D83). Their tokens are answered 'session-ended' from then on, and each device
 * with push is told at once: call `news.sendSoon` when the transaction stands.
 *
 * @returns how many sign-ins it ended
 */
export async function endDevices(
  tx: Transaction,
  clock: Clock,
  customerId: string,
  which: Ending,
  { erase = false, untold = false }: EndingWays = {},
): Promise<number> {
  const named = which === 'all' ? undefined : 'only' in which ? eq(devices.id, which.only) : ne(devices.id, which.but);
  // The lock waits for tokens that are being issued to these devices, so that these are copied too.
  const locked = await tx
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.customerId, customerId), named))
    .for('update');
  if (locked.length === 0) return 0;
  const ids = locked.map(({ id }) => id);
  const copy = { hash: tokens.hash, erase: sql<boolean>`${erase}::boolean`.as('erase'), expires: tokens.expires };
  await tx
    .insert(endedTokens)
    .select(tx.select(copy).from(tokens).where(inArray(tokens.deviceId, ids)))
    .onConflictDoNothing();
  if (!untold) await tellLast(tx, clock, ids);
  await tx.delete(devices).where(inArray(devices.id, ids));
  return ids.length;
}

/** What was ended on purpose of the tokens that somebody shows; null when none was. */
export async function endingOf(db: Database, shown: readonly string[]): Promise<{ erase: boolean } | null> {
  if (shown.length === 0) return null;
  const ended = await db
    .select()
    .from(endedTokens)
    .where(inArray(endedTokens.hash, shown.map(hashOf)));
  return ended.length === 0 ? null : { erase: ended.some(({ erase }) => erase) };
}

async function issue(
  db: Transaction,
  clock: Clock,
  deviceId: string,
  kind: TokenKind,
  replaces: string | null = null,
): Promise<string> {
  const token = newToken();
  const expires = after(clock, tokenLife[kind]);
  await db.insert(tokens).values({ hash: hashOf(token), deviceId, kind, expires, replaces });
  return token;
}
