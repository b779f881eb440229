import { type Database, draftParts } from '#database/open.ts';
import type { DraftRow } from '#database/rows.ts';
import { withRoom } from '#database/storage.ts';
import { kindOf, MEGABYTE, mediaTypes, safeFileName } from '#rules/files.ts';
import { draftKeys, openDraftFile, sealDraftFile } from './draft-rows.ts';
import type { OutgoingFile } from './ports.ts';

/**
 * A file that another app shared with Amparo. It is sealed at once under the device's key, since nobody may be signed in, and
 * offered to whoever unlocks. Such files are rows of a visitor's draft, deleted after seven days.
 */
export interface ReceivedFile extends OutgoingFile {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
}

export interface Received {
  /** Stores a file. False when there is no room or the file is not allowed. */
  keep(file: OutgoingFile): Promise<boolean>;
  /** Stores a file from the system, whose kind it finds from its bytes. Never rejects. */
  take(file: Pick<File, 'name' | 'arrayBuffer'>): Promise<boolean>;
  /** The stored rows, oldest first. It awaits only the database, so that a live query can watch it. */
  rows(): Promise<DraftRow[]>;
  open(rows: readonly DraftRow[]): Promise<ReceivedFile[]>;
  remove(id: string): Promise<void>;
  /** Deletes files that nobody used in seven days. */
  removeOld(): Promise<void>;
}

const DRAFT = 'received';
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;
/** Limits that keep another app from filling the device. */
const MAX_FILES = 12;
const MAX_BYTES = 40 * MEGABYTE;

export function createReceived({ db, clock }: { db: Database; clock: () => number }): Received {
  const rows = () => draftParts(db, DRAFT);
  const isYoung = ({ at }: DraftRow) => at >= clock() - KEPT_MS;

  return {
    async keep(file) {
      if (file.bytes.byteLength === 0 || file.bytes.byteLength > MAX_BYTES) return false;
      const keys = await draftKeys(db, 'visitor', DRAFT);
      if (!keys || (await rows().count()) >= MAX_FILES) return false;
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
