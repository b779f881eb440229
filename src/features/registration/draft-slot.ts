/**
 * Each tab that registers uses a draft slot of its own, so that two tabs do not mix their answers. There are four named
 * slots. A tab holds its slot's lock until it closes, and finds its slot again after a reload.
 */
const slots = ['registro-1', 'registro-2', 'registro-3', 'registro-4'];
const REMEMBERED = 'amparo-registro';
/** How long to wait for the lock that a reloading page may still hold. */
const MAX_WAIT_MS = 1500;

export interface DraftSlot {
  id: string;
  /** Whether this tab used the slot before: the page was reloaded, or the camera ended it (F27). */
  ours: boolean;
}

type Memory = Pick<Storage, 'getItem' | 'setItem'>;

interface SlotPorts {
  locks: Pick<LockManager, 'request'> | undefined;
  /** The tab's session storage; it remembers the slot's name and nothing else. A WebView may have none, or refuse to be asked. */
  memory: () => Memory | null;
  hasDraft: (id: string) => Promise<boolean>;
}

/** Claims the slot that this tab used before; else a free one with a draft, to offer it; else any free one. */
export async function claimSlot({ locks, memory, hasDraft }: SlotPorts): Promise<DraftSlot> {
  const remembered = rememberedIn(memory);
  // Without locks tabs cannot be told apart, so all of them use the first slot.
  if (!locks) return { id: slots[0] ?? '', ours: remembered !== undefined };
  if (remembered && (await hold(locks, remembered, MAX_WAIT_MS))) return { id: remembered, ours: true };
  const free: { id: string; release: () => void }[] = [];
  for (const id of slots) {
    const release = await hold(locks, id);
    if (!release) continue;
    const begun = await hasDraft(id).catch((error: unknown) => {
      // This tab's next claim would take a slot that is still held for another tab's, and never offer its draft (F65).
      for (const one of [...free, { release }]) one.release();
      throw error;
    });
    if (begun) {
      for (const other of free) other.release();
      return settled(memory, id);
    }
    free.push({ id, release });
  }
  const [first, ...others] = free;
  for (const other of others) other.release();
  return settled(memory, first?.id ?? crypto.randomUUID());
}

function rememberedIn(memory: SlotPorts['memory']): string | undefined {
  try {
    const name = memory()?.getItem(REMEMBERED);
    return slots.find((slot) => slot === name);
  } catch {
    return undefined;
  }
}

/** Without a memory the slot is found again by its draft. */
function settled(memory: SlotPorts['memory'], id: string): DraftSlot {
  try {
    memory()?.setItem(REMEMBERED, id);
  } catch {
    // The draft is offered after a reload instead of going on by itself.
  }
  return { id, ours: false };
}

/** Takes the lock and keeps it until it is released or the page ends; null when another tab has it. */
function hold(locks: Pick<LockManager, 'request'>, id: string, patience = 0): Promise<(() => void) | null> {
  const options = patience > 0 ? { signal: endsAfter(patience) } : { ifAvailable: true };
  return new Promise((taken) => {
    locks
      .request(`amparo-${id}`, options, (lock) => {
        if (!lock) return taken(null);
        return new Promise<void>((release) => taken(release));
      })
      // The wait timed out.
      .catch(() => taken(null));
  });
}

/** AbortSignal.timeout is missing in browsers that are still in use. */
function endsAfter(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), milliseconds);
  return controller.signal;
}
