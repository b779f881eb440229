import { and, eq, ne } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/open.ts';
import { tokens } from '../database/schema.ts';
import { isGoodToken } from './good-token.ts';

/** Whether the sign-in has a token that reads by the common clock: it was not ended, signed out or locked. */
export async function stillReads(db: Database, clock: Clock, deviceId: string): Promise<boolean> {
  const good = and(eq(tokens.deviceId, deviceId), ne(tokens.kind, 'send'), isGoodToken({ commonNow: clock }));
  return (await db.select({ hash: tokens.hash }).from(tokens).where(good).limit(1)).length > 0;
}
