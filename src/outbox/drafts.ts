import { Dexie, liveQuery } from 'dexie';
import type { Database } from '#database/open.ts';
import type { DraftRow } from '#database/rows.ts';
import { withRoom } from '#database/storage.ts';
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
import { createElsewhere, type Elsewhere } from './elsewhere.ts';
import { sealedOf, sumOf } from './file-sums.ts';
import { createOwed, type DraftWrite, type OwedWrite, type UnkeptCode } from './owed.ts';
import type { OutgoingFile } from './ports.ts';

export type { DraftWrite, Elsewhere, UnkeptCode };

const DAY_MS = 24 * 60 * 60 * 1000;
/** D45: a visitor's draft that nobody came back to. A customer's is kept until it is sent or discarded. */
const VISITOR_DRAFT_DAYS = 7;
/** Milliseconds from a keystroke to the write that keeps it and all that were typed meanwhile. */
const SAVE_DELAY_MS = 300;

export interface Draft {
  form: unknown;
  files: Record<string, OutgoingFile>;
  /** When it was last written, milliseconds since 1970. */
  at: number;
}

export interface Drafts {
  /** Keeps the form as it now is. It is written after SAVE_DELAY_MS, or by `flush`. */
  save(id: string, form: unknown): void;
  /** Writes a file; resolves when it is on the device, or when it is known that it is not. Never rejects. */
  saveFile(id: string, part: string, file: OutgoingFile): Promise<DraftWrite>;
  removeFile(id: string, part: string): Promise<void>;
  /** Null: no such draft, or the device is locked. What does not fit on the device is found in this page's memory. */
  load(id: string): Promise<Draft | null>;
  /** What a draft's form holds and which files it has, without taking it in hand; null when there is none. */
  peek(id: string): Promise<{ form: unknown; parts: string[] } | null>;
  discard(id: string): Promise<void>;
  /**
   * Whether this page has the draft in hand: it read or wrote it, and did not release it. Such a draft that is gone from the
   * device was handed in or dropped in another tab.
   */
  inHand(id: string): boolean;
  /** This page no longer has the draft in hand: it was handed in, or goes on as a new one. */
  release(id: string): void;
  /** Writes at once what still rests or did not fit: when the page hides, and before a lock. Never rejects. */
  flush(): Promise<DraftWrite>;
  /** Forgets visitor drafts that are older than 7 days (D45). */
  removeOld(): Promise<void>;
  /** Why what was typed or picked last is not on the device; null when it is (F36). */
  unkept(id: string): UnkeptCode | null;
  /** What another tab did with a draft that this page has in hand. */
  elsewhere(id: string): Elsewhere | null;
  /** Looks after what other tabs do with a draft. Returns the way to stop. */
  watch(id: string): () => void;
  /** Told when `unkept` or `elsewhere` of some draft changes. Returns the way to stop. */
  subscribe(changed: () => void): () => void;
}

interface DraftPorts {
  db: Database;
  clock: () => number;
  whose?: 'customer' | 'visitor';
  /** Runs something later; what it returns calls that off. */
  later?: (milliseconds: number, run: () => void) => () => void;
}

