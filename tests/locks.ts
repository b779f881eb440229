import { vi } from 'vitest';

/** Gives all pages of a test Web Locks, which Node lacks: shared and exclusive ones, asked for with `ifAvailable` or at once free. */
export function giveLocks(): void {
  const held: { name: string; mode: LockMode }[] = [];
  const request = async (
    name: string,
    { mode = 'exclusive' }: LockOptions,
    use: (lock: Lock | null) => unknown,
  ): Promise<unknown> => {
    const taken = held.some((one) => one.name === name && (mode === 'exclusive' || one.mode === 'exclusive'));
    if (taken) return use(null);
    const lock = { name, mode };
    held.push(lock);
    try {
      return await use(lock);
    } finally {
      held.splice(held.indexOf(lock), 1);
    }
  };
  vi.stubGlobal('navigator', { locks: { request, query: async () => ({ held, pending: [] }) } });
}
