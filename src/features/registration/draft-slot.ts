/**
 * Each tab that registers has a draft of its own (two tabs must not mix theirs), and a tab that comes back finds it. The
 * places are few and named; a tab holds the lock of the one it uses as long as it lives.
 */
const places = ['registro-1', 'registro-2', 'registro-3', 'registro-4'];
const REMEMBERED = 'amparo-registro';
/** A page that is being reloaded may still hold its lock for a moment. */
const MAX_WAIT_MS = 1500;

export interface DraftSlot {
  id: string;
  /** This very tab was using it: the page was reloaded, or the camera had ended it (F27). */
  ours: boolean;
}

interface SlotPorts {
  locks: Pick<LockManager, 'request'> | undefined;
  /** Remembers the place for this tab alone; holds nothing but its name. */
  memory: Pick<Storage, 'getItem' | 'setItem'>;
  hasDraft: (id: string) => Promise<boolean>;
}

/** The place this tab was using; else a free one with a draft in it, so that it can be offered; else any free one. */
export async function claimSlot({ locks, memory, hasDraft }: SlotPorts): Promise<DraftSlot> {
  const remembered = places.find((place) => place === memory.getItem(REMEMBERED));
  // Without locks there is no telling tabs apart; the first place serves them all.
  if (!locks) return { id: places[0] ?? '', ours: remembered !== undefined };
  if (remembered && (await hold(locks, remembered, MAX_WAIT_MS))) return { id: remembered, ours: true };
  const free: { id: string; release: () => void }[] = [];
  for (const id of places) {
    const release = await hold(locks, id);
    if (!release) continue;
    if (await hasDraft(id)) {
      for (const other of free) other.release();
      return settled(memory, id);
    }
    free.push({ id, release });
  }
  const [first, ...others] = free;
  for (const other of others) other.release();
  return settled(memory, first?.id ?? crypto.randomUUID());
}

function settled(memory: SlotPorts['memory'], id: string): DraftSlot {
  memory.setItem(REMEMBERED, id);
  return { id, ours: false };
}

/** Takes the lock and keeps it until released or the page ends; null when another tab has it. */
function hold(locks: Pick<LockManager, 'request'>, id: string, patience = 0): Promise<(() => void) | null> {
  const options = patience > 0 ? { signal: endsAfter(patience) } : { ifAvailable: true };
  return new Promise((taken) => {
    locks
      .request(`amparo-${id}`, options, (lock) => {
        if (!lock) return taken(null);
        return new Promise<void>((release) => taken(release));
      })
      // The patience is over.
      .catch(() => taken(null));
  });
}

/** AbortSignal.timeout is missing in browsers that are still in use. */
function endsAfter(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), milliseconds);
  return controller.signal;
}
