import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { customers } from '../database/schema.ts';
import type { World } from '../handler.ts';

/**
 * The condition of every search for an account to sign in to. Erased accounts never match. Accounts made in the demo match
 * only while the demo runs (S17), because their passwords are public and nobody proved an identity.
 */
export const isUsableAccount = ({ demo }: Pick<World, 'demo'>): SQL | undefined =>
  and(isNull(customers.erased), demo ? undefined : eq(customers.demo, false));
