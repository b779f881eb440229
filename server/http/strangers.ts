import { Overloaded } from '../overload.ts';
import type { Network } from './address.ts';

const MEGABYTE = 1024 * 1024;

/** Limits for callers who are not signed in, in this process: calls and bytes of one network, and bytes in sum. */
export const strangerLimits = { calls: 16, bytes: 24 * MEGABYTE, inSum: 96 * MEGABYTE };

/** One call of somebody who is not signed in. */
export interface Visit {
  /** Before more of the body is kept. @throws Overloaded when it would be too much */
  hold(bytes: number): void;
  /** The call is answered: what it held is free again. */
  leave(): void;
}

/**
 * Counts calls of strangers by each of their networks; each call gets a visit.
 *
 * @throws Overloaded when one of the networks has too many under way
 */
export function openDoor(limits = strangerLimits): (networks: readonly Network[]) => Visit {
  const present = new Map<string, { calls: number; bytes: number }>();
  let sum = 0;
  return (networks) => {
    const loads = networks.map(({ name, factor }) => ({
      name,
      factor,
      load: present.get(name) ?? { calls: 0, bytes: 0 },
    }));
    if (loads.some(({ load, factor }) => load.calls >= limits.calls * factor)) throw new Overloaded();
    for (const { name, load } of loads) {
      load.calls += 1;
      present.set(name, load);
    }
    let held = 0;
    return {
      hold(bytes) {
        const tooMany = loads.some(({ load, factor }) => load.bytes + bytes > limits.bytes * factor);
        if (tooMany || sum + bytes > limits.inSum) throw new Overloaded();
        for (const { load } of loads) load.bytes += bytes;
        sum += bytes;
        held += bytes;
      },
      leave() {
        sum -= held;
        for (const { name, load } of loads) {
          load.calls -= 1;
          load.bytes -= held;
          if (load.calls === 0) present.delete(name);
        }
      },
    };
  };
}
