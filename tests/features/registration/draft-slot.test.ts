import { beforeEach, describe, expect, test } from 'vitest';
import { claimSlot } from '#features/registration/draft-slot.ts';

/** The browser's locks as far as the draft slots use them: held by name across tabs until released. */
function lockBoard() {
  const held = new Set<string>();
  const request = async (
    name: string,
    options: LockOptions,
    use: (lock: Lock | null) => Promise<unknown> | unknown,
  ): Promise<unknown> => {
    if (held.has(name)) {
      if (options.ifAvailable) return use(null);
      throw new DOMException('the patience is over', 'TimeoutError');
    }
    held.add(name);
    try {
      return await use({ name, mode: 'exclusive' });
    } finally {
      held.delete(name);
    }
  };
  return { held, locks: { request } as unknown as LockManager };
}

function tabMemory(): Pick<Storage, 'getItem' | 'setItem'> {
  const kept = new Map<string, string>();
  return { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => void kept.set(name, value) };
}

let board: ReturnType<typeof lockBoard>;
const drafted = new Set<string>();
beforeEach(() => {
  board = lockBoard();
  drafted.clear();
});
const claim = (memory = tabMemory()) =>
  claimSlot({ locks: board.locks, memory: () => memory, hasDraft: async (id) => drafted.has(id) });

describe("the slot of a tab's draft", () => {
  test('two tabs get two slots', async () => {
    const [one, other] = [await claim(), await claim()];
    expect(one.id).not.toBe(other.id);
    expect([one.ours, other.ours]).toEqual([false, false]);
  });

  test('[D45] a new tab prefers a slot with a draft to an empty one, and releases the others', async () => {
    drafted.add('registro-3');
    expect(await claim()).toEqual({ id: 'registro-3', ours: false });
    await Promise.resolve();
    expect([...board.held]).toEqual(['amparo-registro-3']);
  });

  test.each([
    ['is there', () => null],
    [
      'may be asked',
      () => {
        throw new DOMException('The operation is insecure', 'SecurityError');
      },
    ],
    [
      'may be used',
      () => {
        const refuse = () => {
          throw new DOMException('The operation is insecure', 'SecurityError');
        };
        return { getItem: refuse, setItem: refuse };
      },
    ],
  ])('[D45] is claimed where no memory of the tab %s', async (_, memory) => {
    drafted.add('registro-2');
    const hasDraft = async (id: string) => drafted.has(id);
    expect(await claimSlot({ locks: board.locks, memory, hasDraft })).toEqual({ id: 'registro-2', ours: false });
  });

  test('[F65] is free again when a draft could not be looked for, so that the draft is offered later', async () => {
    drafted.add('registro-2');
    const hasDraft = async (id: string) => {
      if (id === 'registro-2') throw new Error('lost for a moment');
      return false;
    };
    await expect(claimSlot({ locks: board.locks, memory: tabMemory, hasDraft })).rejects.toThrow('lost');
    await Promise.resolve();
    expect([...board.held]).toEqual([]);
    expect((await claim()).id).toBe('registro-2');
  });

  test('[F27] a reloaded tab gets its slot back', async () => {
    const memory = tabMemory();
    const first = await claim(memory);
    board.held.clear();
    expect(await claim(memory)).toEqual({ id: first.id, ours: true });
  });

  test('a duplicated tab does not take the slot of its original', async () => {
    const memory = tabMemory();
    const first = await claim(memory);
    const copy = await claim(memory);
    expect(copy.id).not.toBe(first.id);
    expect(copy.ours).toBe(false);
  });

  test('a fifth and a sixth tab get slots of their own', async () => {
    const ids = new Set<string>();
    for (let tab = 0; tab < 6; tab += 1) ids.add((await claim()).id);
    expect(ids.size).toBe(6);
  });

  test('a browser without locks uses the first slot', async () => {
    expect(await claimSlot({ locks: undefined, memory: tabMemory, hasDraft: async () => false })).toEqual({
      id: 'registro-1',
      ours: false,
    });
  });
});
