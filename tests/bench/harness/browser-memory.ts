import { readdir, readFile } from 'node:fs/promises';

/**
 * Bytes that the browser's processes use together, with shared memory counted once (proc(5), smaps_rollup, Pss in kB). A
 * request's body passes through several of them.
 */
export async function browserMemory(processes: readonly number[]): Promise<number> {
  const each = await Promise.all(
    processes.map(async (pid) => {
      const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
      return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) * 1024;
    }),
  );
  return each.reduce((sum, bytes) => sum + bytes, 0);
}

/** The browser's processes: the main one, found by its profile, and all its descendants. */
export async function browserProcesses(profile: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = new Map<number, number>();
  const found = new Set<number>();
  for (const pid of pids) {
    const [line, status] = await Promise.all([
      readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
      readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''),
    ]);
    parents.set(pid, Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0));
    if (line.includes(profile)) found.add(pid);
  }
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}
