import { and, desc, eq, gt, inArray, lt, ne, type SQL } from 'drizzle-orm';
import type { AccessToken } from '#contract/account.ts';
import { ageOf, DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/age.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import { after, type Clock } from '../clock.ts';
import type { Transaction } from '../database/open.ts';
import { customers, devices, renewals, tokens } from '../database/schema.ts';
import type { World } from '../handler.ts';
import { hashOf, newToken } from '../secrets.ts';
import type { Bearer } from './bearer.ts';
import { endSurplusDevices } from './end-devices.ts';
import { isGoodToken } from './good-token.ts';
import { isUsableAccount } from './usable.ts';

export type TokenKind = 'access' | 'internal' | 'send';

/** How long a token of each kind is valid, in milliseconds (D27). */
export const tokenLife: Record<TokenKind, number> = { access: 30 * DAY_MS, internal: 90 * DAY_MS, send: 90 * DAY_MS };

/** How many tokens of a kind a sign-in has at once. The app uses one of each, and two while an answer may have been lost. */
export const MAX_TOKENS = 50;

/** How long a renewal token is good: as long as the token it takes the place of. */
const RENEWAL_LIFE_MS = tokenLife.internal;

/** What a sign-in gives besides access: its internal token, and the token that renews it. */
export interface Opened {
  internal: string;
  renovacion: string;
}

/**
 * Opens a device session for the customer and issues its tokens; `agent` and `installation` say from where. The account is locked,
 * so that no two count the same sign-ins. Call it once the way in is proved: the sign-in counts then, and where it stands.
 *
 * @returns also how many sign-ins it ended, since the customer had too many: call `news.sendSoon` when the transaction stands;
 * 'rate-limited' when the customer signed in too often
 */
export async function openDevice(
  db: Transaction,
  { commonClock, uuid, attempts }: Pick<World, 'commonClock' | 'uuid' | 'attempts'>,
  customerId: string,
  { agent, installation = null }: { agent: string; installation?: string | null | undefined },
): Promise<Result<Opened & { deviceId: string; ended: number }>> {
  const wait = await attempts.take('entriesPerCustomer', customerId, 1, db);
  if (wait > 0) return fail('rate-limited', { retryAfter: wait });
  const clock = await commonClock(db);
  const deviceId = uuid();
  const alias = await aliasOf(db, customerId, installation);
  const now = { created: clock(), seen: clock() };
  await db.insert(devices).values({ id: deviceId, customerId, ...now, agent, installation, alias });
  const ended = await endSurplusDevices(db, clock, customerId, deviceId);
  const internal = await issue(db, clock, deviceId, 'internal');
  return ok({ deviceId, internal, renovacion: await beginRenewals(db, clock, deviceId), ended });
}

/** The name that the customer gave this browser's sign-in before, which the new one takes the place of. */
async function aliasOf(db: Transaction, customerId: string, installation: string | null): Promise<string> {
  if (installation === null) return '';
  const [before] = await db
    .select({ alias: devices.alias })
    .from(devices)
    .where(and(eq(devices.customerId, customerId), eq(devices.installation, installation)))
    .orderBy(desc(devices.created))
    .limit(1);
  return before?.alias ?? '';
}

/**
 * An access token and a send-only token for the device, as the contract words them. The earlier access token ends, since
 * only a thief would still use it. Earlier send-only tokens stay valid, because one may be sending a body.
 */
export async function issueAccess(
  db: Transaction,
  { commonClock }: Pick<World, 'commonClock'>,
  deviceId: string,
): Promise<AccessToken> {
  await db.delete(tokens).where(and(eq(tokens.deviceId, deviceId), eq(tokens.kind, 'access')));
  return addAccess(db, await commonClock(db), deviceId);
}

async function addAccess(db: Transaction, clock: Clock, deviceId: string): Promise<AccessToken> {
  const access_token = await issue(db, clock, deviceId, 'access');
  const sendToken = await issue(db, clock, deviceId, 'send');
  return { access_token, updated: clock().toISOString(), sendToken };
}

/**
 * A new internal token. The old one stays valid until the new one is first used, so a lost answer leaves the device with a
 * valid token.
 */
export async function renewInternal(
  db: Transaction,
  { commonClock }: Pick<World, 'commonClock'>,
  deviceId: string,
  old: string,
): Promise<string> {
  return issue(db, await commonClock(db), deviceId, 'internal', hashOf(old));
}

/** The bearer of the token; null when it is unknown, expired, revoked or of another kind (S8). */
export async function findBearer(
  world: Pick<World, 'db' | 'commonNow' | 'demo'>,
  token: string,
  kinds: readonly TokenKind[],
): Promise<Bearer | null> {
  const { db } = world;
  const hash = hashOf(token);
  const [row] = await db
    .select({ customer: customers, deviceId: devices.id, seen: devices.seen, replaces: tokens.replaces })
    .from(tokens)
    .innerJoin(devices, eq(devices.id, tokens.deviceId))
    .innerJoin(customers, eq(customers.id, devices.customerId))
    .where(and(eq(tokens.hash, hash), inArray(tokens.kind, [...kinds]), isGoodToken(world), isUsableAccount(world)));
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

/**
 * The same at a lock, whose report may be late: of a sign-in that was renewed since the token it comes with was issued, the tokens are
 * of the unlock that followed, and stay.
 */
export async function endLocked(db: Transaction, { deviceId, presented }: Bearer): Promise<void> {
  const [renewal] = await db.select().from(renewals).where(eq(renewals.deviceId, deviceId)).for('share');
  const shown = and(inArray(tokens.hash, [...presented]), sentBefore(deviceId, renewal?.exchanged ?? new Date(0)));
  if ((await db.$count(tokens, shown)) === 0) await endOpenTokens(db, deviceId);
}

/**
 * How long a renewal token is accepted again after its exchange, as long as nobody used what it was exchanged for: the answer may
 * have been lost, or two tabs may have asked at once.
 */
export const LOST_ANSWER_MS = 10 * MINUTE_MS;

/** Begins the family of a sign-in's renewal tokens. */
async function beginRenewals(db: Transaction, clock: Clock, deviceId: string): Promise<string> {
  const family = newToken();
  const first = `${family}.${newToken()}`;
  const expires = after(clock, RENEWAL_LIFE_MS);
  await db.insert(renewals).values({ deviceId, family: hashOf(family), current: hashOf(first), expires });
  return first;
}

/** The part of a renewal token that its whole family has, as the server stores it. */
export const familyOf = (token: string): string => token.slice(0, Math.max(0, token.indexOf('.')));

/** What a renewal token is worth. The row is locked until the transaction ends. */
type Renewable = { is: 'unknown' | 'late' } | ({ is: 'good' | 'again' | 'reused' } & Family);
type Family = Pick<typeof renewals.$inferSelect, 'deviceId' | 'exchanged'>;

/**
 * - good: it was never exchanged
 * - again: it was, and nobody used what it was exchanged for; the answer may have been lost
 * - late: the same, too long ago. Whoever shows it proves nothing, and the sign-in stays
 * - reused: somebody used what it was exchanged for, so two hold the family
 *
 * @param clock the common one: another process may have exchanged it
 */
export async function judgeRenewal(tx: Transaction, clock: Clock, token: string): Promise<Renewable> {
  const [row] = await tx
    .select()
    .from(renewals)
    .where(and(eq(renewals.family, hashOf(familyOf(token))), gt(renewals.expires, clock())))
    .for('update');
  if (!row) return { is: 'unknown' };
  const { deviceId, current, previous, exchanged } = row;
  const hash = hashOf(token);
  if (hash === current) return { is: 'good', deviceId, exchanged };
  if (hash !== previous) return { is: 'reused', deviceId, exchanged };
  // It lies ahead when the clock was set back since.
  const age = exchanged && ageOf(exchanged.getTime(), clock().getTime(), HOUR_MS);
  return age !== null && age <= LOST_ANSWER_MS ? { is: 'again', deviceId, exchanged } : { is: 'late' };
}

/**
 * Exchanges a renewal token that was judged, for new tokens of the same sign-in. The next one is made of this one, so that whoever
 * asks again gets the same.
 *
 * @param isAgain the tokens of the first answer stay, since it may have arrived all the same
 */
export async function exchangeRenewal(
  tx: Transaction,
  { clock, hash }: Pick<World, 'clock' | 'hash'>,
  { deviceId, exchanged }: Family,
  token: string,
  isAgain: boolean,
): Promise<Opened & { access: AccessToken }> {
  const renovacion = `${familyOf(token)}.${hash('renewal', token)}`;
  if (!isAgain) {
    await endOpenTokens(tx, deviceId);
    if (exchanged) await endSendsBefore(tx, deviceId, exchanged);
    const exchange = { current: hashOf(renovacion), previous: hashOf(token), exchanged: clock() };
    const expires = after(clock, RENEWAL_LIFE_MS);
    await tx
      .update(renewals)
      .set({ ...exchange, expires })
      .where(eq(renewals.deviceId, deviceId));
  }
  const access = await addAccess(tx, clock, deviceId);
  return { access, internal: await issue(tx, clock, deviceId, 'internal'), renovacion };
}

/**
 * Without it a device would have a send-only token for every unlock of 90 days. It shows now what came with the exchange at that
 * instant, so it no longer sends with an earlier one.
 */
async function endSendsBefore(tx: Transaction, deviceId: string, exchanged: Date): Promise<void> {
  await tx.delete(tokens).where(sentBefore(deviceId, exchanged));
}

/** A sign-in's send-only tokens that were issued before this. */
function sentBefore(deviceId: string, instant: Date): SQL | undefined {
  const issued = new Date(instant.getTime() + tokenLife.send);
  return and(eq(tokens.deviceId, deviceId), eq(tokens.kind, 'send'), lt(tokens.expires, issued));
}

/** Ends renewal tokens of a customer: their devices sign in at the next unlock. */
export async function endRenewals(tx: Transaction, customerId: string, but: string | null = null): Promise<void> {
  const own = tx.select({ id: devices.id }).from(devices).where(eq(devices.customerId, customerId));
  const others = but === null ? undefined : ne(renewals.deviceId, but);
  await tx.delete(renewals).where(and(inArray(renewals.deviceId, own), others));
}

/** @param clock the common one: when a token was issued is compared with what another process noted */
async function issue(
  db: Transaction,
  clock: Clock,
  deviceId: string,
  kind: TokenKind,
  replaces: string | null = null,
): Promise<string> {
  const token = newToken();
  const expires = after(clock, tokenLife[kind]);
  const hash = hashOf(token);
  await db.insert(tokens).values({ hash, deviceId, kind, expires, replaces });
  await endOlder(db, deviceId, kind, hash);
  return token;
}

/** Ends what a sign-in has of a kind beyond `MAX_TOKENS`, the oldest first: who asks without end leaves no pile (S40). */
async function endOlder(db: Transaction, deviceId: string, kind: TokenKind, newest: string): Promise<void> {
  const older = db
    .select({ hash: tokens.hash })
    .from(tokens)
    .where(and(eq(tokens.deviceId, deviceId), eq(tokens.kind, kind), ne(tokens.hash, newest)))
    .orderBy(desc(tokens.expires))
    .offset(MAX_TOKENS - 1);
  await db.delete(tokens).where(inArray(tokens.hash, older));
}
