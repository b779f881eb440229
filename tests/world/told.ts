import type { CommandName } from '#contract/requests.ts';
import type { Kept } from './keeping.ts';
import type { Newcomer } from './newcomers.ts';

/** Stands in every text that is typed. */
export const MARK = '-texto-';

/** A customer of the insurer, as the world knows them. */
export interface Person {
  /** Stands in every text that they type, so that each text says whose it is. */
  sign: string;
  id: string;
  policyId: string;
  /** Who is insured there. */
  patient: string;
  email: string;
  /** What they may have to type to sign in. More than one while the answer to a change was lost. */
  passwords: string[];
  /** What they typed before. */
  earlier: Set<string>;
}

/**
 * What the customer was told of one request.
 * - begun: the page ended before it said anything, so it is there or not
 * - saved: the page said that it is saved
 * - unsure: the customer agreed to its end, and was not told whether it came to it
 * - erased: the customer erased the device, and it may have been sent before
 * - ended: the page said that it is discarded
 */
type Word = 'begun' | 'saved' | 'unsure' | 'erased' | 'ended';

export interface Request {
  of: Person;
  device: string;
  command: CommandName;
  /** What it says. Several while a correction was begun and its outcome not told. */
  texts: string[];
  /** Its key on the device, while it is known. */
  key: string | null;
  /** How many pages are correcting it. */
  corrections: number;
  word: Word;
  /** The request that it is a part of. */
  parent: Request | null;
}

/** A form that the customer left unfinished on a device. */
export interface Unfinished {
  of: Person;
  device: string;
  id: string;
  /** What it may say when it is opened again; null: it may be gone. */
  may: (string | null)[];
  /** Counts each begin and each end of beginning it anew, so that another page's typing knows of one beside it. */
  begunAnew: number;
  /** What was typed into it under earlier passwords and still lies under those. */
  earlier: string[];
  /** How many drafts lay under earlier passwords then. */
  sealed: number;
}

/** Everything that customers were told, to be held against what is. */
export interface Told {
  requests: Request[];
  drafts: Unfinished[];
  /** The new key of a request that was corrected, or held and sent as it was, by its key of before. Another page may correct it. */
  sentAs: Map<string, string>;
  newcomers: Newcomer[];
  kept: Kept[];
  /** What customers did on payment pages, by the bill's number. */
  payments: { bill: string; outcome: 'paid' | 'rejected' }[];
  /** How far a device showed each case, by the number of the insurer's last word. */
  shown: Map<string, number>;
  draftOf(of: Person, device: string, id: string): Unfinished;
}

export function nothingTold(): Told {
  const drafts: Unfinished[] = [];
  return {
    requests: [],
    drafts,
    sentAs: new Map(),
    newcomers: [],
    kept: [],
    payments: [],
    shown: new Map(),
    draftOf(of, device, id) {
      const known = drafts.find((one) => one.of === of && one.device === device && one.id === id);
      if (known) return known;
      const begun: Unfinished = { of, device, id, may: [null], begunAnew: 0, earlier: [], sealed: 0 };
      drafts.push(begun);
      return begun;
    },
  };
}
