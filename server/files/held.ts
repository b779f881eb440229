import { and, asc, eq, isNull, lte, or } from 'drizzle-orm';
import { after, type Clock, MINUTE_MS } from '../clock.ts';
import type { Database } from '../database/open.ts';
import { files } from '../database/schema.ts';
import type { Scan, Verdict } from './scan.ts';
import { bytesOf, DamagedFile, type FileStore } from './store.ts';

/** How many held files are looked at in one round. */
const AT_ONCE = 20;
/** After so many files in a row without a verdict the scanner itself is taken to be out of order. */
const IN_VAIN = 3;
/** When a file is looked at again, by how often that was in vain. */
const WAITS_MS = [MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS];
/** Of a file that was looked at and got no verdict. */
export const NO_VERDICT = 'no verdict';

/**
 * Scans held files that are due. An infected one is quarantined and never handed out. One without a verdict waits by itself,
 * with growing pauses (F45). So does one that cannot be opened: that may be this process's key, and says nothing of the file (F46).
 *
 * @param failed is told of each file that cannot be opened
 * @returns whether more may be due
 */
export async function scanHeld(
  { db, store, scan, clock }: { db: Database; store: FileStore | null; scan: Scan; clock: Clock },
  failed: (error: unknown) => void,
): Promise<boolean> {
  const isHeld = eq(files.state, 'held');
  const held = await db
    .select({ id: files.id, bytes: files.bytes, attempts: files.attempts })
    .from(files)
    .where(and(isHeld, or(isNull(files.due), lte(files.due, clock()))))
    .orderBy(asc(files.attempts))
    .limit(AT_ONCE);
  let inVain = 0;
  for (const file of held) {
    const verdict = await verdictOf(file, store, scan);
    if (verdict instanceof DamagedFile) failed(verdict);
    inVain = verdict === 'unknown' ? inVain + 1 : 0;
    await db
      .update(files)
      .set(verdict === 'clean' || verdict === 'infected' ? told(verdict) : later(verdict, file.attempts + 1, clock))
      // Another process may have opened it meanwhile, with another key.
      .where(and(eq(files.id, file.id), isHeld));
    if (inVain === IN_VAIN) return false;
  }
  return held.length === AT_ONCE;
}

async function verdictOf(
  file: { id: string; bytes: Uint8Array | null },
  store: FileStore | null,
  scan: Scan,
): Promise<Verdict | DamagedFile> {
  try {
    const bytes = await bytesOf(file, store);
    return bytes ? await scan(bytes) : new DamagedFile('not in the store');
  } catch (error) {
    if (error instanceof DamagedFile) return error;
    throw error;
  }
}

const told = (verdict: 'clean' | 'infected') => ({
  state: verdict === 'clean' ? ('kept' as const) : ('quarantined' as const),
  problem: '',
});

const later = (verdict: 'unknown' | DamagedFile, attempts: number, clock: Clock) => ({
  attempts,
  due: after(clock, WAITS_MS[Math.min(attempts, WAITS_MS.length) - 1] ?? 0),
  problem: verdict === 'unknown' ? NO_VERDICT : verdict.message,
});
