import { and, asc, desc, eq, gt, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { CLOCK_STEP_MS } from '#contract/age.ts';
import { after, type Clock } from '../clock.ts';
import type { CommonClock } from '../database/earlier-clock.ts';
import type { Database, Transaction } from '../database/open.ts';
import { STEP_ROWS } from '../database/rows.ts';
import { devices, endedTokens, renewals, tokens } from '../database/schema.ts';
import { tellLast } from '../push/news.ts';
import { hashOf } from '../secrets.ts';

/** How many sign-ins a customer may have at once. Nobody has a quarter of them (docs/decisions/sessions.md). */
export const MAX_DEVICES = 100;

/** Which sign-ins of a customer end. Of `these` there are at most `STEP_ROWS`. */
export type Ending = { only: string } | { but: string } | { these: readonly string[] } | 'all';

export interface EndingOptions {
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
  commonClock: CommonClock,
  customerId: string,
  which: Ending,
  options: EndingOptions = {},
): Promise<number> {
  // The lock waits for tokens that are being issued to these devices, so that these are copied too.
  const locked = await tx
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.customerId, customerId), among(which)))
    .orderBy(devices.id)
    .for('update');
  const ids = locked.map(({ id }) => id);
  // In steps, so that neither the time nor the parameters of a statement grow with what the customer has.
  for (let at = 0; at < ids.length; at += STEP_ROWS)
    await endLocked(tx, commonClock, ids.slice(at, at + STEP_ROWS), options);
  return ids.length;
}

function among(which: Ending): SQL | undefined {
  if (which === 'all') return undefined;
  if ('these' in which) return inArray(devices.id, [...which.these]);
  return 'only' in which ? eq(devices.id, which.only) : ne(devices.id, which.but);
}

async function endLocked(
  tx: Transaction,
  commonClock: CommonClock,
  ids: string[],
  { erase = false, untold = false }: EndingOptions,
): Promise<void> {
  const copy = { hash: tokens.hash, erase: sql<boolean>`${erase}::boolean`.as('erase'), expires: tokens.expires };
  await tx
    .insert(endedTokens)
    .select(tx.select(copy).from(tokens).where(inArray(tokens.deviceId, ids)))
    .onConflictDoNothing();
  await tx
    .insert(endedTokens)
    .select(
      tx
        .select({ ...copy, hash: renewals.family, expires: renewals.expires })
        .from(renewals)
        .where(inArray(renewals.deviceId, ids)),
    )
    .onConflictDoNothing();
  if (!untold) await tellLast(tx, commonClock, ids);
  await tx.delete(devices).where(inArray(devices.id, ids));
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

/**
 * Ends what a customer has beyond `MAX_DEVICES`: those last used longest ago, and before them any that were noted by a clock ahead
 * of this one. Of a pile from before there was a limit, each sign-in ends a part, so that none takes long (S40).
 */
export async function endSurplusDevices(
  tx: Transaction,
  clock: Clock,
  customerId: string,
  opened: string,
): Promise<number> {
  const isAhead = gt(devices.seen, after(clock, CLOCK_STEP_MS));
  const over = await tx
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.customerId, customerId), ne(devices.id, opened)))
    .orderBy(asc(isAhead), desc(devices.seen), desc(devices.created))
    .offset(MAX_DEVICES - 1)
    .limit(STEP_ROWS);
  return over.length === 0 ? 0 : endDevices(tx, async () => clock, customerId, { these: over.map(({ id }) => id) });
}
