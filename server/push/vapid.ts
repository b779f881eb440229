import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import webPush from 'web-push';
import type { Database } from '../database/open.ts';
import { secrets } from '../database/schema.ts';

const stored = v.object({ publicKey: v.string(), privateKey: v.string() });
export type VapidKeys = v.InferOutput<typeof stored>;

/**
 * The server's key pair for push services (RFC 8292), made at the first start. It lies in the database: every subscription is
 * bound to it, and with another one each device has to subscribe anew.
 */
export async function openVapidKeys(db: Database): Promise<VapidKeys> {
  const [known] = await read(db);
  if (known) return v.parse(stored, JSON.parse(known.value));
  const made = JSON.stringify(webPush.generateVAPIDKeys());
  // Processes that start together use the pair of the first.
  await db.insert(secrets).values({ name: 'vapid', value: made }).onConflictDoNothing();
  const [row] = await read(db);
  if (!row) throw new Error('The keys for push could not be stored');
  return v.parse(stored, JSON.parse(row.value));
}

const read = (db: Database) => db.select().from(secrets).where(eq(secrets.name, 'vapid'));
