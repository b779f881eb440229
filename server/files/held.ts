import { eq } from 'drizzle-orm';
import { MINUTE_MS } from '#contract/age.ts';
import { files } from '../database/schema.ts';
import { dueRows, type Outcome, type QueueWorld } from '../queue/due-rows.ts';
import type { Scan, Verdict } from './scan.ts';
import { bytesOf, DamagedFile, type FileStore } from './store.ts';

const WAITS_MS = [MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS];
/** Longer than a scanner may take. */
const CLAIMED_MS = 5 * MINUTE_MS;
/** Of a file that got no verdict, although nothing is known to be wrong with it. */
export const NO_VERDICT = 'no verdict';

type File = typeof files.$inferSelect;

interface HeldParts extends QueueWorld {
  store: FileStore | null;
  scan: Scan;
}

/**
 * Scans held files that are due, one after the other. An infected one is quarantined and never handed out. One without a verdict
 * waits by itself (F45). So does one that cannot be opened: that may be this process's key, and says nothing of the file (F46).
 * It has no end but an operator's word: whoever asks for it is told to wait. A store that is away says nothing of any file, and ends
 * the round.
 *
 * @param failed is told of each file that cannot be opened
 */
export function heldFiles(parts: HeldParts, failed: (error: unknown) => void): () => Promise<void> {
  const { store, scan } = parts;
  return dueRows(parts, files, {
    waiting: eq(files.state, 'held'),
    // Each may have some megabytes, and a scanner is a process.
    atOnce: 1,
    claimMs: CLAIMED_MS,
    waitsMs: WAITS_MS,
    async hand(file): Promise<Outcome<File>> {
      try {
        const verdict = await verdictOf(file, store, scan);
        if (verdict === 'unknown') return { later: NO_VERDICT };
        return { done: { state: verdict === 'clean' ? 'kept' : 'quarantined', problem: '' } };
      } catch (error) {
        if (!(error instanceof DamagedFile)) return { later: NO_VERDICT, endedBy: error };
        failed(error);
        return { later: error.message };
      }
    },
  });
}

/** @throws DamagedFile, StoreUnavailable */
async function verdictOf(file: File, store: FileStore | null, scan: Scan): Promise<Verdict> {
  const bytes = await bytesOf(file, store);
  if (!bytes) throw new DamagedFile('not in the store');
  return scan(bytes);
}
