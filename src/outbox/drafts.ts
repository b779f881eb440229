import type { NamedDraft } from '#database/named-drafts.ts';
import type { Elsewhere } from './elsewhere.ts';
import type { PeekedDraft } from './peeked.ts';
import type { OutgoingFile } from './ports.ts';
import type { DraftWrite, UnkeptCode } from './unkept-drafts.ts';

export { RELAY_DRAFT } from '#database/draft-form.ts';
export type { DraftWrite, Elsewhere, NamedDraft, PeekedDraft, UnkeptCode };

export interface Draft {
  form: unknown;
  files: Record<string, OutgoingFile>;
  /** When it was last written, milliseconds since 1970. */
  at: number;
}

export interface Drafts {
  /** Saves the form as it is now: written after SAVE_DELAY_MS, or by `flush`. */
  save(id: string, form: unknown): void;
  /** Writes a file; resolves when it is on the device or when the write failed. Never rejects. */
  saveFile(id: string, part: string, file: OutgoingFile): Promise<DraftWrite>;
  /**
   * The same of a file that was ready after its form was left: only while the customer of now has that draft as this page read it,
   * and only over the file that the form held.
   *
   * @param form stored with it where nothing of the draft is there yet
   */
  saveLate(id: string, part: string, file: OutgoingFile, before?: OutgoingFile, form?: unknown): Promise<void>;
  removeFile(id: string, part: string): Promise<void>;
  /** Null: no such draft, or the device is locked. Parts that do not fit on the device come from this page's memory. */
  load(id: string): Promise<Draft | null>;
  /** Reads what `load` gives next, while the form is on its way. */
  loadAhead(id: string): void;
  /** `load`'s answer, where it was read ahead; undefined when the form has to wait for it. */
  loaded(id: string): Draft | null | undefined;
  /** A draft's form and the names of its files, without taking it in hand; null when there is no such draft. */
  peek(id: string): Promise<PeekedDraft | null>;
  /** The same of many drafts, which costs no more than of one. */
  peekAll(ids: readonly string[]): Promise<(PeekedDraft | null)[]>;
  /** What was last found so; undefined before, after a lock, and once this page has changed the draft. */
  lastPeek(id: string): PeekedDraft | null | undefined;
  /** Those of the customer on the device, by their plain names; none while locked. */
  named(): Promise<NamedDraft[]>;
  discard(id: string): Promise<void>;
  /**
   * Whether this page has the draft in hand: it read or wrote it and did not release it. When such a draft disappears from
   * the device, another tab handed it in or discarded it.
   */
  inHand(id: string): boolean;
  /** This page no longer has the draft in hand: it was handed in, or goes on as a new one. Earlier saves are written no more. */
  release(id: string): void;
  /** Makes `load` wait for this work, which hands the draft in: a form opened meanwhile would go on with what was sent. */
  whileHandedIn<T>(id: string, work: Promise<T>): Promise<T>;
  /** Writes delayed and failed saves at once: when the page hides, and before a lock. Never rejects. */
  flush(): Promise<DraftWrite>;
  /** Deletes visitor drafts that are older than 7 days (D45), and those of a relay that is over; shared files that are over too. */
  removeOld(): Promise<void>;
  /** Why the last change is not on the device; null when it is (F36). */
  unkept(id: string): UnkeptCode | null;
  /** What another tab did with a draft that this page has in hand. */
  elsewhere(id: string): Elsewhere | null;
  /** Whether the customer was told, as they sent it, that it is gone. Reading or releasing the draft takes that back. */
  isTold(id: string): boolean;
  /** Notes that they were. */
  tell(id: string): void;
  /** Watches what other tabs do with a draft. Returns a function that stops it. */
  watch(id: string): () => void;
  /** Calls `changed` when `unkept` or `elsewhere` of any draft changes. Returns a function that stops it. */
  subscribe(changed: () => void): () => void;
}
