import { Dexie } from 'dexie';
import type { Database } from '#database/open.ts';
import type { DraftRow } from '#database/rows.ts';
import { withRoom } from '#database/storage.ts';
import { kindOf, MEGABYTE, mediaTypes, safeFileName } from '#rules/files.ts';
import { draftKeys, openDraftFile, sealDraftFile } from './draft-rows.ts';
import type { OutgoingFile } from './ports.ts';

/**
 * Files that another app handed to Amparo: sealed at once under the device's key, since nobody may be signed in, and offered
 * to whoever unlocks. They are rows of a visitor's draft, which goes after seven days.
 */
export interface ReceivedFile extends OutgoingFile {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
}

export interface Received {
  /** False when there is no room, or it is none of what may be kept. */
  keep(file: OutgoingFile): Promise<boolean>;
  /** The same for a file as the system hands it over, judged by its bytes. Never rejects. */
  take(file: Pick<File, 'name' | 'arrayBuffer'>): Promise<boolean>;
  /** What lies there, the oldest first; nothing but the database is asked, so that it can be watched. */
  rows(): Promise<DraftRow[]>;
  open(rows: readonly DraftRow[]): Promise<ReceivedFile[]>;
  remove(id: string): Promise<void>;
  /** Forgets what nobody used in seven days. */
  removeOld(): Promise<void>;
}

const DRAFT = 'received';
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;
/** More would be somebody who fills the device. */
const MOST_FILES = 12;
const MOST_BYTES = 40 * MEGABYTE;

export function createReceived({ db, clock }: { db: Database; clock: () => number }): Received {
  const rows = () => db.drafts.where('[id+part]').between([DRAFT, Dexie.minKey], [DRAFT, Dexie.maxKey]);
  const isYoung = ({ at }: DraftRow) => at >= clock() - KEPT_MS;

  return {
    async keep(file) {
      if (file.bytes.byteLength === 0 || file.bytes.byteLength > MOST_BYTES) return false;
      const keys = await draftKeys(db, 'visitor', DRAFT);
      if (!keys || (await rows().count()) >= MOST_FILES) return false;
      const row = await sealDraftFile(keys, crypto.randomUUID(), file, clock());
      const kept = await withRoom(db, () => db.drafts.put(row));
      return kept.ok;
    },
    async take(file) {
      const bytes = await file.arrayBuffer().catch(() => null);
      const kind = bytes && kindOf(new Uint8Array(bytes));
      if (!bytes || !kind) return false;
      const safe = { bytes, name: safeFileName(file.name, kind), type: mediaTypes[kind] };
      return this.keep(safe).catch(() => false);
    },
    rows: async () => (await rows().toArray()).filter(isYoung).sort((one, other) => one.at - other.at),
    async open(found) {
      const keys = await draftKeys(db, 'visitor', DRAFT);
      const opened = await Promise.all(
        found.map(async (row) => ({ row, file: keys && (await openDraftFile(keys, row)) })),
      );
      return opened.flatMap(({ row, file }) => (file ? [{ ...file, id: row.part, at: row.at }] : []));
    },
    async removeOld() {
      await rows()
        .and((row) => !isYoung(row))
        .delete();
    },
    async remove(id) {
      await db.drafts.delete([DRAFT, id]);
    },
  };
}
