import * as v from 'valibot';
import { ageOf } from '#contract/age.ts';
import { sha256 } from '#contract/fingerprint.ts';
import { FORM_PART, KEPT_MS, UNCLAIMED } from '#database/draft-form.ts';
import { deviceKeys, readingKeys } from '#database/keyring.ts';
import { getUnlessLost } from '#database/lost.ts';
import { type Database, draftParts } from '#database/open.ts';
import type { DraftRow } from '#database/rows.ts';
import { whileSealing } from '#database/rows-in-memory.ts';
import { type WriteResult, withRoom } from '#database/storage.ts';
import { kindOf, mediaTypes, readKindOf, safeFileName, sharedLimits } from '#rules/files.ts';
import type { Session } from '#session/session.ts';
import { BYTES, claimableParts, receivedParts, removeOver } from './draft-ages.ts';
import { draftKeys, openDraftFile, openForm, sealDraftFile, sealForm } from './draft-rows.ts';
import type { Loss } from './losses.ts';
import type { OutgoingFile } from './ports.ts';

/** A file of the system, whose bytes are read when they are wanted. */
type Given = Pick<File, 'name' | 'size' | 'arrayBuffer'>;

const details = v.object({
  name: v.string(),
  type: v.string(),
  /** In bytes. */
  size: v.number(),
});

/** A file that another app shared with Amparo, as it is offered: without its bytes. */
export type ReceivedFile = v.InferOutput<typeof details> & {
  id: string;
  /** When it came, in milliseconds since 1970. */
  at: number;
};

/** True, or why it was not stored. */
type Kept = true | Loss;

/**
 * Files that other apps shared with Amparo. A file belongs to the customer whose session was open when it came (S23). Without
 * an open session it is nobody's: whoever shared it may claim it within the hour, and it is offered to nobody before.
 */
export interface Received {
  /** Stores a file. What is there already stays there once, for its days anew. */
  keep(file: OutgoingFile): Promise<Kept>;
  /** Stores a file from the system, whose kind it finds from its bytes. One beyond the limit is not read. Never rejects. */
  take(file: Given): Promise<Kept>;
  /** The files of the open session's customer, oldest first; none while locked. It opens no file. */
  list(): Promise<ReceivedFile[]>;
  /** A file with its bytes; null when it is gone, does not open, or the device is locked. */
  open(id: string): Promise<OutgoingFile | null>;
  remove(id: string): Promise<void>;
  /** The ids of the files that are still nobody's. */
  unclaimed(): Promise<string[]>;
  /**
   * Makes these the open session's. The customer has said that they shared them.
   *
   * @returns how many became theirs; those that are over, lost, damaged or claimed in another tab do not
   */
  claim(ids: readonly string[]): Promise<WriteResult<number>>;
  /** Deletes files that nobody used in seven days, and those that nobody claimed in an hour; what is over of visitors too. */
  removeOld(): Promise<void>;
}

interface ReceivedPorts {
  db: Database;
  clock: () => number;
  session: Pick<Session, 'lockExpired'>;
}

