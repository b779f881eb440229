import type { DraftRow } from '#database/rows.ts';
import type { WriteResult } from '#database/storage.ts';

/**
 * Why a part of a draft is not on the device.
 * - storage-full: it does not fit; tried again
 * - failed: the write failed for another reason; tried again
 * - locked: the session is over, so there is no key to seal it with
 */
export type UnkeptCode = 'storage-full' | 'failed' | 'locked';

/** 'elsewhere': another tab handed the draft in, discarded it or wrote the part since, so nothing was written. */
export type DraftWrite = WriteResult<void> | { ok: false; code: UnkeptCode | 'elsewhere' };

/** The write of one part of a draft. `row` is the sealed row once it exists. */
export interface UnkeptWrite {
  name: string;
  part: string;
  row: () => DraftRow | null;
  attempt: () => Promise<DraftWrite>;
}

/** One sealed part of a draft. `named`: the row with the draft's name, for a draft that has no form yet. */
export interface SealedDraftPart {
  row: DraftRow;
  named?: DraftRow;
  /** What lay in its place at the first try; null: nothing. What lies there later was written by another tab, and is newer. */
  over?: DraftRow | null;
}

/** A write that drops the plain content once the row is sealed: a retry after a lock needs no key and holds no plain text. */
export function sealedWrite(
  name: string,
  part: string,
  put: (name: string, sealed: SealedDraftPart) => Promise<DraftWrite>,
  seal: () => Promise<SealedDraftPart | null>,
): UnkeptWrite {
  let make: typeof seal | null = seal;
  let sealed: SealedDraftPart | null = null;
  return {
    name,
    part,
    row: () => sealed?.row ?? null,
    async attempt() {
      sealed ??= (await make?.()) ?? null;
      // Without a key the text can never be sealed, so it is not held any longer.
      make = null;
      return sealed ? put(name, sealed) : { ok: false, code: 'locked' };
    },
  };
}

interface Entry {
  write: UnkeptWrite;
  code: UnkeptCode;
}

/** The wait before the first retry. It doubles with each retry, up to the longest. */
const FIRST_RETRY_MS = 3000;
const LONGEST_RETRY_MS = 30_000;
/** After so many, some four minutes, only the customer's next change tries again: each costs a full disk what it lacks (F57). */
const MAX_RETRIES = 10;

interface UnkeptPorts {
  inTurn: <T>(write: () => Promise<T>) => Promise<T>;
  /** Whose drafts are meant. What somebody else typed here before stays in memory for them (F15). */
  here: () => string | null;
  later: (milliseconds: number, run: () => void) => () => void;
  /** Called when the first write is unkept. Returns a function that is called when none is any more. */
  hold: () => () => void;
  changed: () => void;
}

/**
 * The writes of this page's drafts that failed (F36). They are kept sealed in memory, retried until they succeed, and shown
 * to the customer. Closing the page loses them.
 */
export function createUnkept({ inTurn, later, here, hold, changed: tell }: UnkeptPorts) {
  const unkept = new Map<string, Entry>();
  let wait = FIRST_RETRY_MS;
  let retries = 0;
  let waiting: (() => void) | null = null;
  let release: (() => void) | null = null;

  function changed(): void {
    if (unkept.size > 0) release ??= hold();
    else {
      release?.();
      release = null;
    }
    tell();
  }

  const retried = () => [...unkept.values()].filter(({ code }) => code !== 'locked');
  const ofDraft = (name: string) =>
    [...unkept].filter(([, { write }]) => write.name === name && [here(), undefined].includes(write.row()?.owner));

  function drop(gone: readonly [string, Entry][]): void {
    for (const [key] of gone) unkept.delete(key);
    if (gone.length > 0) changed();
  }

  function plan(): void {
    if (waiting || retries === MAX_RETRIES || retried().length === 0) return;
    waiting = later(wait, () => {
      waiting = null;
      retries += 1;
      wait = Math.min(wait * 2, LONGEST_RETRY_MS);
      void again();
    });
  }

  /** Makes the write and notes its result. Called in turn with the other writes. Never rejects. */
  async function settle(write: UnkeptWrite): Promise<DraftWrite> {
    const result = await write.attempt().catch((error: unknown): DraftWrite => {
      console.error('drafts: a write failed', error);
      return { ok: false, code: 'failed' };
    });
    if (result.ok || result.code === 'elsewhere') {
      if (result.ok) {
        wait = FIRST_RETRY_MS;
        retries = 0;
      }
      if (unkept.delete(partKey(write))) changed();
    } else {
      unkept.set(partKey(write), { write, code: result.code });
      changed();
      plan();
    }
    return result;
  }

  /** Retries every failed write once. */
  async function again(): Promise<void> {
    const now = retried();
    await Promise.all(
      now.map((entry) =>
        // A part that was written again, handed in or discarded meanwhile is no longer unkept.
        inTurn(async () => unkept.get(partKey(entry.write)) === entry && settle(entry.write)),
      ),
    );
  }

  return {
    settle,
    again,
    /** The worst problem of a draft; null when all of it is on the device. */
    codeOf(name: string): UnkeptCode | null {
      const codes = ofDraft(name).map(([, { code }]) => code);
      return codes.find((code) => code !== 'locked') ?? codes[0] ?? null;
    },
    /** Sealed rows that are only in memory, one of each part. */
    rowsOf: (name: string): DraftRow[] => ofDraft(name).flatMap(([, { write }]) => write.row() ?? []),
    forget: (name: string) => drop(ofDraft(name)),
    /** Drops what can be written no more, whoever typed it. */
    forgetLost: (name: string) =>
      drop([...unkept].filter(([, { write, code }]) => write.name === name && code === 'locked')),
  };
}

const partKey = ({ name, part, row }: UnkeptWrite): string => JSON.stringify([name, part, row()?.owner]);
