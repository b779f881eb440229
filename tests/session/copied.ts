import { eq, inArray } from 'drizzle-orm';
import type { Database } from '#database/open.ts';
import { customers, devices, endedTokens, renewals, tokens } from '#server/database/schema.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import type { TestApp } from '#tests/server/test-app.ts';
import { createDevice, type Device } from './device.ts';

/** What a device holds, by table. */
export type Rows = readonly (readonly [table: string, rows: unknown[]])[];
type Copy = (onto: Device) => Promise<void>;

/** The sign-ins that were made at each server, by email. */
const made = new WeakMap<TestApp, Map<string, Promise<Copy>>>();

/**
 * Signs the customer in on a device that was just made: at the first time at the server, later as a copy of that sign-in.
 * Signing in takes ten times as long. Copies share their tokens, so what ends one ends those that are open beside it.
 */
export async function signInCopied(server: TestApp, email: string, device: Device): Promise<void> {
  const known = made.get(server) ?? new Map<string, Promise<Copy>>();
  made.set(server, known);
  const copy = known.get(email) ?? signIn(server, email);
  known.set(email, copy);
  await (await copy)(device);
}

async function signIn(server: TestApp, email: string): Promise<Copy> {
  const { db } = server;
  const before = await db.select({ id: devices.id }).from(devices);
  const device = createDevice(server);
  const entered = await device.session.signIn(email, DEMO_PASSWORD);
  if (!entered.ok) throw new Error(`Sign-in of ${email}: ${entered.problem.code}`);
  const [customer] = await db.select().from(customers).where(eq(customers.email, email));
  const all = await db
    .select()
    .from(devices)
    .where(eq(devices.customerId, customer?.id ?? ''));
  const own = all.filter(({ id }) => !before.some((one) => one.id === id));
  const ids = own.map(({ id }) => id);
  const issued = await db.select().from(tokens).where(inArray(tokens.deviceId, ids));
  const families = await db.select().from(renewals).where(inArray(renewals.deviceId, ids));
  const hashes = [...issued.map(({ hash }) => hash), ...families.map(({ family }) => family)];
  const rows = await rowsOf(device.db);
  device.db.close();
  const given: Device[] = [];
  return async (onto) => {
    // What an earlier test locked may still be telling the server, which would end this copy too.
    await Promise.all(given.splice(0).map(({ session }) => session.tellLock()));
    given.push(onto);
    await db.insert(devices).values(own).onConflictDoNothing();
    await db.insert(tokens).values(issued).onConflictDoNothing();
    // An earlier copy may have exchanged the renewal token that this one has too.
    await db.delete(renewals).where(inArray(renewals.deviceId, ids));
    await db.insert(renewals).values(families);
    await db.delete(endedTokens).where(inArray(endedTokens.hash, hashes));
    await putRows(onto.db, rows);
  };
}

export const rowsOf = (db: Database): Promise<Rows> =>
  Promise.all(db.tables.map(async (table) => [table.name, await table.toArray()] as const));

/** Puts what one device held onto another, which then holds the same keys too. */
export async function putRows(db: Database, rows: Rows): Promise<void> {
  // A database that is made says in a row that it is new.
  await db.vault.clear();
  await Promise.all(rows.map(([name, some]) => db.table(name).bulkPut(some)));
}