export function createReceived({ db, clock, session }: ReceivedPorts): Received {
  async function keep(file: OutgoingFile): Promise<Kept> {
    if (file.bytes.byteLength === 0 || file.bytes.byteLength > sharedLimits.bytes) return 'tipo';
    // A session whose ten minutes are over is open to nobody, even if no page has noticed yet.
    await session.lockExpired();
    const kept = await whileSealing(db, () => keepOwn(file));
    return kept === 'nobody' ? keepForNobody(file) : kept;
  }

  async function keepOwn(file: OutgoingFile): Promise<Kept | 'nobody'> {
    const rows = await ownRows(db, file, clock());
    if (!rows) return 'nobody';
    if (!isPlace(await idsOf(rows[0].owner), rows[0].id)) return 'tipo';
    const kept = await withRoom(db, () => putOwn(db, rows));
    return kept.ok ? kept.value || 'nobody' : 'espacio';
  }

  async function keepForNobody(file: OutgoingFile): Promise<Kept> {
    await removeOld();
    const keys = await draftKeys(db, 'visitor', UNCLAIMED);
    const there = await draftParts(db, UNCLAIMED).primaryKeys();
    const ids = there.map(([, part]) => part);
    // Who reads the salt reads the device's key beside it, so the name tells no more than the row.
    const id = await contentId(file, (await deviceKeys(db)).salt);
    if (!keys) return 'fallo';
    if (!isPlace(ids, id)) return 'tipo';
    const row = await sealDraftFile(keys, id, file, clock());
    const kept = await withRoom(db, () => db.drafts.put(row));
    return kept.ok || 'espacio';
  }

  async function take(file: Given): Promise<Kept> {
    // Any page may hand over a gigabyte, and a worker that holds it is ended.
    if (file.size > sharedLimits.bytes) return 'tipo';
    const bytes = await file.arrayBuffer().catch(() => null);
    if (!bytes) return 'fallo';
    const start = new Uint8Array(bytes);
    const kind = kindOf(start) ?? readKindOf(start);
    if (!kind) return 'tipo';
    const safe = { bytes, name: safeFileName(file.name, kind), type: mediaTypes[kind] };
    return keep(safe).catch((error: unknown) => {
      console.error('outbox: a shared file could not be kept', error);
      return 'fallo';
    });
  }

  /** The drafts that are files of this customer. It reads keys only, since the rows hold megabytes. */
  async function idsOf(owner: string): Promise<string[]> {
    const keys = await db.drafts.where('owner').equals(owner).primaryKeys();
    return keys.flatMap(([id, part]) => (part === BYTES ? [id] : []));
  }

  async function list(): Promise<ReceivedFile[]> {
    // All reads of the database come first, so that a live query sees them.
    const reading = await readingKeys(db);
    const ids = reading ? await idsOf(reading.owner) : [];
    const rows = await db.drafts.bulkGet(ids.map((id): [string, string] => [id, FORM_PART]));
    const files = await Promise.all(
      rows.map(async (row) => {
        const parsed = row && reading && v.safeParse(details, await openForm({ opening: reading }, row));
        return row && parsed?.success && (ageOf(row.at, clock()) ?? 0) < KEPT_MS
          ? [{ ...parsed.output, id: row.id, at: row.at }]
          : [];
      }),
    );
    return files.flat().sort((one, other) => one.at - other.at);
  }

  async function open(id: string): Promise<OutgoingFile | null> {
    const [reading, row] = await Promise.all([readingKeys(db), getUnlessLost(db.drafts, [id, BYTES])]);
    // Another customer's does not open with these keys.
    return reading && row ? openDraftFile({ opening: reading }, row) : null;
  }

  const unclaimed = () => claimableParts(db, clock());

  async function claim(ids: readonly string[]): Promise<WriteResult<number>> {
    const device = await draftKeys(db, 'visitor', UNCLAIMED);
    const there = new Set(await unclaimed());
    let claimed = 0;
    // One after the other, because each may be large.
    for (const id of ids.filter((one) => there.has(one))) {
      const row = await getUnlessLost(db.drafts, [UNCLAIMED, id]);
      const file = row && device && (await openDraftFile(device, row));
      if (!file) continue;
      const moved = await whileSealing(db, async () => {
        const rows = await ownRows(db, file, row.at);
        return rows && withRoom(db, () => moveToOwner(db, id, rows));
      });
      if (moved && !moved.ok) return moved;
      if (moved?.value) claimed += 1;
    }
    return { ok: true, value: claimed };
  }

  const removeOld = () => removeOver(db, clock());

  return {
    keep,
    take,
    list,
    open,
    unclaimed,
    claim,
    removeOld,
    remove: (id) => db.drafts.bulkDelete(receivedParts(id)),
  };
}

/** Limits keep another app from filling the device, for one customer's files and for those of nobody. */
const isPlace = (ids: readonly string[], id: string): boolean => ids.includes(id) || ids.length < sharedLimits.files;

/** Stands for name and content, so that the same file is one row however often it is shared. */
async function contentId({ name, bytes }: OutgoingFile, salt = new Uint8Array()): Promise<string> {
  const parts = [await sha256(salt), await sha256(bytes), name];
  return sha256(new TextEncoder().encode(parts.join()));
}

/**
 * The file as a draft of the open session's customer, sealed under the reading key: a lock ends its reading. It is a draft with
 * a name of its own, so it moves with the others when keys change. Null while nobody's session is open.
 */
async function ownRows(db: Database, file: OutgoingFile, at: number): Promise<[DraftRow, DraftRow] | null> {
  const keys = await draftKeys(db, 'customer', `${UNCLAIMED}/${await contentId(file)}`);
  if (!keys) return null;
  const { name, type, bytes } = file;
  return [await sealForm(keys, { name, type, size: bytes.byteLength }, at), await sealDraftFile(keys, BYTES, file, at)];
}

/** Writes a customer's file. False, with nothing written, when their session has ended meanwhile. */
function putOwn(db: Database, rows: [DraftRow, DraftRow]): Promise<boolean> {
  return db.transaction('rw', db.vault, db.drafts, async () => {
    const reading = await db.vault.get('reading');
    if (reading?.id !== 'reading' || reading.owner !== rows[0].owner) return false;
    await db.drafts.bulkPut(rows);
    return true;
  });
}

/** Gives a file of nobody to its customer. False when it was claimed in another tab, or the session has ended. */
function moveToOwner(db: Database, id: string, rows: [DraftRow, DraftRow]): Promise<boolean> {
  return db.transaction('rw', db.vault, db.drafts, async () => {
    const there = await db.drafts.where('[id+part]').equals([UNCLAIMED, id]).count();
    // A repeated transaction finds its own rows (database/heal.ts).
    if (there === 0) return (await db.drafts.where('[id+part]').equals([rows[0].id, BYTES]).count()) > 0;
    if (!(await putOwn(db, rows))) return false;
    await db.drafts.delete([UNCLAIMED, id]);
    return true;
  });
}
