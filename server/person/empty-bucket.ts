import type { Files } from '../files/files.ts';
import type { Settings } from '../settings.ts';

/**
 * Takes an erased person's files out of the bucket. A quiet copy leaves them there: the bucket may be the original's, and what is
 * loose in a backup may be a paper there by now. A bucket that does not answer takes nothing back from the erasure.
 *
 * @returns what is to be said of it; '' when all is gone
 */
export async function emptyBucket(storage: Pick<Files, 'sweep'>, { quiet }: Pick<Settings, 'quiet'>): Promise<string> {
  if (quiet) return '. A quiet copy deletes nothing in the bucket: the sweep of a server without AMPARO_QUIET does';
  try {
    await storage.sweep();
    return '';
  } catch (error) {
    const why = error instanceof Error ? error.message : 'no answer';
    return `. The bucket still has files (${why}): the next sweeps of a server remove them`;
  }
}
