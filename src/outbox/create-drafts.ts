import { isOwnerHere, readingKeys } from '#database/keyring.ts';
import { draftRowsOf, getUnlessLost } from '#database/lost.ts';
import { namedDrafts } from '#database/named-drafts.ts';
import { type Database, draftParts } from '#database/open.ts';
import type { DraftRow } from '#database/rows.ts';
import { holdRows } from '#database/rows-in-memory.ts';
import { isSameSeal } from '#database/sealed.ts';
import { withRoom } from '#database/storage.ts';
import { watchRows } from '#database/watch-rows.ts';
import { createListeners } from '#rules/store.ts';
import { removeOver } from './draft-ages.ts';
import {
  type DraftKeys,
  draftKeys,
  FORM_PART,
  openDraftFile,
  openForm,
  openNamed,
  sealDraftFile,
  sealForm,
  sealName,
} from './draft-rows.ts';
import type { Draft, Drafts } from './drafts.ts';
import { createAhead } from './drafts-ahead.ts';
import { createElsewhere } from './elsewhere.ts';
import { sealedOf, sumOf } from './file-sums.ts';
import { createPeeking } from './peeked.ts';
import type { OutgoingFile } from './ports.ts';
import { createUnkept, type DraftWrite, type SealedDraftPart, sealedWrite } from './unkept-drafts.ts';

/** From a keystroke to the write that saves it, together with everything typed meanwhile. */
const SAVE_DELAY_MS = 300;

/** A form that is written when the customer pauses. */
interface Delayed {
  form: unknown;
  /** Those of the first keystroke. */
  keys: () => Promise<DraftKeys | null>;
  callOff: () => void;
  /** Ends that these keys stay on the device. */
  letGo: () => void;
}

interface DraftPorts {
  db: Database;
  clock: () => number;
  whose?: 'customer' | 'visitor';
}

