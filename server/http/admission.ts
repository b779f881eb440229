import { Overloaded } from '../overload.ts';
import type { Network } from './address.ts';

const [KILOBYTE, MEGABYTE] = [1024, 1024 * 1024];

/** The largest body that counts as small: a form, an answer, a report in words. */
export const SMALL_BYTES = 256 * KILOBYTE;

/** Small bodies come at once on any usable line, large ones take minutes, so they are counted apart. */
export type BodySize = 'small' | 'large';

/**
 * How large a body will be by what the sender says of it, before it is read (RFC 9110, section 8.6). Who sends one in pieces does
 * not say, and may go on for long; without either header there is none.
 */
export function sizeOf(headers: Headers): BodySize {
  const length = headers.get('content-length');
  const isLarge = length === null ? headers.has('transfer-encoding') : Number(length) > SMALL_BYTES;
  return isLarge ? 'large' : 'small';
}

/** What one owner may have under way; a network with more freedom has it so many times over. */
export interface DoorLimits {
  /** Bodies that are coming at the same time, or files that are going. */
  coming: number;
  /** Calls worked on at the same time, once their body has come. */
  working: number;
  /** Bytes that are kept, of one owner and of all; no network ever has more than half of the sum. */
  bytes: number;
  inSum: number;
  /**
   * Which body makes way for another: the one that has been coming longest, or one of whoever has the most bytes, for an owner who
   * has less. With none, the newer one is refused.
   */
  makesWay: 'oldest' | 'heaviest' | 'none';
}

/** Limits in this process for one kind of owner, by the size of the body. */
export type AdmissionLimits = Record<BodySize, DoorLimits>;

/**
 * Callers who are not signed in, by their networks. Behind one IPv4 address may be a whole town, and somebody in it who never
 * ends a body: of small ones the oldest makes way, so that the others still sign in.
 */
export const strangerLimits: AdmissionLimits = {
  small: { coming: 64, working: 16, bytes: 8 * MEGABYTE, inSum: 48 * MEGABYTE, makesWay: 'oldest' },
  large: { coming: 16, working: 16, bytes: 24 * MEGABYTE, inSum: 96 * MEGABYTE, makesWay: 'heaviest' },
};

/**
 * Signed-in customers, each by themselves and with all who call from their networks: a device sends one upload at a time, and asks
 * for ten lists. What is worked on asks the insurer, where all customers share 32 places: nobody may fill these alone.
 */
export const customerLimits: AdmissionLimits = {
  small: { coming: 32, working: 24, bytes: 8 * MEGABYTE, inSum: 48 * MEGABYTE, makesWay: 'oldest' },
  large: { coming: 3, working: 4, bytes: 60 * MEGABYTE, inSum: 128 * MEGABYTE, makesWay: 'heaviest' },
};

/** The insurer's systems, by their networks: whoever signed a report is known only once it has come. */
export const insurerLimits: AdmissionLimits = {
  small: { coming: 16, working: 16, bytes: 4 * MEGABYTE, inSum: 16 * MEGABYTE, makesWay: 'oldest' },
  large: { coming: 4, working: 16, bytes: 32 * MEGABYTE, inSum: 64 * MEGABYTE, makesWay: 'heaviest' },
};

/**
 * Files that customers download, until they have them (S41): a device opens one at a time, and who pauses is cut off after a
 * minute. A document of the insurer's counts as the largest until it was read, so two at once must fit.
 */
export const downloadLimits: DoorLimits = {
  coming: 16,
  working: Number.POSITIVE_INFINITY,
  bytes: 56 * MEGABYTE,
  inSum: 384 * MEGABYTE,
  makesWay: 'none',
};

/** Files that the insurer's systems fetch: they may ask for all papers of a night at once. */
export const insurerDownloadLimits: DoorLimits = { ...downloadLimits, bytes: 48 * MEGABYTE, inSum: 96 * MEGABYTE };

/**
 * Answers above the size of a small body, until their reader has them (S41): lists, and the photos of a relay. Strangers have a door
 * of their own, so that no stranger keeps a customer from a list.
 */
export const answerLimits = {
  strangers: { ...downloadLimits, coming: Number.POSITIVE_INFINITY, bytes: 16 * MEGABYTE, inSum: 64 * MEGABYTE },
  customers: { ...downloadLimits, coming: Number.POSITIVE_INFINITY, bytes: 24 * MEGABYTE, inSum: 128 * MEGABYTE },
} as const satisfies Record<string, DoorLimits>;

/** How many customers' uploads may come from one address at the same time, in customers who use all they may. */
const CUSTOMERS_AT_ONE_ADDRESS = 16;

/** Whom a customer's bodies are counted for. */
export const ownersOf = (customerId: string, networks: readonly Network[]): Network[] => [
  { name: customerId, factor: 1 },
  ...networks.map(({ name, factor }) => ({ name, factor: factor * CUSTOMERS_AT_ONE_ADDRESS })),
];

