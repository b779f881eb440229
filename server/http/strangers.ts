import { Overloaded } from '../overload.ts';

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

/** Counts calls of strangers by network; each call gets a visit. @throws Overloaded when it has too many under way */
export function openDoor(limits = strangerLimits): (network: string) => Visit {
  const present = new Map<string, { calls: number; bytes: number }>();
  let sum = 0;
  return (network) => {
    const load = present.get(network) ?? { calls: 0, bytes: 0 };
    if (load.calls >= limits.calls) throw new Overloaded();
    load.calls += 1;
    present.set(network, load);
    let held = 0;
    return {
      hold(bytes) {
        if (load.bytes + bytes > limits.bytes || sum + bytes > limits.inSum) throw new Overloaded();
        load.bytes += bytes;
        sum += bytes;
        held += bytes;
      },
      leave() {
        load.calls -= 1;
        load.bytes -= held;
        sum -= held;
        if (load.calls === 0) present.delete(network);
      },
    };
  };
}
