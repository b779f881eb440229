import { linkSync, readFileSync, readlinkSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';

/** How often a holder touches its lock file, and after how long without it counts as dead. */
const BEAT_MS = 2_000;
const SILENCE_MS = 20_000;
/** The namespace of a system without /proc. */
const NOWHERE = '-';
/** States of a process that has ended and whose parent has not asked for its end yet: such a one stays for months. */
const ENDED = ['Z', 'X'];

/** Another running process uses this data folder. PGlite would let both in and damage the data. */
export class FolderInUse extends Error {
  override name = 'FolderInUse';
}

/**
 * Takes the lock file or throws FolderInUse. A lock whose holder is dead, or whose process number now belongs to another
 * process, is taken over. A holder in another container, or on a system without /proc, cannot be looked up: whether it lives
 * is seen by its touching the file, which is waited for.
 *
 * @param silence how long a holder elsewhere must not have touched its file to count as dead, in milliseconds
 * @param proc where the kernel tells of its processes (proc(5))
 * @returns lets the lock go
 */
export function lockFolder(path: string, silence = SILENCE_MS, proc = '/proc'): () => void {
  const here = namespace(proc);
  const mine = `${process.pid} ${lookUp(process.pid, proc).start} ${here}`;
  for (let tries = 0; tries < 3; tries += 1) {
    if (create(path, mine)) return hold(path, mine);
    const holder = read(path);
    if (holder === null) continue;
    const isHere = here !== NOWHERE && (holder.split(' ')[2] ?? here) === here;
    if (isHere ? isAlive(holder, proc) : isTouched(path, silence))
      throw new FolderInUse(`The data folder is in use by process ${holder.split(' ')[0]}`);
    removeStale(path, holder);
  }
  throw new FolderInUse('The data folder is being taken by another process');
}

function hold(path: string, mine: string): () => void {
  const beat = setInterval(() => {
    try {
      utimesSync(path, new Date(), new Date());
    } catch {
      // The folder may be gone for a moment; the file itself is ours.
    }
  }, BEAT_MS).unref();
  return () => {
    clearInterval(beat);
    release(path, mine);
  };
}

/** Waits until the file is touched or has not been for long. The process has nothing else to do: it is starting. */
function isTouched(path: string, silence: number): boolean {
  const seen = touched(path);
  // A file of the future is one of before the clock was set back: it counts as touched just now.
  const age = Math.max(0, Date.now() - seen);
  for (const until = performance.now() + silence - age; performance.now() < until; ) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.min(500, silence));
    if (touched(path) !== seen) return true;
  }
  return false;
}

function touched(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** What process numbers mean here: the running kernel and the namespace (pid_namespaces(7)). */
function namespace(proc: string): string {
  try {
    const boot = readFileSync(`${proc}/sys/kernel/random/boot_id`, 'utf8').trim();
    return `${boot}/${readlinkSync(`${proc}/self/ns/pid`)}`;
  } catch {
    return NOWHERE;
  }
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

function isAlive(holder: string, proc: string): boolean {
  const [pid = '', start = ''] = holder.split(' ');
  if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false;
  const found = lookUp(Number(pid), proc);
  return found.start === start && !ENDED.includes(found.state);
}

/** Its state and when it started, in kernel ticks (proc(5), fields 3 and 22 of stat); both '' when there is none. */
function lookUp(pid: number, proc: string): { state: string; start: string } {
  const stat = read(`${proc}/${pid}/stat`) ?? '';
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', start: fields[19] ?? '' };
}