/** Unfinished forms, saved on the device as they are typed: one sealed row for the form, and one for each file. */
export function createDrafts(ports: DraftPorts): Drafts {
  const { db, clock, whose = 'customer' } = ports;
  const later = db.machine.timers.after;
  const delayed = new Map<string, Delayed>();
  const handingIn = new Map<string, Promise<unknown>>();
  /** Who released each draft here, one after the other. */
  const releases = new Map<string, (string | null)[]>();
  /** Whose drafts are meant: those of two customers may have one name, and after a lock the next one goes on in this page. */
  let here: string | null = null;
  const { subscribe, tell: changed } = createListeners();
  // One write at a time: sealing takes time, and an older form must not overwrite a newer one.
  let writing: Promise<unknown> = Promise.resolve();

  const peeking = createPeeking(db, whose, inMemory);
  const ahead = createAhead(db, read);
  const elsewhere = createElsewhere(changed);
  const unkept = createUnkept({ inTurn, later, here: () => here, hold: () => holdRows(db), changed });

  /** This page changes the draft: what it read before is that no more. */
  function forget(id: string): void {
    peeking.forget(id);
    ahead.forget(id);
  }

  async function keysOf(id: string): Promise<DraftKeys | null> {
    const keys = await draftKeys(db, whose, id);
    const before = here;
    here = keys?.owner ?? here;
    if (before !== null && here !== before) changed();
    return keys;
  }

  function inTurn<T>(write: () => Promise<T>): Promise<T> {
    const turn = writing.then(write);
    writing = turn.catch(() => undefined);
    return turn;
  }

  /** Writes only if this page has not released the draft since: the write would bring back what was handed in. */
  function putUnlessReleased(id: string) {
    const before = releases.get(id)?.length ?? 0;
    const since = () => releases.get(id)?.slice(before) ?? [];
    return (name: string, sealed: SealedDraftPart) =>
      put(name, sealed, () => since().some((owner) => owner === null || owner === sealed.row.owner));
  }

  async function put(name: string, sealed: SealedDraftPart, isReleased = () => false): Promise<DraftWrite> {
    const { row, named } = sealed;
    for (const one of named ? [row, named] : [row]) elsewhere.wrote(name, one);
    const kept = await withRoom(db, () =>
      db.transaction('rw', db.drafts, db.vault, async () => {
        // A visitor's draft belongs to one tab alone, and to no customer.
        if (whose === 'customer') {
          if (!(await isOwnerHere(db, row.owner))) return 'locked';
          const rows = await draftParts(db, row.id).count();
          if (isReleased() || elsewhere.isTaken(name, row.id, rows)) return 'elsewhere';
          if (await isOvertaken(sealed)) return 'elsewhere';
        }
        if (named && !(await db.drafts.get([named.id, named.part]))) await db.drafts.put(named);
        await db.drafts.put(row);
        return 'written';
      }),
    );
    if (!kept.ok) return kept;
    if (kept.value !== 'written') return { ok: false, code: kept.value };
    elsewhere.hold(name, row.id);
    return written;
  }

  /** Whether another tab wrote the part since this write was first tried. A retry must not lay what is older over it. */
  async function isOvertaken(sealed: SealedDraftPart): Promise<boolean> {
    const there = (await getUnlessLost(db.drafts, [sealed.row.id, sealed.row.part])) ?? null;
    if (sealed.over === undefined) sealed.over = there;
    // A row that was sealed again under other keys keeps its time.
    const isThere = (one: DraftRow | null) =>
      one !== null && there !== null && (one.at === there.at || isSameSeal(one, there));
    return there !== null && !isThere(sealed.over) && !isThere(sealed.row);
  }

  /**
   * The keys of this moment, for a write that comes later. Another tab may lock the session before, and what was typed is still
   * saved (F14); or sign another customer in, who must not get it (F15).
   */
  function keysNow(id: string): Delayed['keys'] {
    const keys = keysOf(id);
    keys.catch(() => undefined);
    // Reading them may have failed, so it is tried once more.
    return () => keys.catch(() => keysOf(id));
  }

  function callOff(id: string): void {
    const planned = delayed.get(id);
    planned?.callOff();
    planned?.letGo();
    delayed.delete(id);
  }

  function writeDelayed(id: string): Promise<DraftWrite> {
    const waiting = delayed.get(id);
    if (!waiting) return Promise.resolve(written);
    waiting.callOff();
    delayed.delete(id);
    const { form, keys, letGo } = waiting;
    const write = sealedWrite(id, FORM_PART, putUnlessReleased(id), async () => {
      const usable = await keys();
      return usable && { row: await sealForm(usable, form, clock()) };
    });
    return inTurn(() => unkept.settle(write)).finally(letGo);
  }

  function writeFile(
    id: string,
    part: string,
    file: OutgoingFile,
    picked: Delayed['keys'],
    over?: DraftRow | null,
  ): Promise<DraftWrite> {
    forget(id);
    const write = sealedWrite(id, part, putUnlessReleased(id), async () => {
      const keys = await picked();
      if (!keys) return null;
      const row = await sealDraftFile(keys, part, file, clock());
      return { row, over, ...(whose === 'customer' && { named: await sealName(keys, row.at) }) };
    });
    const letGo = holdRows(db);
    const saved = inTurn(() => unkept.settle(write)).finally(letGo);
    // Hash and seal while the customer goes on with the form, so that queueing does not have to read the bytes again.
    if (whose === 'customer') {
      for (const ahead of [sumOf(file.bytes), sealedOf(file.bytes)]) ahead.catch(() => undefined);
    }
    return saved;
  }

  /** A draft's rows that did not fit on the device. */
  function inMemory(name: string, keys: DraftKeys): DraftRow[] {
    return unkept.rowsOf(name).filter(({ id, owner }) => id === keys.id && owner === keys.owner);
  }

  /** A draft's rows that are not lost: those on the device, replaced by those in memory that did not fit there. */
  async function rowsNow(name: string, keys: DraftKeys): Promise<{ onDevice: DraftRow[]; all: DraftRow[] }> {
    const onDevice = await draftRowsOf(db, keys.id);
    const newer = inMemory(name, keys);
    const over = new Set(newer.map(({ part }) => part));
    return { onDevice, all: [...onDevice.filter(({ part }) => !over.has(part)), ...newer] };
  }

  /** A draft as it is now, not yet in hand. */
  async function read(id: string): Promise<{ key: string; onDevice: DraftRow[]; draft: Draft | null } | null> {
    await handingIn.get(id)?.catch(() => undefined);
    await writeDelayed(id);
    await unkept.again();
    await writing;
    unkept.forgetLost(id);
    const keys = await keysOf(id);
    if (!keys) return null;
    const { onDevice, all } = await rowsNow(id, keys);
    return { key: keys.id, onDevice, draft: all.length === 0 ? null : await assemble(keys, all) };
  }

  /** Takes it in hand. */
  function opened(id: string, found: Awaited<ReturnType<typeof read>>): Draft | null {
    if (!found) return null;
    elsewhere.read(id, found.key, found.onDevice);
    return found.draft;
  }

  return {
    save(id, form) {
      forget(id);
      // The next keystroke does not delay the write further: somebody typing without a pause would lose everything (F27).
      const planned = delayed.get(id);
      if (planned) {
        planned.form = form;
        return;
      }
      const callOff = later(SAVE_DELAY_MS, () => void writeDelayed(id));
      // A frozen page may write much later, when its key would have left the device.
      delayed.set(id, { form, keys: keysNow(id), callOff, letGo: holdRows(db) });
    },

    saveFile: (id, part, file) => writeFile(id, part, file, keysNow(id)),

    async saveLate(id, part, file, before, form) {
      // What is being typed in the form that is open again is newer than the one that was left.
      await writeDelayed(id);
      await writing;
      const keys = await keysOf(id);
      if (!keys) return;
      const { all } = await rowsNow(id, keys);
      if (!elsewhere.isAsRead(id, keys.id, all.length > 0)) return;
      const there = all.find((row) => row.part === part) ?? null;
      const held = there && (await openDraftFile(keys, there));
      const isSame = (held && (await sumOf(held.bytes))) === (before ? await sumOf(before.bytes) : null);
      if (!isSame) return;
      if (all.length === 0 && form !== undefined) this.save(id, form);
      await writeFile(id, part, file, async () => keys, there);
      await writeDelayed(id);
    },

    async removeFile(id, part) {
      forget(id);
      const pressed = keysNow(id);
      const attempt = async (): Promise<DraftWrite> => {
        const keys = await pressed();
        if (!keys) return { ok: false, code: 'locked' };
        const named = await getUnlessLost(db.drafts, [keys.id, FORM_PART]);
        const isName = named != null && (await openNamed(keys, named)) === null;
        await db.transaction('rw', db.drafts, async () => {
          await db.drafts.delete([keys.id, part]);
          const left = await draftRowsOf(db, keys.id);
          // A name without a file is no draft.
          if (isName && left.length === 1 && left[0] && isSameSeal(left[0], named))
            await draftParts(db, keys.id).delete();
          // This page removed the last part, so the draft's absence is not another tab's doing.
          if ((await draftParts(db, keys.id).count()) === 0) elsewhere.release(id);
        });
        return written;
      };
      await inTurn(() => unkept.settle({ name: id, part, row: () => null, attempt }));
    },

    whileHandedIn(id, work) {
      ahead.forget(id);
      handingIn.set(id, work);
      return work;
    },
    load: async (id) => opened(id, await (ahead.take(id) ?? read(id))),
    loadAhead: ahead.begin,
    loaded(id) {
      // Whoever reads what another tab did is told so, which no rendering may do.
      const done = elsewhere.of(id) === null ? ahead.takeDone(id) : undefined;
      return done ? opened(id, done) : undefined;
    },

    peek: async (id) => (await peeking.peekAll([id]))[0] ?? null,
    peekAll: peeking.peekAll,
    lastPeek: peeking.last,
    async named() {
      const keys = await readingKeys(db);
      return keys ? namedDrafts(db, keys) : [];
    },

    discard(id) {
      forget(id);
      callOff(id);
      elsewhere.release(id);
      return inTurn(async () => {
        // A write that was already in turn took the draft in hand once more (F56).
        elsewhere.release(id);
        const keys = await keysOf(id);
        unkept.forget(id);
        if (keys) await draftParts(db, keys.id).delete();
      });
    },

    inHand: elsewhere.isHeld,
    release(id) {
      forget(id);
      callOff(id);
      releases.set(id, [...(releases.get(id) ?? []), here]);
      elsewhere.release(id);
      unkept.forget(id);
      // Also a write that was running as the draft was handed in.
      void inTurn(async () => {
        elsewhere.release(id);
        unkept.forget(id);
      });
    },

    async flush() {
      const results = await Promise.all([...delayed.keys()].map(writeDelayed));
      await unkept.again();
      await writing;
      return results.find((result) => !result.ok) ?? written;
    },

    removeOld: () => removeOver(db, clock()),
    unkept: unkept.codeOf,
    ...{ elsewhere: elsewhere.of, isTold: elsewhere.isTold, tell: elsewhere.tell },
    watch: (id) => watchDraft(db, whose, id, elsewhere.see),
    subscribe,
  };
}

const written: DraftWrite = { ok: true, value: undefined };

/** Tells how many rows a draft has on the device, and its form's, now and after each change by any tab. */
function watchDraft(
  db: Database,
  whose: 'customer' | 'visitor',
  id: string,
  see: (id: string, rows: number, form: DraftRow | undefined | null) => void,
): () => void {
  let stopped = false;
  let stop = () => {
    stopped = true;
  };
  // The name is computed first: a live query that awaits anything but the database stops watching.
  const begin = async () => {
    const keys = await draftKeys(db, whose, id);
    if (!keys || stopped) return;
    const form = () => getUnlessLost(db.drafts, [keys.id, FORM_PART]);
    const rows = () => Promise.all([draftParts(db, keys.id).count(), form()]);
    stop = watchRows(db, rows, ([count, row]) => see(id, count, row));
  };
  begin().catch(() => undefined);
  return () => stop();
}

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
