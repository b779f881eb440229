import { and, asc, desc, eq, gt, inArray, ne } from 'drizzle-orm';
import { CLOCK_STEP_MS } from '#contract/age.ts';
import { after, type Clock } from '../clock.ts';
import { deleteInSteps } from '../database/delete-in-steps.ts';
import type { Transaction } from '../database/open.ts';
import { STEP_ROWS } from '../database/rows.ts';
import { installations } from '../database/schema.ts';

/** How many browsers of a customer are known at once: as many as may be signed in. */
export const MAX_INSTALLATIONS = 100;

/** Notes that a browser signed in, and forgets those beyond `MAX_INSTALLATIONS`. @returns whether it was known */
export async function noteInstallation(
  tx: Transaction,
  clock: Clock,
  customerId: string,
  name: string,
): Promise<boolean> {
  const ofInstallation = and(eq(installations.customerId, customerId), eq(installations.name, name));
  const known = await tx
    .update(installations)
    .set({ last: clock() })
    .where(ofInstallation)
    .returning({ last: installations.last });
  if (known.length > 0) return true;
  await tx.insert(installations).values({ customerId, name, last: clock() }).onConflictDoNothing();
  await forgetOver(tx, clock, customerId, name);
  return false;
}

/**
 * Anybody with the password names as many browsers as they like (S40). Those used longest ago go, and before them any that a clock
 * ahead of this one noted. Of a pile, each sign-in looks at a part, so that none takes long: what is old there is old in the whole.
 */
async function forgetOver(tx: Transaction, clock: Clock, customerId: string, noted: string): Promise<void> {
  const own = eq(installations.customerId, customerId);
  const { name, last } = installations;
  const part = tx
    .select({ name, last })
    .from(installations)
    .where(and(own, ne(name, noted)))
    .orderBy(name)
    .limit(STEP_ROWS)
    .as('part');
  const over = tx
    .select({ name: part.name })
    .from(part)
    .orderBy(asc(gt(part.last, after(clock, CLOCK_STEP_MS))), desc(part.last))
    .offset(MAX_INSTALLATIONS - 1);
  await tx.delete(installations).where(and(own, inArray(name, over)));
}

/** Forgets a customer's browsers. @param but the one that stays known */
export async function forgetInstallations(tx: Transaction, customerId: string, but: string | null): Promise<void> {
  const others = but === null ? undefined : ne(installations.name, but);
  await deleteInSteps(tx, installations, eq(installations.customerId, customerId), installations.name, others);
}
