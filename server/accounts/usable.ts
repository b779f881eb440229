import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { customers } from '../database/schema.ts';
import type { World } from '../handler.ts';

/**
 * Part of every search for somebody who wants in. Whoever was erased is nobody. Accounts made in the demo count only where the
 * demo runs (S17): their passwords stand in the README, and nobody had to prove to be the person.
 */
export const usable = ({ demo }: Pick<World, 'demo'>): SQL | undefined =>
  and(isNull(customers.erased), demo ? undefined : eq(customers.demo, false));
