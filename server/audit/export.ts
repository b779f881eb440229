import { asc, gt } from 'drizzle-orm';
import { MINUTE_MS } from '#contract/age.ts';
import { after, type Clock } from '../clock.ts';
import type { Database } from '../database/open.ts';
import { auditTrail } from '../database/schema.ts';

const PAGE_ROWS = 2_000;
/**
 * A line gets its number before its transaction ends, so that a smaller number may come to light after a greater one. No
 * transaction takes a minute (server/database/limits.ts), and nobody who goes on after the last number misses a line.
 */
const SETTLED_MS = MINUTE_MS;

/**
 * The lines of the trail with numbers above `beyond`, in order, each as JSON on a line of its own. It ends before the first that is
 * younger than a minute. Yields a text of many lines at a time.
 */
export async function* trailLines(
  db: Database,
  clock: Clock,
  beyond: number,
  rows = PAGE_ROWS,
): AsyncGenerator<string> {
  const settled = after(clock, -SETTLED_MS);
  for (let last = beyond; ; ) {
    const page = await db
      .select()
      .from(auditTrail)
      .where(gt(auditTrail.id, last))
      .orderBy(asc(auditTrail.id))
      .limit(rows);
    const young = page.findIndex(({ at }) => at >= settled);
    const whole = young === -1 ? page : page.slice(0, young);
    if (whole.length > 0) yield whole.map((line) => `${JSON.stringify(line)}\n`).join('');
    last = whole.at(-1)?.id ?? last;
    if (whole.length < rows) return;
  }
}
