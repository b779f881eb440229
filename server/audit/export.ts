import { and, asc, desc, gt, lte, max, sql } from 'drizzle-orm';
import { pause, type Timers } from '#ports/machine.ts';
import type { Database } from '../database/open.ts';
import { rowsOf } from '../database/rows.ts';
import { auditTrail } from '../database/schema.ts';

const PAGE_ROWS = 2_000;
/** Pause between two looks whether those who were writing have ended. */
const LOOK_MS = 200;

/** Not the trail of the last export: it was restored from an earlier backup, and counts again what was exported. */
export class AnotherTrail extends Error {
  override name = 'AnotherTrail';
  constructor(found: string) {
    super(`${found}. After a restore, see step 2 in docs/operations.md`);
  }
}

interface ExportOptions {
  /** The instant of the line with the number `beyond`: a restored trail may give that number to another line. */
  at?: Date | undefined;
  rows?: number;
}

/**
 * The lines of the trail with numbers above `beyond`, in order, as JSON. Each text that it yields has many lines.
 *
 * @throws AnotherTrail
 */
export async function* trailLines(
  db: Database,
  timers: Timers,
  beyond: number,
  { at, rows = PAGE_ROWS }: ExportOptions = {},
): AsyncGenerator<string> {
  const settled = await settledNumber(db, timers);
  if (beyond > settled) throw new AnotherTrail(`The trail ends with line ${settled}, before ${beyond}`);
  if (at) await refuseAnother(db, beyond, at);
  for (let last = beyond; ; ) {
    const page = await db
      .select()
      .from(auditTrail)
      .where(and(gt(auditTrail.id, last), lte(auditTrail.id, settled)))
      .orderBy(asc(auditTrail.id))
      .limit(rows);
    if (page.length > 0) yield page.map((line) => `${JSON.stringify(line)}\n`).join('');
    last = page.at(-1)?.id ?? last;
    if (page.length < rows) return;
  }
}

/**
 * After a restore with its step 2 the line is not there, and those before it are older. Without that step the number is given
 * again, or left out between others that are younger.
 */
async function refuseAnother(db: Database, beyond: number, at: Date): Promise<void> {
  const upTo = db.select({ id: auditTrail.id, at: auditTrail.at }).from(auditTrail).where(lte(auditTrail.id, beyond));
  const [line] = await upTo.orderBy(desc(auditTrail.id)).limit(1);
  if (!line) return;
  if (line.id === beyond ? +line.at === +at : line.at <= at) return;
  throw new AnotherTrail(`Line ${line.id} is of ${line.at.toISOString()}: line ${beyond} was another one`);
}

/**
 * The greatest number below which no line can still come to light. A line gets its number before its transaction ends, and its time
 * is a clock's that may be wrong. But whoever has a number holds the table until its transaction ends.
 */
async function settledNumber(db: Database, timers: Timers): Promise<number> {
  const [greatest] = await db.select({ id: max(auditTrail.id) }).from(auditTrail);
  for (let left = await writersOf(db); left.length > 0; await pause(timers, LOOK_MS)) {
    const still = new Set(await writersOf(db));
    left = left.filter((one) => still.has(one));
  }
  return greatest?.id ?? 0;
}

/** The transactions that are writing to the trail. */
async function writersOf(db: Database): Promise<string[]> {
  const found = await rowsOf<{ writer: string }>(
    db,
    sql`select virtualtransaction as writer from pg_locks where mode = 'RowExclusiveLock' and relation = 'audit_trail'::regclass
        and database = (select oid from pg_database where datname = current_database())`,
  );
  return found.map(({ writer }) => writer);
}
