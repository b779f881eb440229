import { sql } from 'drizzle-orm';
import { isMailbox } from '../accounts/emails.ts';
import type { Database } from '../database/open.ts';
import { rowsOf } from '../database/rows.ts';
import { customers } from '../database/schema.ts';

/** Nearly all addresses; the database sorts these out, so that a million rows do not travel. */
const PLAIN =
  "^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([a-z0-9]([a-z0-9-]*[a-z0-9])?[.])+[a-z0-9-]*[a-z]([a-z0-9-]*[a-z0-9])?$";
/** How many accounts a statement looks at: some tens of milliseconds. */
const PAGE_ROWS = 5_000;
/** How long all of it may take, in milliseconds. */
const BUDGET_MS = 20_000;
const MOST = 1_000;
const NAMED = 5;

interface Page {
  last: string | null;
  odd: { id: string; email: string }[];
  looked: number;
}

interface LookOptions {
  steady: () => number;
  rows?: number;
}

/**
 * What is said of accounts whose address names no single mailbox (S34): an earlier version took them. They sign in with what
 * they typed then; a mail reaches them only if one mailbox can be made out. '' when there is none. It looks along the ids, as far
 * as its time goes.
 */
export async function oddEmails(db: Database, { steady, rows = PAGE_ROWS }: LookOptions): Promise<string> {
  const until = steady() + BUDGET_MS;
  const odd: string[] = [];
  let looked = 0;
  let isWhole = false;
  for (let last = ''; !isWhole && odd.length < MOST && steady() < until; ) {
    const page = await pageBeyond(db, last, rows);
    odd.push(...page.odd.filter(({ email }) => !isMailbox(email)).map(({ id }) => id));
    looked += page.looked;
    last = page.last ?? last;
    isWhole = page.looked < rows;
  }
  const far = isWhole ? '' : `; of the addresses ${looked} were looked at`;
  if (odd.length === 0) return far;
  const ids = odd.slice(0, NAMED).join(', ');
  return `${far}; ${odd.length} accounts have an address in a spelling of before (S34), which they have to change: ${ids}${odd.length > NAMED ? ' …' : ''}`;
}

async function pageBeyond(db: Database, last: string, rows: number): Promise<Page> {
  const { id, email, erased } = customers;
  const [page] = await rowsOf<Page>(
    db,
    sql`select max(id) as last, count(*)::int as looked,
        coalesce(json_agg(json_build_object('id', id, 'email', email)) filter (where erased is null and email !~ ${PLAIN}), '[]') as odd
        from (select ${id}, ${email}, ${erased} from ${customers} where ${id} > ${last} order by ${id} limit ${rows}) as page`,
  );
  return page ?? { last: null, odd: [], looked: 0 };
}
