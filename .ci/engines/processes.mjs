import { readdirSync, readFileSync } from 'node:fs';

/** The setting that every process of one run carries, also one whose parents have ended: browsers and drivers start their own groups. */
const MARK = 'AMPARO_ENGINES_RUN';

/** A setting for one run's processes, by which they are found again. */
export const marked = (run) => ({ [MARK]: run });

/** The processes that carry the mark of this run, as Linux tells. */
export function ofRun(run) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && carries(name, `${MARK}=${run}`))
    .map(Number);
}

function carries(pid, mark) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(mark);
  } catch {
    // The process has ended or belongs to somebody else.
    return false;
  }
}

/** Ends every process of a run: asks first, so that a display takes its lock away, and kills what is still there. */
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
    // It has ended meanwhile.
  }
}
