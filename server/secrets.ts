import { createHash, createHmac, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from './database/open.ts';
import { secrets } from './database/schema.ts';

/** What a keyed hash is for; one purpose's hash says nothing under another. */
type Purpose = 'fingerprint' | 'attempt' | 'address' | 'device' | 'code' | 'topic' | 'question' | 'renewal';

/** Hashes keyed with the server's own secret. */
export type KeyedHash = (purpose: Purpose, text: string) => string;

/** Reads the server's secret, making it at the first start. It lies in the database, so that all processes share it. */
export async function openKeyedHash(db: Database): Promise<KeyedHash> {
  await db.insert(secrets).values({ name: 'hmac', value: newToken() }).onConflictDoNothing();
  const [row] = await db.select().from(secrets).where(eq(secrets.name, 'hmac'));
  if (!row) throw new Error('The server secret could not be stored');
  const key = Buffer.from(row.value, 'base64url');
  return (purpose, text) => createHmac('sha256', key).update(`${purpose}\n${text}`).digest('base64url');
}

/** 256 random bits, safe in a header and in an address. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token: it is random enough that a plain hash cannot be searched. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');
