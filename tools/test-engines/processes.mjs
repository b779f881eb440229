import { readdirSync, readFileSync } from 'node:fs';

/**
 * The environment variable that marks every process of a run. Browsers and drivers start process groups of their own, so
 * that nothing else finds them once their parents have ended.
 */
const MARK = 'AMPARO_ENGINES_RUN';

/** The environment that marks the processes of a run. */
export const marked = (run) => ({ [MARK]: run });

/** The ids of the processes that carry the mark of this run, from Linux's /proc. */
export function ofRun(run) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && carries(name, `${MARK}=${run}`))
    .map(Number);
}

function carries(pid, mark) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(mark);
  } catch {
    // The process has ended, or belongs to another user.
    return false;
  }
}

/** Ends every process of a run. It asks first, so that a display removes its lock, and then kills what is left. */
export async function endRun(run) {
  for (const signal of ['SIGTERM', 'SIGKILL', 'SIGKILL']) {
    for (const pid of ofRun(run)) kill(pid, signal);
    for (let look = 0; look < 20 && ofRun(run).length > 0; look += 1)
      await new Promise((later) => setTimeout(later, 100));
  }
}

function kill(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended meanwhile.
  }
}
