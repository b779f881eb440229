import { statfsSync } from 'node:fs';

const MEGABYTE = 1024 * 1024;

/**
 * Bytes that must stay free. PGlite, and with it the process, hangs when it cannot add the next 16 MB to its log, so `least`
 * is larger. Commands are refused earlier, so that sign-ins work longer.
 */
export const reserve = { commands: 96 * MEGABYTE, least: 40 * MEGABYTE };
/** A stored byte takes its place in a table, in the log, and in hexadecimal on its way. */
const COPIES_PER_BYTE = 4;

/** Whether the disk has room for a write. */
export interface Room {
  /** Room for a small write. */
  any(): boolean;
  /** Sets room for so many bytes aside until they are written; null when there is none. */
  take(bytes: number): (() => void) | null;
}

/** @param freeBytes of the disk; for a database elsewhere, which has a disk of its own to look after, Infinity */
export function openRoom(freeBytes: () => number): Room {
  let promised = 0;
  return {
    any: () => freeBytes() - promised > reserve.least,
    take(bytes) {
      const share = bytes * COPIES_PER_BYTE;
      if (freeBytes() - promised - share <= reserve.commands) return null;
      promised += share;
      return () => {
        promised -= share;
      };
    },
  };
}

/** Free bytes for a process without privileges (statfs(2), f_bavail) where the folder lies. */
export function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

export const endlessRoom = openRoom(() => Number.POSITIVE_INFINITY);
