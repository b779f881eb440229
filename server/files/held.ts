import { eq } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { files } from '../database/schema.ts';
import type { Scan } from './scan.ts';
import { bytesOf, DamagedFile, type FileStore } from './store.ts';

/** How many held files are looked at in one round. */
const AT_ONCE = 20;

/**
 * Scans held files, the oldest first. Infected files are quarantined and never handed out. Without a result the round ends,
 * and the files stay held.
 *
 * @returns how many it gave its word on
 */
export async function scanHeld(db: Database, store: FileStore | null, scan: Scan): Promise<number> {
  const held = await db
    .select({ id: files.id, bytes: files.bytes })
    .from(files)
    .where(eq(files.state, 'held'))
    .limit(AT_ONCE);
  let answered = 0;
  for (const file of held) {
    const bytes = await bytesOf(file, store).catch(damagedIsNone);
    // Nobody can hand it out anyway, and it must not stand in the way of the others.
    const verdict = bytes ? await scan(bytes) : 'infected';
    if (verdict === 'unknown') return answered;
    await db
      .update(files)
      .set({ state: verdict === 'clean' ? 'kept' : 'quarantined' })
      .where(eq(files.id, file.id));
    answered += 1;
  }
  return answered;
}

function damagedIsNone(error: unknown): null {
  if (error instanceof DamagedFile) return null;
  throw error;
}
