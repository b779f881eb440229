import { vi } from 'vitest';

/** Gives all pages of a test Web Locks, which Node lacks: shared and exclusive ones. */
export function giveLocks(): void {
  const held: { name: string; mode: LockMode }[] = [];
  let waiting: (() => void)[] = [];
  const request = async (
    name: string,
    ...given: [...([LockOptions] | []), (lock: Lock | null) => unknown]
  ): Promise<unknown> => {
    const [{ mode = 'exclusive', ifAvailable = false }, use] = given.length === 1 ? [{}, given[0]] : given;
    const isTaken = () => held.some((one) => one.name === name && (mode === 'exclusive' || one.mode === 'exclusive'));
    while (isTaken()) {
      if (ifAvailable) return use(null);
      await new Promise<void>((freed) => waiting.push(freed));
    }
    const lock = { name, mode };
    held.push(lock);
    try {
      return await use(lock);
    } finally {
      held.splice(held.indexOf(lock), 1);
      for (const freed of waiting) freed();
      waiting = [];
    }
  };
  vi.stubGlobal('navigator', { locks: { request, query: async () => ({ held, pending: [] }) } });
}