/** The place of one call: from before its body is read until it is answered. */
export interface Visit {
  /** Before more is kept, or less: what was reserved and not needed is given back with a minus. @throws Overloaded when it would be too much */
  hold(bytes: number): void;
  /** The body has come: its place is free, its bytes are not. @throws Overloaded when too many are worked on already */
  work(): void;
  /** The call is answered: what it held is free again. */
  leave(): void;
  /** Aborted when the body has to make way. */
  signal: AbortSignal;
}

interface Load {
  coming: Set<Guest>;
  working: number;
  bytes: number;
}

interface Guest {
  state: 'coming' | 'working' | 'gone';
  bytes: number;
  abort: AbortController;
  /** How each of the owner's networks stands, this call included. */
  at: { name: string; factor: number; load: Load }[];
}

const isGone = ({ state }: Guest): boolean => state === 'gone';

/** The most bytes of an owner of this body who is none of the other's: two at one address are told apart by what differs. */
function weightOf(guest: Guest, other: Guest): number {
  const others = new Set(other.at.map(({ load }) => load));
  return Math.max(0, ...guest.at.map(({ load }) => (others.has(load) ? 0 : load.bytes)));
}

/**
 * The largest body of whoever has the most bytes, if that is more than the newcomer's would be. Within half of what an owner may have
 * nobody makes way: a large body takes minutes on an honest line, and where all began anew none would arrive.
 */
function heaviest(among: Set<Guest>, newcomer: Guest, bytes: number, half: number): Guest | undefined {
  return [...among]
    .filter((guest) => guest.bytes > 0)
    .map((guest) => ({ guest, weight: weightOf(guest, newcomer) }))
    .filter(({ guest, weight }) => weight > Math.max(half, weightOf(newcomer, guest) + bytes))
    .sort((a, b) => b.weight - a.weight || b.guest.bytes - a.guest.bytes)[0]?.guest;
}

type Choose = (among: Set<Guest>, newcomer: Guest, bytes: number, half: number) => Guest | undefined;

const choose: Record<DoorLimits['makesWay'], Choose> = {
  oldest: ([oldest]) => oldest,
  heaviest,
  none: () => undefined,
};

/** Opens a door for each size of body. */
export function openAdmission({ small, large }: AdmissionLimits) {
  const doors = { small: openDoor(small), large: openDoor(large) };
  return (owners: readonly Network[], size: BodySize): Visit => doors[size](owners);
}

/**
 * Counts the bodies of each owner; each call gets a visit before anything of its body is read.
 *
 * @throws Overloaded when an owner has too many under way
 */
export function openDoor(limits: DoorLimits): (owners: readonly Network[]) => Visit {
  const loads = new Map<string, Load>();
  /** All bodies that are coming, the oldest first. */
  const coming = new Set<Guest>();
  let sum = 0;

  function takeOut(guest: Guest) {
    if (isGone(guest)) return;
    for (const { name, load } of guest.at) {
      load.coming.delete(guest);
      if (guest.state === 'working') load.working -= 1;
      load.bytes -= guest.bytes;
      if (load.coming.size + load.working === 0) loads.delete(name);
    }
    coming.delete(guest);
    sum -= guest.bytes;
    guest.bytes = 0;
    guest.state = 'gone';
  }

  /** Lets bodies make way until there is room for so many bytes of a newcomer. @throws Overloaded when none can */
  function makeRoom(among: Set<Guest>, newcomer: Guest, bytes: number, isFull: () => boolean) {
    while (isFull()) {
      const chosen = choose[limits.makesWay](among, newcomer, bytes, limits.bytes / 2);
      if (!chosen) throw new Overloaded();
      takeOut(chosen);
      chosen.abort.abort();
    }
  }

  function hold(guest: Guest, bytes: number) {
    if (isGone(guest)) throw new Overloaded();
    for (const { factor, load } of guest.at) {
      const most = Math.min(limits.bytes * factor, limits.inSum / 2);
      makeRoom(load.coming, guest, bytes, () => load.bytes + bytes > most);
    }
    makeRoom(coming, guest, bytes, () => sum + bytes > limits.inSum);
    // It may have been the oldest itself.
    if (isGone(guest)) throw new Overloaded();
    for (const { load } of guest.at) load.bytes += bytes;
    sum += bytes;
    guest.bytes += bytes;
  }

  function work(guest: Guest) {
    if (isGone(guest)) throw new Overloaded();
    if (guest.at.some(({ factor, load }) => load.working >= limits.working * factor)) throw new Overloaded();
    for (const { load } of guest.at) {
      load.coming.delete(guest);
      load.working += 1;
    }
    coming.delete(guest);
    guest.state = 'working';
  }

  return (owners) => {
    const at = owners.map(({ name, factor }) => {
      const load = loads.get(name) ?? { coming: new Set(), working: 0, bytes: 0 };
      return { name, factor, load };
    });
    const guest: Guest = { state: 'coming', bytes: 0, abort: new AbortController(), at };
    for (const { factor, load } of at)
      makeRoom(load.coming, guest, 0, () => load.coming.size >= limits.coming * factor);
    for (const { name, load } of at) {
      loads.set(name, load);
      load.coming.add(guest);
    }
    coming.add(guest);
    return {
      hold: (bytes) => hold(guest, bytes),
      work: () => work(guest),
      leave: () => takeOut(guest),
      signal: guest.abort.signal,
    };
  };
}
