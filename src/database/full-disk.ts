import type { Timers } from '#ports/machine.ts';
import { atMost } from './hold-lock.ts';

/**
 * What helps on a disk without a byte left (F57). Its figures were measured in Chromium on a full file system
 * (docs/decisions/full-disk.md).
 */

/** In the origin's private file system. A file there can be deleted on a full disk; an entry of Cache Storage cannot. */
const BALLAST = 'amparo-lastre';
const BALLAST_BYTES = 1_500_000;
const LOG = 'amparo-registro';
/** A page that froze while it had this database open keeps others from deleting it. */
const LONGEST_MS = 2_000;

/** Keeps some bytes that the first write without room frees. Browsers without such files have none, and nor does a full disk. */
export async function keepBallast(): Promise<void> {
  const folder = await privateFolder();
  const file = await folder?.getFileHandle(BALLAST, { create: true }).catch(() => null);
  // Safari before 26 writes such files in workers alone.
  if (!file?.createWritable) return;
  try {
    if ((await file.getFile()).size === BALLAST_BYTES) return;
    const writing = await file.createWritable();
    await writing.write(new Uint8Array(BALLAST_BYTES));
    await writing.close();
  } catch {
    // Half a ballast would take room for nothing.
    await freeBallast();
  }
}

/** True when there was one. */
export async function freeBallast(): Promise<boolean> {
  const folder = await privateFolder();
  return (
    (await folder?.removeEntry(BALLAST).then(
      () => true,
      () => false,
    )) === true
  );
}

/**
 * Lets the browser begin a new log. A write that found no room leaves half a record in Chromium's log, and at the next start
 * whatever was written after it is lost, with the whole database. Deleting a database makes it write down everything anew.
 * It waits two seconds for that at most, so that a frozen page keeps nothing from being written.
 * @throws where there is no room for that
 */
export async function beginLog(timers: Timers): Promise<void> {
  const begun = settled(indexedDB.open(LOG)).then((made) => {
    made.close();
    return settled(indexedDB.deleteDatabase(LOG));
  });
  await atMost(begun, timers, LONGEST_MS);
}

async function privateFolder(): Promise<FileSystemDirectoryHandle | null> {
  const storage: Partial<Pick<StorageManager, 'getDirectory'>> | undefined =
    typeof navigator === 'undefined' ? undefined : navigator.storage;
  return (await storage?.getDirectory?.().catch(() => null)) ?? null;
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
