import { and, getTableName, gt, lt, notExists, type SQL, sql } from 'drizzle-orm';
import { type PgColumn, type PgTable, QueryBuilder } from 'drizzle-orm/pg-core';
import { DAY_MS, HOUR_MS } from '#contract/age.ts';
import { LONG_MS, longAttempts, shortAttempts } from './accounts/attempts.ts';
import { INSTALLATION_LIFE_MS } from './accounts/sessions.ts';
import { tokenLife } from './accounts/tokens.ts';
import { TRAIL_LIFE_MS } from './audit/trail.ts';
import type { Clock } from './clock.ts';
import type { Database } from './database/open.ts';
import { rowsOf, STEP_ROWS } from './database/rows.ts';
import {
  attempts,
  auditTrail,
  customers,
  devices,
  endedTokens,
  installations,
  insurerReports,
  mailCodes,
  recoveries,
  relays,
  renewals,
  tokens,
  usedAddresses,
  usedQuestions,
} from './database/schema.ts';
import { BOOKING_LIFE_MS } from './person/erase.ts';

/** Rows of a table that are deleted some time after an instant of theirs. An index must lead to that instant. */
export interface Sweep {
  table: PgTable;
  column: PgColumn;
  /** How long after the instant, in milliseconds; at once without one. */
  life?: number;
  /** What must be so besides. */
  also?(now: Date): SQL;
  /** How many one statement deletes, where a row is large; `STEP_ROWS` without it. */
  rows?: number;
}

/** Each may have two megabytes. */
export const overRelays: Sweep = { table: relays, column: relays.expires, rows: 16 };

export const sweeps: readonly Sweep[] = [
  { table: tokens, column: tokens.expires },
  { table: endedTokens, column: endedTokens.expires },
  { table: renewals, column: renewals.expires },
  // Each token was asked for by a device that was seen then. With the device its push subscription goes.
  {
    table: devices,
    column: devices.seen,
    life: Math.max(...Object.values(tokenLife)) + DAY_MS,
    also: (now) =>
      notExists(
        new QueryBuilder()
          .select({ hash: tokens.hash })
          .from(tokens)
          .where(and(sql`${tokens.deviceId} = ${devices.id}`, gt(tokens.expires, now))),
      ),
  },
  { table: recoveries, column: recoveries.expires },
  overRelays,
  { table: mailCodes, column: mailCodes.expires },
  // Longer than what they forbid is good: a clock may be set back.
  { table: usedAddresses, column: usedAddresses.expires, life: HOUR_MS },
  { table: usedQuestions, column: usedQuestions.expires, life: HOUR_MS },
  { table: insurerReports, column: insurerReports.received, life: 90 * DAY_MS },
  // What lies in no month of its own: of before there were months, or of a wrong clock. A month goes as a whole, so a line
  // is swept only where its month would be over. The database compares with its own clock, and refuses to delete younger lines.
  {
    table: auditTrail,
    column: auditTrail.at,
    life: TRAIL_LIFE_MS,
    also: () => sql`${auditTrail.at} < now() - interval '761 days'`,
  },
  // Bookings whose time is over, with the number they hung on.
  { table: customers, column: customers.erased, life: BOOKING_LIFE_MS },
  { table: installations, column: installations.last, life: INSTALLATION_LIFE_MS },
  { table: attempts, column: attempts.last, life: DAY_MS, also: () => shortAttempts },
  { table: attempts, column: attempts.last, life: LONG_MS, also: () => longAttempts },
];

/**
 * Deletes what is over, each table by itself and in steps: no statement's time grows with its table.
 *
 * @param clock never ahead of the database's: what goes for its age goes for good
 * @param failed is told of a table that could not be swept; the others are. Without it the first failure is thrown
 */
export async function sweep(
  db: Database,
  clock: Clock,
  failed: (error: unknown, table: string) => void = rethrow,
): Promise<void> {
  await keepTrailMonths(db, clock(), failed);
  for (const one of sweeps) {
    try {
      // Of a table in parts a step may find more.
      while ((await rowsOf(db, stepOf(one, clock()))).length >= (one.rows ?? STEP_ROWS));
    } catch (error) {
      failed(error, getTableName(one.table));
    }
  }
}

/** Makes the trail's next months and drops those that were over two years ago, as the tables' owner (migration 'trail months'). */
async function keepTrailMonths(
  db: Database,
  now: Date,
  failed: (error: unknown, table: string) => void,
): Promise<void> {
  await db
    .execute(sql`select keep_trail_months(${now.toISOString()}::timestamptz)`)
    .catch((error) => failed(error, getTableName(auditTrail)));
}

function rethrow(error: unknown): never {
  throw error;
}

/** One statement that deletes the oldest of what is due, but for what another one has in hand. */
export function stepOf({ table, column, life = 0, also, rows = STEP_ROWS }: Sweep, now: Date): SQL {
  const due = and(lt(column, new Date(now.getTime() - life)), also?.(now));
  const oldest = sql`select ctid from ${table} where ${due} order by ${column} limit ${rows} for update skip locked`;
  // The condition twice, since a row may have changed while its lock was waited for.
  return sql`delete from ${table} where ctid = any(array(${oldest})) and ${due} returning 1`;
}
