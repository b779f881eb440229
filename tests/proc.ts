import { readFileSync } from 'node:fs';

/**
 * The fields of a process that follow its name (proc(5), `/proc/<pid>/stat`): its state first, then its parent.
 * Empty where the process has ended, which may happen at any moment, or the system has no `/proc`.
 */
export function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
