import { Dexie } from 'dexie';
import type { Database } from '#database/open.ts';
import type { DraftRow } from '#database/rows.ts';
import { type WriteResult, withRoom } from '#database/storage.ts';
import {
  DEVICE,
  type DraftKeys,
  draftKeys,
  FORM_PART,
  openDraftFile,
  openForm,
  sealDraftFile,
  sealForm,
} from './draft-rows.ts';
import { sealedOf, sumOf } from './file-sums.ts';
import type { OutgoingFile } from './ports.ts';

const DAY = 24 * 60 * 60 * 1000;
/** D45: a visitor's draft that nobody came back to. A customer's is kept until it is sent or discarded. */
const VISITOR_DRAFT_DAYS = 7;
/** Milliseconds from a keystroke to the write that keeps it and all that were typed meanwhile. */
const REST = 300;

export interface Draft {
  form: unknown;
  files: Record<string, OutgoingFile>;
  /** When it was last written, milliseconds since 1970. */
  at: number;
}

/** 'locked': the session is over, so nothing can be sealed for it. */
export type DraftWrite = WriteResult<void> | { ok: false; code: 'locked' };

export interface Drafts {
  /** Keeps the form as it now is; written after a short rest, or by `flush`. */
  save(id: string, form: unknown): void;
  /** Writes a file; resolves when it is on the device. Done before the form shows it (F27). */
  saveFile(id: string, part: string, file: OutgoingFile): Promise<DraftWrite>;
  removeFile(id: string, part: string): Promise<void>;
  /** Null: no such draft, or the device is locked. */
  load(id: string): Promise<Draft | null>;
  discard(id: string): Promise<void>;
  /**
   * Whether this page has the draft in hand: it read or wrote it, and did not let it go. Gone from the device all the same, it
   * was handed in or dropped in another tab.
   */
  inHand(id: string): boolean;
  /** It was handed in: what becomes of it is no concern of this page any more. */
  letGo(id: string): void;
  /** Writes at once what still rests: when the page hides, and before a lock. */
  flush(): Promise<DraftWrite>;
  /** Forgets visitor drafts that are older than 7 days (D45). */
  removeOld(): Promise<void>;
}

interface DraftPorts {
  db: Database;
  clock: () => number;
  whose?: 'customer' | 'visitor';
  /** Runs something later; what it returns calls that off. */
  later?: (milliseconds: number, run: () => void) => () => void;
  /** Told when a form that rested could not be written. */
  onFailure?: (code: 'storage-full' | 'locked') => void;
}

/** Forms half filled in, kept on the device as they are typed: the form as one sealed row, each file as another. */
export function createDrafts(ports: DraftPorts): Drafts {
  const { db, clock, whose = 'customer', later = afterTimeout, onFailure } = ports;
  const resting = new Map<string, { form: unknown; keys: Promise<DraftKeys | null>; callOff: () => void }>();
  const held = new Set<string>();
  // One write after the other: sealing takes time, and an older form must not land on a newer one.
  let writing: Promise<unknown> = Promise.resolve();

  function inTurn<T>(write: () => Promise<T>): Promise<T> {
    const turn = writing.then(write);
    writing = turn.catch(() => undefined);
    return turn;
  }

  async function put(keys: DraftKeys | null, seal: (keys: DraftKeys) => Promise<DraftRow>): Promise<DraftWrite> {
    if (!keys) return { ok: false, code: 'locked' };
    const row = await seal(keys);
    const written = await withRoom(db, async () => {
      await db.drafts.put(row);
    });
    if (written.ok) held.add(keys.name);
    return written;
  }

  function writeResting(id: string): Promise<DraftWrite> {
    const waiting = resting.get(id);
    if (!waiting) return Promise.resolve(written);
    waiting.callOff();
    resting.delete(id);
    return inTurn(async () => put(await waiting.keys, (keys) => sealForm(keys, waiting.form, clock())));
  }

  return {
    save(id, form) {
      // Not put off by the next keystroke: who types without a pause would lose all of it with the tab (F27).
      const known = resting.get(id);
      if (known) {
        known.form = form;
        return;
      }
      const callOff = later(REST, () => {
        writeResting(id).then(
          (result) => result.ok || onFailure?.(result.code),
          (error: unknown) => console.error('drafts: a write failed', error),
        );
      });
      // The key is taken now: another tab may lock the session before the rest is over (F14), and what was typed until
      // then is kept.
      resting.set(id, { form, keys: draftKeys(db, whose, id), callOff });
    },

    saveFile(id, part, file) {
      const saved = inTurn(async () =>
        put(await draftKeys(db, whose, id), (keys) => sealDraftFile(keys, part, file, clock())),
      );
      // Counted and sealed while the customer goes on with the form, so that queueing it need not go over the bytes again.
      if (whose === 'customer') {
        for (const ahead of [sumOf(file.bytes), sealedOf(file.bytes)]) ahead.catch(() => undefined);
      }
      return saved;
    },

    removeFile: (id, part) =>
      inTurn(async () => {
        const keys = await draftKeys(db, whose, id);
        if (keys) await db.drafts.delete([keys.id, part]);
      }),

    async load(id) {
      await writeResting(id);
      await writing;
      const keys = await draftKeys(db, whose, id);
      if (!keys) return null;
      const rows = await db.drafts
        .where('[id+part]')
        .between([keys.id, Dexie.minKey], [keys.id, Dexie.maxKey])
        .toArray();
      if (rows.length > 0) held.add(id);
      else held.delete(id);
      return rows.length === 0 ? null : assemble(keys, rows);
    },

    discard(id) {
      resting.get(id)?.callOff();
      resting.delete(id);
      held.delete(id);
      return inTurn(async () => {
        const keys = await draftKeys(db, whose, id);
        if (!keys) return;
        await db.drafts.where('[id+part]').between([keys.id, Dexie.minKey], [keys.id, Dexie.maxKey]).delete();
      });
    },

    inHand: (id) => held.has(id),
    letGo: (id) => void held.delete(id),

    async flush() {
      const results = await Promise.all([...resting.keys()].map(writeResting));
      await writing;
      return results.find((result) => !result.ok) ?? written;
    },

    async removeOld() {
      const oldest = clock() - VISITOR_DRAFT_DAYS * DAY;
      await db.drafts
        .where('owner')
        .equals(DEVICE)
        .and(({ at }) => at < oldest)
        .delete();
    },
  };
}

const written: DraftWrite = { ok: true, value: undefined };

async function assemble(keys: DraftKeys, rows: readonly DraftRow[]): Promise<Draft> {
  const draft: Draft = { form: undefined, files: {}, at: 0 };
  for (const row of rows) {
    draft.at = Math.max(draft.at, row.at);
    if (row.part === FORM_PART) draft.form = await openForm(keys, row);
    else {
      const file = await openDraftFile(keys, row);
      if (file) draft.files[row.part] = file;
    }
  }
  return draft;
}

function afterTimeout(milliseconds: number, run: () => void): () => void {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
}
