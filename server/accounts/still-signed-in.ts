import { and, eq, inArray } from 'drizzle-orm';
import type { InTransactions, Transaction } from '../database/open.ts';
import { customers, devices, tokens } from '../database/schema.ts';
import type { World } from '../handler.ts';
import type { Bearer, Customer } from './bearer.ts';
import { isGoodToken } from './good-token.ts';
import { isUsableAccount } from './usable.ts';

/** Thrown by a transaction of a caller whose sign-in ended meanwhile. Nothing was written then. */
class SignedOut extends Error {}

/** What writes for one caller, and whether it refused to. */
export interface WriterFor {
  db: InTransactions;
  /** True once a transaction was refused, whatever its caller made of the error. */
  refused(): boolean;
}

/**
 * The database as the handler of a call with tokens sees it. It can write in transactions alone, and each begins with another
 * look at the sign-in (S29). What ends a sign-in waits for the transaction or is seen by it, so no write falls between.
 */
export function writerFor(world: Pick<World, 'db' | 'commonNow' | 'demo'>, who: Bearer): WriterFor {
  const { db } = world;
  let refused = false;
  return {
    db: {
      select: db.select.bind(db),
      transaction: (work, config) =>
        db.transaction(async (tx) => {
          if (await isStillSignedIn(tx, world, who)) return work(tx);
          refused = true;
          throw new SignedOut();
        }, config),
    },
    refused: () => refused,
  };
}

/** Holds the account, the device and the tokens that were presented until the transaction ends. */
async function isStillSignedIn(
  tx: Transaction,
  world: Pick<World, 'commonNow' | 'demo'>,
  who: Bearer,
): Promise<boolean> {
  const { customer, deviceId, presented } = who;
  if ((await lockAccount(tx, world, customer.id)) === null) return false;
  const good = and(eq(devices.id, deviceId), inArray(tokens.hash, [...presented]), isGoodToken(world));
  const held = await tx
    .select({ hash: tokens.hash })
    .from(devices)
    .innerJoin(tokens, eq(tokens.deviceId, devices.id))
    .where(good)
    .for('key share');
  return held.length === presented.length;
}

/**
 * Locks the account until the transaction ends. Whatever opens, ends or uses a sign-in does this first, so that these happen
 * one after the other and in one order of locks.
 *
 * @returns the account as it is now; null when nobody may sign in to it any more
 */
export async function lockAccount(
  tx: Transaction,
  world: Pick<World, 'demo'>,
  customerId: string,
): Promise<Customer | null> {
  const [account] = await tx
    .select()
    .from(customers)
    .where(and(eq(customers.id, customerId), isUsableAccount(world)))
    .for('no key update');
  return account ?? null;
}

/** Whether the password that a caller proved is still the account's. The account is locked, so this holds until the transaction ends. */
export async function isPasswordOf(tx: Transaction, { id, password }: Customer): Promise<boolean> {
  const [same] = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(and(eq(customers.id, id), eq(customers.password, password)));
  return same !== undefined;
}
