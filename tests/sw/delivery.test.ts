import { describe, expect, test, vi } from 'vitest';
import type { DrainOptions, DrainReport } from '#outbox/drain.ts';
import { type DeliverySurroundings, deliver, deliverOnSync } from '../../sw/delivery.ts';

const nothing: DrainReport = { sent: 0, waiting: 0, attention: 0, parked: 0, nextAt: null };

/** An outbox that answers with these reports in turn, and surroundings that record their calls. */
function setUp(...reports: Partial<DrainReport>[]) {
  const drains: DrainOptions[] = [];
  const waits: number[] = [];
  const badges: number[] = [];
  let registered = 0;
  const surroundings: DeliverySurroundings = {
    clock: () => 1_000_000,
    wait: async (milliseconds) => void waits.push(milliseconds),
    badge: async (count) => void badges.push(count),
    register: async () => {
      registered += 1;
    },
  };
  const outbox = {
    async drain(options: DrainOptions = {}) {
      drains.push(options);
      return { ...nothing, ...(reports.length > 1 ? reports.shift() : reports[0]) };
    },
  };
  const lock = { told: true };
  const session = { tellLock: async () => lock.told, lockExpired: async () => false };
  return { outbox, session, lock, surroundings, drains, waits, badges, registered: () => registered };
}

describe('a sync event', () => {
  test('[F30] resolves when everything is sent, and clears the badge', async () => {
    const { outbox, session, surroundings, drains, badges } = setUp({ sent: 2 });
    await expect(deliverOnSync({ outbox, session }, surroundings, false)).resolves.toBeUndefined();
    expect(drains).toEqual([{ connected: true }]);
    expect(badges).toEqual([0]);
  });

  test('rejects while items wait, so that the browser wakes the worker again', async () => {
    const { outbox, session, surroundings, registered } = setUp({ waiting: 1, nextAt: 1_000_000 + 60_000 });
    await expect(deliverOnSync({ outbox, session }, surroundings, false)).rejects.toThrow();
    expect(registered()).toBe(0);
  });

  test('requests another sync when this was the last chance', async () => {
    const { outbox, session, surroundings, registered } = setUp({ waiting: 1, nextAt: 1_000_000 + 60_000 });
    await expect(deliverOnSync({ outbox, session }, surroundings, true)).rejects.toThrow();
    expect(registered()).toBe(1);
  });

  test('[D57] rejects while the server does not know of a lock yet', async () => {
    const { outbox, session, lock, surroundings } = setUp({ sent: 1 });
    lock.told = false;
    await expect(deliverOnSync({ outbox, session }, surroundings, false)).rejects.toThrow('lock');
  });

  test('[H4.9][D57] locks a device whose ten minutes were over while nobody looked, before it tells and sends', async () => {
    const { surroundings } = setUp();
    const done: string[] = [];
    const session = {
      lockExpired: async () => Boolean(done.push('lock')),
      tellLock: async () => Boolean(done.push('tell')),
    };
    const outbox = {
      async drain() {
        done.push('send');
        return nothing;
      },
    };
    await deliverOnSync({ outbox, session }, surroundings, false);
    expect(done).toEqual(['lock', 'tell', 'send']);
  });

  test('[S13][D57] tells the server of a lock while a long delivery goes on', async () => {
    const { session, surroundings } = setUp();
    const outbox = { drain: () => new Promise<never>(() => {}) };
    const tellLock = vi.fn(session.tellLock);
    void deliverOnSync({ outbox, session: { ...session, tellLock } }, surroundings, false);
    await vi.waitFor(() => expect(tellLock).toHaveBeenCalled());
  });

  test('does not ask to be woken for items that need the customer', async () => {
    const { outbox, session, surroundings, badges } = setUp({ attention: 1, parked: 2 });
    await expect(deliverOnSync({ outbox, session }, surroundings, true)).resolves.toBeUndefined();
    expect(badges).toEqual([3]);
  });

  test('waits a short while for items that are due soon', async () => {
    const soon = { waiting: 1, nextAt: 1_000_000 + 5000 };
    const once = setUp(soon, { sent: 1 });
    await expect(deliver(once.outbox, once.surroundings)).resolves.toBe(0);
    expect(once.waits).toEqual([5000]);
    expect(once.drains).toEqual([{ connected: true }, { connected: false }]);
    const never = setUp(soon);
    await expect(deliver(never.outbox, never.surroundings)).resolves.toBe(1);
    expect(never.drains).toHaveLength(4);
  });

  test('delivers also when the badge cannot be set', async () => {
    const { outbox, surroundings } = setUp({ sent: 1 });
    const refused = { ...surroundings, badge: () => Promise.reject(new Error('not installed')) };
    await expect(deliver(outbox, refused)).resolves.toBe(0);
  });
});
