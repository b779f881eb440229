import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Another living process works on this data folder. PGlite itself would let both in and damage the data. */
export class FolderInUse extends Error {
  override name = 'FolderInUse';
}

/**
 * Takes the lock file or throws FolderInUse. A lock whose holder is dead, or whose process number now belongs to another
 * process, is taken over.
 *
 * @returns lets the lock go
 */
export function lockFolder(path: string): () => void {
  const mine = `${process.pid} ${startOf(process.pid)}`;
  for (let tries = 0; tries < 3; tries += 1) {
    if (create(path, mine)) return () => release(path, mine);
    const holder = read(path);
    if (holder === null) continue;
    if (isAlive(holder)) throw new FolderInUse(`The data folder is in use by process ${holder.split(' ')[0]}`);
    removeStale(path, holder);
  }
  throw new FolderInUse('The data folder is being taken by another process');
}

function create(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** Moves the file away before looking again: between reading and removing it another process may have taken the lock. */
function removeStale(path: string, seen: string): void {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    if (read(aside) !== seen) linkSync(aside, path);
  } catch {
    // Someone else was faster; the next try sees what stands there now.
  }
  rmSync(aside, { force: true });
}

function release(path: string, mine: string): void {
  if (read(path) === mine) rmSync(path, { force: true });
}

function isAlive(holder: string): boolean {
  const [pid = '', start = ''] = holder.split(' ');
  if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    // EPERM: it lives and belongs to someone else.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return startOf(Number(pid)) === start;
}

/** When the process started, in kernel ticks (proc(5), field 22 of stat); '' where there is no /proc. */
function startOf(pid: number): string {
  const stat = read(`/proc/${pid}/stat`);
  return (
    stat
      ?.slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .at(19) ?? ''
  );
}
