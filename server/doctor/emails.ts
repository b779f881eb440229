import { and, isNull, sql } from 'drizzle-orm';
import { isMailbox } from '../accounts/emails.ts';
import type { Database } from '../database/open.ts';
import { customers } from '../database/schema.ts';

/** Nearly all addresses; the database sorts these out, so that a million rows do not travel. */
const PLAIN =
  "^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([a-z0-9]([a-z0-9-]*[a-z0-9])?[.])+[a-z0-9-]*[a-z]([a-z0-9-]*[a-z0-9])?$";
const MOST = 1000;
const NAMED = 5;

/**
 * What is said of accounts whose address names no single mailbox (S34): an earlier version took them. They sign in with what
 * they typed then; a mail reaches them only if one mailbox can be made out. '' when there is none.
 */
export async function oddEmails(db: Database): Promise<string> {
  const rows = await db
    .select({ id: customers.id, email: customers.email })
    .from(customers)
    .where(and(isNull(customers.erased), sql`${customers.email} !~ ${PLAIN}`))
    .limit(MOST);
  const odd = rows.filter(({ email }) => !isMailbox(email)).map(({ id }) => id);
  if (odd.length === 0) return '';
  const ids = odd.slice(0, NAMED).join(', ');
  return `; ${odd.length} accounts have an address in a spelling of before (S34), which they have to change: ${ids}${odd.length > NAMED ? ' …' : ''}`;
}