/** Forms half filled in, kept on the device as they are typed: the form as one sealed row, each file as another. */
export function createDrafts(ports: DraftPorts): Drafts {
  const { db, clock, whose = 'customer', later = afterTimeout } = ports;
  const resting = new Map<string, { form: unknown; keys: Promise<DraftKeys | null>; callOff: () => void }>();
  const listeners = new Set<() => void>();
  // One write after the other: sealing takes time, and an older form must not land on a newer one.
  let writing: Promise<unknown> = Promise.resolve();

  const changed = () => {
    for (const tell of listeners) tell();
  };
  const elsewhere = createElsewhere(changed);
  const owed = createOwed({ inTurn, later, changed });

  function inTurn<T>(write: () => Promise<T>): Promise<T> {
    const turn = writing.then(write);
    writing = turn.catch(() => undefined);
    return turn;
  }

  /** The plain content is dropped once the row is sealed. A retry after a lock needs no key and holds no plain text. */
  function owedRow(name: string, part: string, seal: () => Promise<DraftRow | null>): OwedWrite {
    let make: typeof seal | null = seal;
    let row: DraftRow | null = null;
    return {
      name,
      part,
      row: () => row,
      async attempt() {
        row ??= (await make?.()) ?? null;
        if (!row) return { ok: false, code: 'locked' };
        make = null;
        return put(name, row);
      },
    };
  }

  async function put(name: string, row: DraftRow): Promise<DraftWrite> {
    elsewhere.wrote(name, row);
    const kept = await withRoom(db, () =>
      db.transaction('rw', db.drafts, async () => {
        // A visitor's draft belongs to one tab alone.
        if (whose === 'customer' && elsewhere.isTaken(name, row.id, await rowsOf(row.id).count())) return false;
        await db.drafts.put(row);
        return true;
      }),
    );
    if (!kept.ok) return kept;
    if (!kept.value) return { ok: false, code: 'elsewhere' };
    elsewhere.hold(name, row.id);
    return written;
  }

  const rowsOf = (id: string) => db.drafts.where('[id+part]').between([id, Dexie.minKey], [id, Dexie.maxKey]);

  function writeResting(id: string): Promise<DraftWrite> {
    const waiting = resting.get(id);
    if (!waiting) return Promise.resolve(written);
    waiting.callOff();
    resting.delete(id);
    const { form, keys } = waiting;
    const write = owedRow(id, FORM_PART, async () => {
      // The device could not say who is here as the key was pressed.
      const own = await keys.catch(() => draftKeys(db, whose, id));
      return own && sealForm(own, form, clock());
    });
    return inTurn(() => owed.settle(write));
  }

  /** The rows of a draft: those on the device, and over them what did not fit there. */
  async function rowsNow(name: string, keys: DraftKeys): Promise<{ onDevice: DraftRow[]; all: DraftRow[] }> {
    const onDevice = await rowsOf(keys.id).toArray();
    const inMemory = [...owed.rowsOf(name).values()].filter(({ id, owner }) => id === keys.id && owner === keys.owner);
    const over = new Set(inMemory.map(({ part }) => part));
    return { onDevice, all: [...onDevice.filter(({ part }) => !over.has(part)), ...inMemory] };
  }

  return {
    save(id, form) {
      // Not put off by the next keystroke: who types without a pause would lose all of it with the tab (F27).
      const planned = resting.get(id);
      if (planned) {
        planned.form = form;
        return;
      }
      const callOff = later(SAVE_DELAY_MS, () => void writeResting(id));
      // The key is taken now: another tab may lock the session before the rest is over (F14), and what was typed until
      // then is kept.
      const keys = draftKeys(db, whose, id);
      keys.catch(() => undefined);
      resting.set(id, { form, keys, callOff });
    },

    saveFile(id, part, file) {
      const write = owedRow(id, part, async () => {
        const keys = await draftKeys(db, whose, id);
        return keys && sealDraftFile(keys, part, file, clock());
      });
      const saved = inTurn(() => owed.settle(write));
      // Counted and sealed while the customer goes on with the form, so that queueing it need not go over the bytes again.
      if (whose === 'customer') {
        for (const ahead of [sumOf(file.bytes), sealedOf(file.bytes)]) ahead.catch(() => undefined);
      }
      return saved;
    },

    async removeFile(id, part) {
      const attempt = async (): Promise<DraftWrite> => {
        const keys = await draftKeys(db, whose, id);
        if (!keys) return { ok: false, code: 'locked' };
        await db.transaction('rw', db.drafts, async () => {
          await db.drafts.delete([keys.id, part]);
          // With its last part gone by this page, the draft is no other tab's doing.
          if ((await rowsOf(keys.id).count()) === 0) elsewhere.release(id);
        });
        return written;
      };
      await inTurn(() => owed.settle({ name: id, part, row: () => null, attempt }));
    },

    async load(id) {
      await writeResting(id);
      await owed.again();
      await writing;
      owed.forget(id, (code) => code === 'locked');
      const keys = await draftKeys(db, whose, id);
      if (!keys) return null;
      const { onDevice, all } = await rowsNow(id, keys);
      elsewhere.read(id, onDevice);
      return all.length === 0 ? null : assemble(keys, all);
    },

    async peek(id) {
      const keys = await draftKeys(db, whose, id);
      if (!keys) return null;
      const { all } = await rowsNow(id, keys);
      if (all.length === 0) return null;
      const form = all.find(({ part }) => part === FORM_PART);
      const parts = all.map(({ part }) => part).filter((part) => part !== FORM_PART);
      return { form: form && (await openForm(keys, form)), parts };
    },

    discard(id) {
      resting.get(id)?.callOff();
      resting.delete(id);
      elsewhere.release(id);
      return inTurn(async () => {
        owed.forget(id);
        const keys = await draftKeys(db, whose, id);
        if (keys) await rowsOf(keys.id).delete();
      });
    },

    inHand: elsewhere.isHeld,
    release(id) {
      elsewhere.release(id);
      owed.forget(id);
      // What was being written as it was handed in.
      void inTurn(async () => owed.forget(id));
    },

    async flush() {
      const results = await Promise.all([...resting.keys()].map(writeResting));
      await owed.again();
      await writing;
      return results.find((result) => !result.ok) ?? written;
    },

    async removeOld() {
      const oldest = clock() - VISITOR_DRAFT_DAYS * DAY_MS;
      await db.drafts
        .where('owner')
        .equals(DEVICE)
        .and(({ at }) => at < oldest)
        .delete();
    },

    unkept: owed.codeOf,
    elsewhere: elsewhere.of,
    watch(id) {
      let stopped = false;
      let stop = () => {
        stopped = true;
      };
      // The name is found before: what a live query awaits besides the database would end its watching.
      const begin = async () => {
        const keys = await draftKeys(db, whose, id);
        if (!keys || stopped) return;
        const rows = liveQuery(() => Promise.all([rowsOf(keys.id).count(), db.drafts.get([keys.id, FORM_PART])]));
        const watched = rows.subscribe({ next: ([count, form]) => elsewhere.see(id, count, form), error: () => {} });
        stop = () => watched.unsubscribe();
      };
      begin().catch(() => undefined);
      return () => stop();
    },
    subscribe(tell) {
      listeners.add(tell);
      return () => listeners.delete(tell);
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
