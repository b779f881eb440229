import * as v from 'valibot';
import { readingKeys } from '#database/keyring.ts';
import { getUnlessLost } from '#database/lost.ts';
import type { Database } from '#database/open.ts';
import type { ReadingKeys, SavedDocumentRow } from '#database/rows.ts';
import { whileSealing } from '#database/rows-in-memory.ts';
import { openFile, openRow, sealFile, sealRow } from '#database/sealed.ts';
import { type WriteResult, withRoom } from '#database/storage.ts';

/** Names a document of a policy. Documents have no id, so `place` numbers those of one category and day, as in the list. */
const documentName = v.object({
  policyId: v.string(),
  category: v.string(),
  /** Calendar date, or null. */
  createdOn: v.nullable(v.string()),
  place: v.number(),
});
export type DocumentName = v.InferOutput<typeof documentName>;

const storedDetails = v.object({
  ...documentName.entries,
  name: v.string(),
  type: v.string(),
  /** In bytes. */
  size: v.number(),
  savedAt: v.number(),
});
/** A document the customer keeps on this device, without its bytes. */
export type SavedDocument = v.InferOutput<typeof storedDetails> & { id: string };

export interface DocumentFile {
  name: string;
  type: string;
  bytes: ArrayBuffer;
}

export interface SavedDocuments {
  /** The documents of the customer whose session is open, newest first; none while locked. */
  list(): Promise<SavedDocument[]>;
  /** Saves a document of `owner` and replaces an earlier copy of it; null while locked, or when somebody else has signed in. */
  save(document: DocumentName, file: DocumentFile, owner: string | null): Promise<WriteResult<SavedDocument> | null>;
  /** The file itself; null when it is missing, does not open, or the device is locked. */
  open(id: string): Promise<DocumentFile | null>;
  remove(id: string): Promise<void>;
}

const TABLE = 'savedDocuments';
/** A file's details are in a row beside it, so that a list opens no file. */
const DETAILS = ':about';

/** 'Tener sin conexión': documents that open without a connection, sealed under readKey. */
export function createSavedDocuments(db: Database, clock: () => number): SavedDocuments {
  const list: SavedDocuments['list'] = async () => {
    const { keys, rows } = await readAllDetails();
    if (!keys) return [];
    const opened = await Promise.all(rows.map((row) => openDetails(keys, row)));
    return opened.filter((one) => one !== null).sort((a, b) => b.savedAt - a.savedAt);
  };

  async function readAllDetails() {
    const keys = await readingKeys(db);
    if (!keys) return { keys, rows: [] };
    const ids = await db.savedDocuments.where('owner').equals(keys.owner).primaryKeys();
    const rows = await db.savedDocuments.bulkGet(ids.filter((id) => id.endsWith(DETAILS)));
    return { keys, rows: rows.filter((row) => row !== undefined) };
  }

  const save: SavedDocuments['save'] = (...what) => whileSealing(db, () => saveNow(...what));

  const saveNow: SavedDocuments['save'] = async (document, { name, type, bytes }, whose) => {
    const keys = await readingKeys(db);
    if (!keys || keys.owner !== whose) return null;
    const { owner, readKey } = keys;
    const earlier = (await list()).filter((one) => sameDocument(one, document)).map(({ id }) => id);
    const [id, savedAt, size] = [db.machine.uuid(), clock(), bytes.byteLength];
    const { policyId, category, createdOn, place } = document;
    const details = { policyId, category, createdOn, place, name, type, size, savedAt };
    const rows: SavedDocumentRow[] = [
      { id, owner, at: savedAt, size, ...(await sealFile(readKey, bytes, contextOf(id, owner))) },
      {
        id: id + DETAILS,
        owner,
        at: savedAt,
        size: 0,
        ...(await sealRow(readKey, details, contextOf(id + DETAILS, owner))),
      },
    ];
    const written = await withRoom(db, () =>
      db.transaction('rw', db.vault, db.savedDocuments, async () => {
        if ((await readingKeys(db))?.owner !== owner) return false;
        await db.savedDocuments.bulkDelete(earlier.flatMap(rowIds));
        // 'put', since the answer to this very commit may have been lost (F53).
        await db.savedDocuments.bulkPut(rows);
        return true;
      }),
    );
    if (!written.ok) return written;
    return written.value ? { ok: true, value: { id, ...details } } : null;
  };

  const open: SavedDocuments['open'] = async (id) => {
    const [keys, row, aside] = await Promise.all([
      readingKeys(db),
      getUnlessLost(db.savedDocuments, id),
      db.savedDocuments.get(id + DETAILS),
    ]);
    if (!keys || row?.owner !== keys.owner || !aside) return null;
    const [details, bytes] = await Promise.all([
      openDetails(keys, aside),
      openFile(keys, row, contextOf(id, keys.owner)),
    ]);
    return details && bytes && { name: details.name, type: details.type, bytes };
  };

  return {
    list,
    save,
    open,
    remove: (id) => db.savedDocuments.bulkDelete(rowIds(id)),
  };
}

/** Whether both name the same document of the same policy. */
export function sameDocument(a: DocumentName, b: DocumentName): boolean {
  return a.policyId === b.policyId && a.category === b.category && a.createdOn === b.createdOn && a.place === b.place;
}

async function openDetails(keys: ReadingKeys, row: SavedDocumentRow): Promise<SavedDocument | null> {
  const parsed = v.safeParse(storedDetails, await openRow(keys, row, contextOf(row.id, keys.owner)));
  return parsed.success ? { id: row.id.slice(0, -DETAILS.length), ...parsed.output } : null;
}

const contextOf = (row: string, owner: string) => ({ table: TABLE, row, owner });
const rowIds = (id: string): string[] => [id, id + DETAILS];
